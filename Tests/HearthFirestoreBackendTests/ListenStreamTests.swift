import FirestoreSamples
import HearthCore
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreStore
import HearthFirestoreWire
import HearthJSON
import Testing

@Suite("Listening")
struct ListenStreamTests {
    private func query(_ collection: String = "c") -> Query {
        Query(parent: StreamServer.name(""), source: .init(collection))
    }

    private func below(_ limit: Int64) -> Query {
        var query = query()
        query.filter = .condition(Condition(FieldPath(["n"]), .lessThan(.integer(limit))))
        return query
    }

    @Test func `begins with all results, then current, then the mark`() async throws {
        let server = try await StreamServer()
        let time = try await server.commit([("c/a", ["n": 1]), ("c/b", ["n": 2])])
        let client = server.listen()
        client.add(2, query())
        #expect(await client.next() == "ADD [2]")
        let first = try #require(await client.nextMessage()?.documentChange)
        #expect(first.document?.updateTime == time)
        #expect(await client.snapshot() == ["change c/b [2]", "CURRENT [2]", "snapshot"])
        client.add(3, documents: ["c/a", "c/x", "c/a"])
        #expect(
            await client.snapshot() == ["ADD [3]", "change c/a [3]", "delete c/x [3]", "CURRENT [3]", "snapshot"]
        )
        client.add(4, query("none"))
        #expect(await client.snapshot() == ["ADD [4]", "CURRENT [4]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `hears of the first document of a database that was not there before`() async throws {
        let server = try await StreamServer()
        let client = server.listen()
        client.add(2, query())
        #expect(await client.snapshot() == ["ADD [2]", "CURRENT [2]", "snapshot"])
        try await server.commit([("c/a", ["n": 1])])
        #expect(await client.snapshot() == ["change c/a [2]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `tells once of each document what a commit did to it`() async throws {
        let server = try await StreamServer()
        try await server.commit([("c/a", ["n": 0]), ("c/b", ["n": 2])])
        let client = server.listen()
        client.add(2, below(10))
        client.add(3, documents: ["c/a"])
        _ = await client.snapshot()
        var changes: [(String, Fields?)] = [("c/a", ["n": 1]), ("c/b", ["n": 20]), ("c/d", ["n": 3])]
        changes.append(("other/x", ["n": 1]))
        try await server.commit(changes)
        #expect(
            await client.snapshot() == ["change c/a [2,3]", "change c/b [] removed [2]", "change c/d [2]", "snapshot"]
        )
        try await server.commit([("c/a", nil)])
        #expect(await client.snapshot() == ["delete c/a [2,3]", "snapshot"])
        // Neither concerns a target: the next thing that is told is the third.
        try await server.commit([("other/x", ["n": 2])])
        try await server.commit([("c/d", ["n": 3])])
        try await server.commit([("c/e", ["n": 4])])
        #expect(await client.snapshot() == ["change c/e [2]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `tells large documents to a slow client as they were at one moment`() async throws {
        let server = try await StreamServer()
        let client = server.listen(capacity: 1)
        client.add(2, query())
        _ = await client.snapshot()
        /// Too much in all to be held for a client that does not read.
        func write(_ version: Int64) async throws {
            let filling = Value.string(String(repeating: "x", count: 90_000))
            try await server.commit((0..<8).map { ("c/\($0)", ["n": .integer(version), "filling": filling]) })
        }
        func versions() async -> [Value?] {
            var versions: [Value?] = []
            while let change = await client.nextMessage()?.documentChange {
                versions.append(change.document?.fields["n"])
            }
            return versions
        }
        try await write(1)
        #expect(await client.nextMessage()?.documentChange?.document?.fields["n"] == 1)
        try await write(2)
        #expect(await versions() == Array(repeating: 1, count: 7))
        #expect(await versions() == Array(repeating: 2, count: 8))
        #expect(await client.end() == nil)
    }

    @Test func `begins anew when everything is cleared that a slow client was being told`() async throws {
        let server = try await StreamServer()
        try await server.commit((0..<40).map { ("c/\($0)", ["n": 1]) })
        let client = server.listen(capacity: 1)
        var first = query()
        first.limit = 30
        client.add(2, first)
        #expect(await client.next() == "ADD [2]")
        #expect(await client.next()?.hasPrefix("change c/") == true)
        try await server.store.clear(demo)
        try await server.commit([("c/new", ["n": 2])])
        var rest: [String] = []
        while let word = await client.next(), word != "RESET [2]" { rest.append(word) }
        #expect(rest.allSatisfy { $0.hasPrefix("change c/") }, "\(rest)")
        #expect(await client.snapshot() == ["change c/new [2]", "CURRENT [2]", "snapshot"])
        try await server.commit([("c/newer", ["n": 3])])
        #expect(await client.snapshot() == ["change c/newer [2]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `tells all results to a client that missed too many changes`() async throws {
        let server = try await StreamServer(mostChanges: 5)
        try await server.commit((0..<3).map { ("c/\($0)", ["n": 1]) })
        let client = server.listen()
        client.add(2, query())
        _ = await client.snapshot()
        try await server.commit((3..<9).map { ("c/\($0)", ["n": 1]) })
        let all = ["RESET [2]"] + (0..<9).map { "change c/\($0) [2]" } + ["CURRENT [2]", "snapshot"]
        #expect(await client.snapshot() == all)
        try await server.commit([("c/0", nil)])
        #expect(await client.snapshot() == ["delete c/0 [2]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `fills up a query with a limit`() async throws {
        let server = try await StreamServer()
        try await server.commit([("c/a", ["n": 1]), ("c/b", ["n": 2]), ("c/e", ["n": 3])])
        var limited = query()
        limited.orders = [.init(FieldPath(["n"]))]
        limited.limit = 2
        let client = server.listen()
        client.add(2, limited)
        let start = await client.snapshot()
        #expect(start == ["ADD [2]", "change c/a [2]", "change c/b [2]", "CURRENT [2]", "snapshot"])
        try await server.commit([("c/a", nil)])
        #expect(Set(await client.snapshot()) == ["delete c/a [2]", "change c/e [2]", "snapshot"])
        try await server.commit([("c/0", ["n": 0])])
        #expect(Set(await client.snapshot()) == ["change c/0 [2]", "change c/e [] removed [2]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `goes on where a client was`() async throws {
        let server = try await StreamServer()
        let time = try await server.commit([("c/a", ["n": 1]), ("c/b", ["n": 2]), ("c/z", ["n": 2])])
        try await server.commit([("c/a", ["n": 5]), ("c/b", nil), ("c/f", ["n": 1])])
        let client = server.listen()
        client.add(2, query()) { $0.readTime = time }
        let resumed = ["ADD [2]", "change c/a [2]", "delete c/b [2]", "change c/f [2]", "CURRENT [2]", "snapshot"]
        #expect(await client.snapshot() == resumed)
        client.add(4, query("none"))
        var token: [UInt8] = []
        while let message = await client.nextMessage() {
            if let change = message.targetChange, change.type == 0 {
                token = change.resumeToken
                break
            }
        }
        client.add(6, query()) { $0.resumeToken = token }
        #expect(await client.snapshot() == ["ADD [6]", "CURRENT [6]", "snapshot"])
        client.add(8, query()) { $0.resumeToken = [1, 2, 3] }
        let everything = ["change c/a [8]", "change c/f [8]", "change c/z [8]", "CURRENT [8]", "snapshot"]
        #expect(await client.snapshot() == ["ADD [8]", "RESET [8]"] + everything)
        #expect(await client.end() == nil)
    }

    @Test func `resume tokens are the recorded bytes`() async throws {
        let server = try await StreamServer()
        let time = try #require(Timestamp(rfc3339: "2026-08-30T21:50:02.192227Z"))
        server.clock.withLock { $0 = time.microseconds }
        let client = server.listen()
        client.add(2, query())
        _ = await client.next()
        let message = try #require(await client.nextMessage())
        let token = #""resumeToken":"CgkI48q/16rJlgM=""#
        #expect(String(decoding: message.json(JSONStyle(isPretty: false)), as: UTF8.self).contains(token))
        #expect(await client.end() == nil)
    }

    @Test func `beyond the history sends what was changed and a set of all names`() async throws {
        let server = try await StreamServer()
        let time = try await server.commit([("c/a", ["n": 1]), ("c/b", ["n": 2]), ("c/z", ["n": 2])])
        server.clock.withLock { $0 += 4_000_000_000 }
        try await server.commit([("c/a", ["n": 5]), ("c/b", nil)])
        let client = server.listen()
        client.add(2, query()) {
            $0.readTime = time
            $0.expectedCount = 3
        }
        #expect(await client.next() == "ADD [2]")
        #expect(await client.next() == "change c/a [2]")
        let filter = try #require(await client.nextMessage()?.filter)
        #expect(filter.count == 2)
        let bloom = try BloomFilter(
            bitmap: filter.unchangedNames?.bits?.bitmap ?? [],
            padding: Int(filter.unchangedNames?.bits?.padding ?? 0),
            hashCount: Int(filter.unchangedNames?.hashCount ?? 0)
        )
        #expect(bloom.mightContain(StreamServer.name("c/a").text) && bloom.mightContain(StreamServer.name("c/z").text))
        #expect(await client.snapshot() == ["CURRENT [2]", "snapshot"])
        var limited = query()
        limited.limit = 1
        client.add(4, limited) { $0.readTime = time }
        #expect(
            await client.snapshot() == ["ADD [4]", "RESET [4]", "change c/a [4]", "CURRENT [4]", "snapshot"]
        )
        #expect(await client.end() == nil)
    }

    @Test func `starts again after a clear`() async throws {
        let server = try await StreamServer()
        let time = try await server.commit([("c/a", ["n": 1])])
        let client = server.listen()
        client.add(2, query())
        _ = await client.snapshot()
        try await server.store.clear(demo)
        #expect(await client.snapshot() == ["RESET [2]", "CURRENT [2]", "snapshot"])
        client.add(4, query()) { $0.readTime = time }
        #expect(await client.snapshot() == ["ADD [4]", "RESET [4]", "CURRENT [4]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test func `refuses targets alone, and streams for what clients must not do`() async throws {
        let server = try await StreamServer()
        let client = server.listen()
        var wrong = query()
        wrong.limit = -1
        client.add(4, wrong)
        #expect(await client.next() == "REMOVE [4] cause 3")
        client.add(2, query())
        _ = await client.snapshot()
        client.send { $0.removeTarget = 99 }
        client.send { $0.removeTarget = 2 }
        #expect(await client.next() == "REMOVE [2]")
        client.add(0, query())
        #expect(await client.snapshot() == ["ADD [1]", "CURRENT [1]", "snapshot"])
        client.add(7, query())
        #expect(await client.next() == "REMOVE [7] cause 3")
        client.add(0, query()) { $0.once = true }
        #expect(await client.snapshot() == ["ADD [2]", "CURRENT [2]", "REMOVE [2]", "snapshot"])
        let other = server.listen()
        other.add(2, query())
        other.add(2, query())
        #expect(await other.ended() == .invalid("Target ID 2 is already in use."))
        let denied = try await StreamServer(authorizer: AdministratorsOnly()).listen(as: .anonymous)
        denied.add(2, query())
        #expect(await denied.next() == "ADD [2]")
        #expect(await denied.next() == "REMOVE [2] cause 7")
        #expect(await denied.end() == nil)
        #expect(await client.end() == nil)
    }

    @Test func `hides what a document became from those who may not see it`() async throws {
        let server = try await StreamServer(authorizer: PublicOnly())
        try await server.commit([("c/a", ["public": true]), ("c/b", ["public": true])])
        var open = query()
        open.filter = .condition(Condition(FieldPath(["public"]), .equal(true)))
        let client = server.listen(as: .anonymous)
        client.add(2, open)
        _ = await client.snapshot()
        try await server.commit([("c/a", ["public": false, "secret": "x"]), ("c/b", ["public": true, "n": 1])])
        #expect(await client.snapshot() == ["remove c/a [2]", "change c/b [2]", "snapshot"])
        #expect(await client.end() == nil)
    }

    @Test(arguments: 1...6) func `keeps what brute force gives, through random commits and pauses`(seed: UInt64)
        async throws
    {
        let server = try await StreamServer()
        var random = QueryGenerator(seed: seed)
        let client = server.listen()
        var queries: [Int32: PreparedQuery] = [:]
        for id in 1...4 {
            var query = try random.query()
            query.limit = id % 2 == 0 ? 3 : nil
            query.offset = 0
            queries[Int32(id * 2)] = try query.prepared()
            client.add(Int32(id * 2), query)
        }
        var view = ListenerView()
        var documents: [ResourceName: Document] = [:]
        for round in 0..<60 {
            let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.document() }
            let writes = changes.map { document in
                let isDeletion = Int.random(in: 0..<3, using: &random) == 0
                documents[document.name] = isDeletion ? nil : document
                return Write(document.name, isDeletion ? .delete : .update(document.fields, mask: nil))
            }
            _ = try await server.store.commit(writes, in: demo)
            if round % 3 > 0 { continue }
            // A target of its own marks a moment after the commit.
            let mark = Int32(1001 + 2 * round)
            client.add(mark, Query(parent: StreamServer.name(""), source: .init("nothing")))
            while let message = await client.nextMessage(), !view.take(message, until: mark) {}
            for (id, query) in queries {
                let expected = query.run(over: documents.values).results.map(\.name.text)
                #expect(view.members[id, default: []] == Set(expected), "\(query.query)")
            }
            for name in Set(view.members.values.joined()) {
                #expect(view.documents[name] == documents.first { $0.key.text == name }?.value.fields)
            }
        }
        #expect(await client.end() == nil)
    }
}

