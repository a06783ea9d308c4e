import FirestoreSamples
import HearthCore
import HearthDatabase
import HearthFirestoreModel
import HearthFirestoreStore
import HearthTestSupport
import Testing

/// A database as a list of states: what the store is compared with.
private struct History {
    private(set) var states: [(time: Timestamp, documents: [ResourceName: Fields])] = []
    var documents: [ResourceName: Fields] { states.last?.documents ?? [:] }

    mutating func add(_ documents: [ResourceName: Fields], at time: Timestamp) {
        states.append((time, documents))
    }

    /// The state at a moment.
    func documents(at time: Timestamp) -> [ResourceName: Fields] {
        states.last { $0.time <= time }?.documents ?? [:]
    }

    /// The collections directly below a document or the root that have documents, however deep.
    static func collections(_ documents: [ResourceName: Fields], below parent: ResourcePath) -> [String] {
        let depth = parent.segments.count
        let ids = documents.keys.filter { $0.path.segments.count > depth && $0.path.isAtOrBelow(parent) }
            .map { $0.path.segments[depth] }
        return Set(ids).sorted { Comparison(text: $0, $1) == .less }
    }

    /// The documents of a collection that do not exist and have others below them.
    static func missing(_ documents: [ResourceName: Fields], in collection: ResourcePath) -> [String] {
        let depth = collection.segments.count
        let parents = documents.keys.filter {
            $0.path.segments.count > depth + 1 && $0.path.isAtOrBelow(collection)
        }
        let present = Set(documents.keys.map(\.path))
        let paths = Set(parents.map { ResourcePath(Array($0.path.segments.prefix(depth + 1))) })
        return paths.subtracting(present).sorted().map(\.text)
    }
}

@Suite("The store and a list of states")
struct StoreModelTests {
    /// Documents at several depths, so that collections come and go below others.
    private static let paths = ["c/a", "c/b", "c/a/d/x", "c/b/d/y", "c/n/d/z", "e/f/g/h", "e/f", "c/n/d/z/i/j"]

    private func commit(
        _ test: TestStore,
        _ history: inout History,
        _ random: inout ValueGenerator
    ) async throws {
        var documents = history.documents
        var writes: [Write] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let name = TestStore.name(random.pick(Self.paths))
            if Int.random(in: 0..<3, using: &random) == 0 {
                writes.append(Write(name, .delete))
                documents[name] = nil
            } else {
                let fields: Fields = ["n": .integer(Int64.random(in: 0..<5, using: &random))]
                writes.append(Write(name, .update(fields, mask: nil)))
                documents[name] = fields
            }
        }
        let record = try #require(try await test.store.commit(writes, in: demo))
        history.add(documents, at: record.time)
        if Bool.random(using: &random) { test.advance(.seconds(Int.random(in: 1...90, using: &random))) }
    }

    @Test(arguments: 1...8) func `tell the same of every moment that is kept`(seed: UInt64) async throws {
        let test = try await TestStore()
        var random = ValueGenerator(seed: seed)
        var history = History()
        for round in 0..<30 {
            try await commit(test, &history, &random)
            if round % 10 == 9 { try await test.store.tidy() }
            let moment = random.pick(history.states).time
            let isNow = Bool.random(using: &random)
            let (documents, state): ([ResourceName: Fields], ReadState) =
                isNow ? (history.documents, .now) : (history.documents(at: moment), .at(moment))
            do {
                let names = Self.paths.map(TestStore.name)
                let read = try await test.store.documents(names, in: demo, state)
                #expect(read.documents.map { $0?.fields } == names.map { documents[$0] })
                for parent in ["", "c/a", "c/n", "e/f"] {
                    let found = try await test.store.collectionIDs(below: TestStore.name(parent), state).ids
                    #expect(found == History.collections(documents, below: TestStore.name(parent).path))
                }
                for collection in ["c", "e", "c/n/d"] {
                    let missing = try await test.store.missingDocuments(in: TestStore.name(collection), state)
                    #expect(missing.map(\.text) == History.missing(documents, in: TestStore.name(collection).path))
                }
                for source in [Query.Source("c"), .init("d", allDescendants: true), .init("", allDescendants: true)] {
                    let query = try Query(parent: TestStore.name(""), source: source).prepared()
                    let count = documents.keys.count { query.scope.contains($0.path) }
                    #expect(try await test.store.count(of: query, state).count == count)
                }
            } catch let error as FirestoreError {
                // A moment an hour ago is not answered at all, rather than wrongly.
                #expect(!isNow && error.code == .failedPrecondition)
            }
        }
        #expect(try await test.store.faults().isEmpty)
    }

    @Test(arguments: 1...6) func `tell listeners what separates any moment from now`(seed: UInt64) async throws {
        let test = try await TestStore { $0.historyLength = .seconds(1_000_000) }
        var random = ValueGenerator(seed: seed)
        var history = History()
        for _ in 0..<20 { try await commit(test, &history, &random) }
        var interest = ListenInterest()
        interest.documents = [TestStore.name("e/f").path, TestStore.name("none/none").path]
        interest.queries = [try Query(parent: TestStore.name(""), source: .init("c")).prepared()]
        let wanted = interest
        for (time, before) in history.states {
            let updates = try #require(try await test.updates(since: time, of: wanted))
            let after = history.documents
            let concerned = Self.paths.map(TestStore.name).filter {
                ["c/a", "c/b", "e/f"].contains($0.path.text) && before[$0] != after[$0]
            }
            let told = Dictionary(uniqueKeysWithValues: updates.map { ($0.name, $0) })
            // One that was deleted and made again may be told, though its fields are as they were.
            #expect(Set(told.keys).isSuperset(of: concerned))
            for update in updates {
                #expect(update.before?.fields == before[update.name] && update.after?.fields == after[update.name])
                #expect(update.before != update.after)
            }
        }
    }

    @Test func `tell too many changes as none, so that all results are told`() async throws {
        let test = try await TestStore { $0.mostChanges = 10 }
        let start = try #require(try await test.put("c/0", ["n": 0])).time
        var interest = ListenInterest()
        interest.queries = [try Query(parent: TestStore.name(""), source: .init("c")).prepared()]
        let wanted = interest
        for (count, isTold) in [(10, true), (11, false)] {
            for number in 1...count { try await test.put("c/\(number)", ["n": .integer(Int64(count))]) }
            for _ in 0..<30 { try await test.put("other/x", ["n": .integer(.random(in: 0...(.max)))]) }
            let updates = try await test.updates(since: start, of: wanted)
            #expect((updates != nil) == isTold && updates?.count ?? count == count)
        }
    }
}

