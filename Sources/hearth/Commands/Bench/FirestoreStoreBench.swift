internal import HearthCore
internal import HearthDatabase
internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthJSON

/// What Firestore's store does in this process, beside the same rows written by hand.
///
/// By hand means: one SQLite transaction for each commit that inserts the document, its index entries and its old version
/// and counts it, without a check, a plan, or anyone who listens.
struct FirestoreStoreBench {
    var commits = 4000
    var listeners = 10_000

    private static let database = DatabaseName(project: "demo-bench")

    func figures() async throws -> JSONObject {
        let folder = BenchFolder()
        defer { folder.remove() }
        let store = try await FirestoreStore(
            .sqlite(path: folder.path + "/firestore.db"),
            configuration: .init(now: { Timestamp(UnixTime.systemNow()) })
        )
        var figures = JSONObject()
        try await compare(store, folder.path + "/by-hand.db", &figures)
        figures["wholeCommitMicroseconds"] = try await broker(store, byOwner: nil)
        figures["commitAmongListenersMicroseconds"] = try await broker(store, byOwner: listeners)
        await store.close()
        return figures
    }

    /// How long a commit of one document takes while many listen to their own documents of its collection.
    private func broker(_ store: FirestoreStore, byOwner count: Int?) async throws -> JSONValue {
        var subscriptions: [ListenSubscription] = []
        for owner in 0..<(count ?? 0) {
            var query = Query(parent: ResourceName(database: Self.database, path: .root), source: .init("b"))
            query.filter = .condition(Condition(FieldPath(["owner"]), .equal(.string("u\(owner)"))))
            var interest = ListenInterest()
            interest.queries = [try query.prepared()]
            let subscription = store.subscribe(to: Self.database) {}
            subscription.want(interest)
            subscriptions.append(subscription)
        }
        let perSecond = try await rate(1000) { number in
            try await commit([Self.write("b/d\(number)", owner: number)], store)
        }
        guard subscriptions.count == count ?? 0, case .number(let rate) = perSecond else { return .null }
        return .number((10_000_000 / rate).rounded() / 10)
    }

    private func commit(_ writes: [Write], _ store: FirestoreStore) async throws {
        _ = try await store.commit(writes, in: Self.database)
    }

    /// A document of about one kilobyte in ten fields.
    private static func write(_ path: String, owner: Int) -> Write {
        var fields: Fields = ["owner": .string("u\(owner)"), "n": .integer(Int64(owner))]
        for field in 0..<8 { fields["f\(field)"] = .string(String(repeating: "x", count: 110)) }
        let segments = path.split(separator: "/").map(String.init)
        return Write(ResourceName(database: database, path: ResourcePath(segments)), .update(fields, mask: nil))
    }

    /// Commits to the store and writes by hand in turn, so that other work of the machine slows both alike.
    private func compare(_ store: FirestoreStore, _ path: String, _ figures: inout JSONObject) async throws {
        let database = try Database(.sqlite(path: path))
        try await Self.createTables(database)
        let clock = ContinuousClock()
        var (ours, byHand) = (Duration.zero, Duration.zero)
        let round = 100
        for start in stride(from: 0, to: commits, by: round) {
            let begun = clock.now
            for number in start..<start + round {
                try await commit([Self.write("c/d\(number)", owner: number)], store)
            }
            let middle = clock.now
            for number in start..<start + round { try await Self.writeByHand(number, database) }
            ours += middle - begun
            byHand += clock.now - middle
        }
        await database.close()
        let rate = { (time: Duration) in JSONValue.number((Double(commits) / (time / .seconds(1))).rounded()) }
        figures["singleCommitsPerSecond"] = rate(ours)
        figures["transactionsByHandPerSecond"] = rate(byHand)
    }

    private static func createTables(_ database: Database) async throws {
        try await database.write { db in
            try db.execute(
                """
                CREATE TABLE document (collection INTEGER, id BLOB, fields BLOB, PRIMARY KEY (collection, id))
                WITHOUT ROWID
                """
            )
            try db.execute("CREATE TABLE entry (key BLOB PRIMARY KEY) WITHOUT ROWID")
            try db.execute(
                """
                CREATE TABLE history (collection INTEGER, id BLOB, until INTEGER, PRIMARY KEY (collection, id, until))
                WITHOUT ROWID
                """
            )
            try db.execute("CREATE INDEX by_time ON history (until, collection, id)")
            try db.execute("CREATE TABLE counter (n INTEGER)")
            try db.execute("INSERT INTO counter VALUES (0)")
        }
    }

    private static func writeByHand(_ number: Int, _ database: Database) async throws {
        try await database.write { db in
            let id = Array("d\(number)".utf8)
            let fields = [UInt8](repeating: 0x78, count: 1000)
            try db.execute("INSERT INTO document VALUES (1, \(id), \(fields))")
            try db.execute("INSERT INTO history VALUES (1, \(id), \(number))")
            for field in 0..<10 {
                let key = [1, UInt8(field)] + [UInt8](repeating: 0x78, count: 110) + id
                try db.execute("INSERT INTO entry VALUES (\(key))")
            }
            try db.execute("UPDATE counter SET n = n + 1")
        }
    }

    /// How often a piece of work is done in a second.
    private func rate(_ count: Int, _ work: (Int) async throws -> Void) async throws -> JSONValue {
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<count { try await work(number) }
        return .number((Double(count) / ((clock.now - start) / .seconds(1)) * 10).rounded() / 10)
    }
}