/// What a client knows: which documents each target has, and what they are.
struct ListenerView {
    var members: [Int32: Set<String>] = [:]
    var documents: [String: Fields] = [:]
    private var isMarked = false

    /// - Returns: Whether a snapshot is complete that has the target.
    mutating func take(_ message: ListenResponse, until mark: Int32) -> Bool {
        if let change = message.documentChange, let document = change.document {
            documents[document.name] = document.fields
            for id in change.targetIds { members[id, default: []].insert(document.name) }
            for id in change.removedTargetIds { members[id]?.remove(document.name) }
        } else if let delete = message.documentDelete {
            for id in delete.removedTargetIds { members[id]?.remove(delete.document) }
        } else if let change = message.targetChange {
            if change.type == 4 { for id in change.targetIds { members[id] = [] } }
            if change.type == 3, change.targetIds == [mark] { isMarked = true }
            if change.type == 0, isMarked {
                isMarked = false
                return true
            }
        }
        return false
    }
}

/// Rules of a test: documents that say so are public.
private struct PublicOnly: FirestoreAuthorizer {
    func checkGet(
        _ name: ResourceName,
        _ document: Document?,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws {
        guard document?.fields["public"] == true else { throw FirestoreError.denied }
    }

    func checkList(_ query: PreparedQuery, _ caller: FirestoreCaller, _ read: DocumentReader) throws {}

    func checkChanges(_ changes: [PendingChange], _ caller: FirestoreCaller, _ read: DocumentReader) throws {}
}