@Suite("Databases beside each other")
struct DatabaseTests {
    private static let databases = [
        DatabaseName(project: "a"), DatabaseName(project: "a", database: "second"), DatabaseName(project: "b"),
    ]

    private func write(_ database: DatabaseName, _ number: Int64, _ store: FirestoreStore) async throws {
        let name = ResourceName(database: database, path: ResourcePath(["c", "d"]))
        _ = try await store.commit([Write(name, .update(["n": .integer(number)], mask: nil))], in: database)
    }

    private func read(_ database: DatabaseName, _ store: FirestoreStore) async throws -> Value? {
        let name = ResourceName(database: database, path: ResourcePath(["c", "d"]))
        return try await store.documents([name], in: database).documents[0]?.fields["n"]
    }

    @Test func `have documents of the same path, and are cleared one by one`() async throws {
        let store = try await TestStore().store
        for (index, database) in Self.databases.enumerated() { try await write(database, Int64(index), store) }
        #expect(try await store.databases() == Self.databases)
        try await store.clear(Self.databases[1])
        var found: [Value?] = []
        for database in Self.databases { found.append(try await read(database, store)) }
        #expect(found == [0, nil, 2])
        let query = Query(parent: ResourceName(database: Self.databases[2], path: .root), source: .init("c"))
        #expect(try await store.results(of: try query.prepared()).documents.map(\.fields) == [["n": 2]])
        #expect(try await store.count(of: try query.prepared()).count == 1)
    }

    @Test func `that were never written are empty, at any moment`() async throws {
        let test = try await TestStore()
        let query = try Query(parent: TestStore.name(""), source: .init("c")).prepared()
        #expect(try await test.store.results(of: query).documents.isEmpty)
        #expect(try await test.store.count(of: query).count == 0)
        #expect(try await test.store.collectionIDs(below: TestStore.name("")).ids.isEmpty)
        #expect(try await test.store.partitions(of: query, into: 4).cursors.isEmpty)
        #expect(try await test.get("c/d", .at(Timestamp(microseconds: 1_600_000_000_000_000))) == nil)
        #expect(try await test.store.databases().isEmpty)
        try await test.store.clear(demo)
        try await test.put("c/d", ["n": 1])
        #expect(try await test.get("c/d") == ["n": 1])
    }

    @Test func `are there again when the file is opened again, with their past`() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("firestore.db")
        let first = try await TestStore(.sqlite(path: path))
        let old = try #require(try await first.put("c/a", ["n": 1])).time
        try await first.put("c/a", ["n": 2])
        try await first.put("c/a/deep/b", ["m": ["x": 1]])
        await first.store.close()
        let second = try await TestStore(.sqlite(path: path))
        #expect(try await second.get("c/a") == ["n": 2])
        #expect(try await second.get("c/a", .at(old)) == ["n": 1])
        // The clock stands where it stood: the next commit is later all the same.
        let next = try #require(try await second.put("c/a", ["n": 3]))
        #expect(next.time > old && next.updates[0].before?.fields == ["n": 2])
        var query = Query(parent: TestStore.name(""), source: .init("deep", allDescendants: true))
        query.filter = .condition(Condition(FieldPath(["m", "x"]), .equal(1)))
        #expect(try await second.store.results(of: try query.prepared()).documents.count == 1)
        #expect(try await second.store.faults().isEmpty)
        await second.store.close()
    }

    @Test func `give commits at once times of their own, and all of them`() async throws {
        let test = try await TestStore()
        let times = try await withThrowingTaskGroup(of: [Timestamp].self) { group in
            for writer in 0..<8 {
                group.addTask {
                    var times: [Timestamp] = []
                    for number in 0..<20 {
                        let fields: Fields = ["n": .integer(Int64(number)), "f\(writer)": 1]
                        let path = "c\(writer % 3)/\(writer)-\(number)"
                        if let time = try await test.put(path, fields)?.time { times.append(time) }
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(times).count == 160)
        let all = try Query(parent: TestStore.name(""), source: .init("", allDescendants: true)).prepared()
        #expect(try await test.store.count(of: all).count == 160)
        #expect(try await test.store.results(of: all).documents.compactMap(\.createTime).sorted() == times.sorted())
        #expect(try await test.store.faults().isEmpty)
    }

    @Test func `let no reader see half of a commit`() async throws {
        let test = try await TestStore()
        let paths = ["c/a", "d/b", "e/f/g/h"]
        func writes(_ number: Int64) -> [Write] {
            paths.map { Write(TestStore.name($0), .update(["n": .integer(number)], mask: nil)) }
        }
        _ = try await test.store.commit(writes(0), in: demo)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...60 { _ = try await test.store.commit(writes(Int64(number)), in: demo) }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<60 {
                        let read = try await test.store.documents(paths.map(TestStore.name), in: demo)
                        #expect(Set(read.documents.map { $0?.fields["n"] }).count == 1)
                        // The same moment again is the same.
                        let again = try await test.store.documents(
                            paths.map(TestStore.name),
                            in: demo,
                            .at(read.readTime)
                        )
                        #expect(again.documents == read.documents)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

@Suite("What runs within a commit")
struct CommitStepTests {
    private struct Refused: Error {}

    @Test func `is refused together with it`() async throws {
        let refuses = Locked(false)
        let told = Locked(0)
        let test = try await TestStore { configuration in
            configuration.whenCommitting = {
                { record, _ in
                    #expect(record.updates.count == 1)
                    if refuses.withLock({ $0 }) { throw Refused() }
                }
            }
            configuration.whenCommitted = { told.withLock { $0 += 1 } }
        }
        try await test.put("c/a", ["n": 1])
        #expect(told.withLock { $0 } == 1)
        refuses.withLock { $0 = true }
        await #expect(throws: Refused.self) { try await test.put("c/a", ["n": 2, "new": 1]) }
        await #expect(throws: Refused.self) { try await test.put("new/a", ["n": 2]) }
        #expect(try await test.get("c/a") == ["n": 1] && told.withLock { $0 } == 1)
        #expect(try await test.store.collectionIDs(below: TestStore.name("")).ids == ["c"])
        refuses.withLock { $0 = false }
        // Numbers that a refused commit had given out are given out anew.
        try await test.put("c/a", ["other": 3])
        try await test.put("other/a", ["n": 2])
        var query = Query(parent: TestStore.name(""), source: .init("other"))
        query.filter = .condition(Condition(FieldPath(["n"]), .equal(2)))
        #expect(try await test.store.results(of: try query.prepared()).documents.count == 1)
        #expect(try await test.store.faults().isEmpty)
    }

    @Test func `sees each write with what the writes before it made`() async throws {
        let test = try await TestStore()
        try await test.put("c/a", ["n": 1])
        let name = TestStore.name("c/a")
        let seen = Locked<[(Value?, Value?)]>([])
        let other = Locked<Fields?>(nil)
        _ = try await test.store.commit(
            [
                Write(name, .update(["n": 2], mask: nil)), Write(name, .delete),
                Write(name, .update(["n": 3], mask: nil)),
            ],
            in: demo
        ) { changes, read in
            seen.withLock { $0 = changes.map { ($0.before?.fields["n"], $0.after?.fields["n"]) } }
            // What is stored is what it was before the commit.
            let fields = try read(name)?.fields
            other.withLock { $0 = fields }
            #expect(try read(ResourceName(database: DatabaseName(project: "x"), path: name.path)) == nil)
        }
        #expect(seen.withLock { $0.map(\.0) } == [1, 2, nil] && seen.withLock { $0.map(\.1) } == [2, nil, 3])
        #expect(other.withLock { $0 } == ["n": 1])
        let document = try await test.store.documents([name], in: demo).documents[0]
        #expect(document?.createTime == document?.updateTime && document?.fields == ["n": 3])
    }
}
