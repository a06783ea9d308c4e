import HearthFirestoreModel
import HearthFirestoreWire
import Testing

@testable import HearthFirestore

@Suite("A client's state")
struct SyncStateTests {
    private func set(_ path: String, _ number: Int64) -> Write {
        Write(Said.name(path), .update(["n": .integer(number)], mask: nil))
    }

    private func add(_ path: String, _ number: Int64) -> Write {
        Write(
            Said.name(path),
            .transform,
            transforms: [FieldTransform(ModelPath(["n"]), .increment(.integer(number)))]
        )
    }

    /// A state with a listener whose collection has documents, as the server has told.
    private func started(
        _ documents: [(String, Int64)],
        metadata: Bool = false
    ) throws -> (script: StateScript, listener: Int) {
        var script = StateScript()
        let listener = try script.listen(metadata: metadata)
        _ = script.open()
        try script.hear(Said.add(2))
        for (path, number) in documents {
            try script.hear(Said.change(path, ["n": .integer(number)], at: 10, in: [2]))
        }
        try script.hear(Said.current(2, token: "t10"), Said.mark(10))
        return (script, listener)
    }

    // MARK: What the server tells

    @Test func `shows nothing before the server has named all results`() throws {
        var script = StateScript()
        let listener = try script.listen()
        #expect(script.open().map(\.addTarget?.targetId) == [2])
        try script.hear(Said.add(2), Said.change("c/a", ["n": 1], at: 5, in: [2]))
        #expect(script.shown[listener] == [])
        try script.hear(Said.current(2), Said.mark(10))
        #expect(script.shown[listener] == ["a1 server"])
    }

    @Test func `shows an empty result once it is known to be empty`() throws {
        let (script, listener) = try started([])
        #expect(script.shown[listener] == ["server"])
    }

    @Test func `shows several changes of one moment as one`() throws {
        var (script, listener) = try started([("c/a", 1), ("c/b", 2)])
        try script.hear(
            Said.change("c/c", ["n": 0], at: 20, in: [2]),
            Said.deletion("c/a", at: 20, from: [2]),
            Said.change("c/b", ["n": 9], at: 20, in: [2]),
            Said.mark(20)
        )
        #expect(script.shown[listener] == ["a1 b2 server", "c0 b9 server"])
    }

    @Test func `shows no change where there is none`() throws {
        var (script, listener) = try started([("c/a", 1)])
        try script.hear(Said.mark(20), Said.change("c/a", ["n": 1], at: 10, in: [2]), Said.mark(30))
        #expect(script.shown[listener] == ["a1 server"])
    }

    @Test func `believes no version that is older than the one it has`() throws {
        var (script, listener) = try started([("c/a", 1)])
        try script.hear(Said.change("c/a", ["n": 3], at: 30, in: [2]), Said.mark(30))
        try script.hear(Said.change("c/a", ["n": 2], at: 20, in: [2]), Said.mark(40))
        #expect(script.shown[listener] == ["a1 server", "a3 server"])
    }

    @Test func `takes a document that is no result any more away, whether it still exists or not`() throws {
        var (script, listener) = try started([("c/a", 1), ("c/b", 2), ("c/c", 3)])
        try script.hear(
            Said.change("c/a", ["m": 1], at: 20, in: [], notIn: [2]),
            Said.removal("c/b", from: [2]),
            Said.mark(20)
        )
        try script.hear(Said.deletion("c/c", at: nil, from: [2]), Said.mark(30))
        #expect(script.shown[listener] == ["a1 b2 c3 server", "c3 server", "server"])
    }

    @Test func `counts the documents with the server, and names the lost ones by its filter`() throws {
        var (script, listener) = try started([("c/a", 1), ("c/b", 2)])
        // The server has one less, and its filter knows which.
        try script.hear(Said.count(2, 1, names: ["c/b"]), Said.mark(20))
        #expect(script.shown[listener]?.last == "b2 server" && script.asked.count == 1)
    }

    @Test func `asks anew where counts do not agree, and shows old results as such meanwhile`() throws {
        var (script, listener) = try started([("c/a", 1), ("c/b", 2)], metadata: true)
        try script.hear(Said.count(2, 1), Said.mark(20))
        #expect(script.asked.dropFirst().map(\.removeTarget) == [2, nil])
        #expect(script.asked.last?.addTarget?.targetId == 2 && script.asked.last?.addTarget?.resumeToken == nil)
        // What comes before the server has heard of both requests is of the past.
        try script.hear(Said.change("c/z", ["n": 9], at: 21, in: [2]), Said.remove(2))
        try script.hear(Said.add(2), Said.change("c/b", ["n": 2], at: 10, in: [2]), Said.current(2), Said.mark(30))
        #expect(script.shown[listener] == ["a1 b2 server", "a1 b2 cache", "b2 server"])
    }

    @Test func `begins anew when the server resets a target`() throws {
        var (script, listener) = try started([("c/a", 1), ("c/b", 2)])
        try script.hear(Said.reset(2), Said.change("c/b", ["n": 2], at: 10, in: [2]), Said.mark(20))
        try script.hear(Said.current(2), Said.mark(30))
        #expect(script.shown[listener]?.last == "b2 server")
    }

    @Test func `ends a listener with the error that the server gives, and no other one`() throws {
        var (script, first) = try started([("c/a", 1)])
        let second = try script.listen("d")
        try script.hear(Said.add(4), Said.remove(2, HearthFirestoreModel.FirestoreError(.permissionDenied, "no")))
        #expect(script.failures == [first: .permissionDenied])
        try script.hear(Said.change("d/x", ["n": 1], at: 20, in: [4]), Said.current(4), Said.mark(20))
        #expect(script.shown[second] == ["x1 server"])
        #expect(script.state.targets.keys.sorted() == [4] && script.state.remote.keys.map(\.text) == ["d/x"])
        script.failAll(.unimplemented)
        #expect(script.failures[second] == .unimplemented && script.state.targets.isEmpty)
    }

    @Test func `refuses a stream that names what is no document of the database`() throws {
        var (script, _) = try started([])
        for text in ["", "c/a", "projects/other/databases/(default)/documents/c/a"] {
            var deletion = WireDocumentDelete()
            deletion.document = text
            var response = ListenResponse()
            response.documentDelete = deletion
            #expect(throws: HearthFirestore.FirestoreError.self) { try script.hear(response) }
        }
    }

    // MARK: What is asked

    @Test func `asks once for what several listen to, and lets go with the last of them`() throws {
        var (script, first) = try started([("c/a", 1)])
        let second = try script.listen()
        #expect(script.shown[second] == ["a1 server"] && script.asked.count == 1)
        script.unlisten(first)
        #expect(script.asked.count == 1)
        try script.hear(Said.change("c/a", ["n": 2], at: 20, in: [2]), Said.mark(20))
        #expect(script.shown[first] == ["a1 server"] && script.shown[second] == ["a1 server", "a2 server"])
        script.unlisten(second)
        #expect(script.asked.last?.removeTarget == 2)
        // Nothing is kept of what is not listened to.
        #expect(script.state.remote.isEmpty && script.state.targets.isEmpty && script.state.listeners.isEmpty)
        script.unlisten(second)
        #expect(script.asked.count == 2)
    }

    @Test func `resumes each target where the last stream stopped`() throws {
        var (script, listener) = try started([("c/a", 1), ("c/b", 2)])
        try script.hear(Said.current(2, token: "t20"), Said.mark(20, token: "t20"))
        let fresh = try script.listen("d")
        script.loseStream()
        let requests = script.open().compactMap(\.addTarget)
        #expect(requests.map(\.targetId) == [2, 4])
        #expect(requests[0].resumeToken == Array("t20".utf8) && requests[0].expectedCount == 2)
        #expect(requests[1].resumeToken == nil && requests[1].expectedCount == nil)
        // What was shown stays; only what changed is told.
        try script.hear(Said.add(2), Said.deletion("c/a", at: 30, from: [2]), Said.current(2), Said.mark(30))
        #expect(script.shown[listener] == ["a1 b2 server", "b2 server"] && script.shown[fresh] == [])
    }

    @Test func `takes nothing that the last stream had said and not finished`() throws {
        var (script, listener) = try started([("c/a", 1)])
        try script.hear(Said.change("c/x", ["n": 7], at: 15, in: [2]))
        _ = script.open()
        try script.hear(Said.add(2), Said.current(2), Said.mark(30))
        #expect(script.shown[listener] == ["a1 server"])
    }

    @Test func `shows a part of what it knows for a smaller limit`() throws {
        var script = StateScript()
        let listener = try script.listen(limit: 2)
        _ = script.open()
        try script.hear(Said.add(2))
        for (id, number) in [("a", 3), ("b", 1), ("c", 2)] {
            try script.hear(Said.change("c/\(id)", ["n": .integer(Int64(number))], at: 5, in: id == "a" ? [] : [2]))
        }
        try script.hear(Said.current(2), Said.mark(10))
        // A local write may push a result out; its end brings it back.
        let batch = script.write(set("c/new", 0))
        script.reject(batch, .permissionDenied)
        #expect(script.shown[listener] == ["b1 c2 server", "new0* b1 server", "b1 c2 server"])
    }

    // MARK: What is written here

    @Test func `shows a write at once, and once more when the server has told of it`() throws {
        var (script, listener) = try started([("c/a", 1)], metadata: true)
        let batch = script.write(set("c/a", 2))
        #expect(script.shown[listener]?.last == "a2* server" && script.finished.isEmpty)
        script.acknowledge(batch, at: 20)
        // The answer alone changes nothing: the news are on their way.
        #expect(script.shown[listener]?.count == 2 && script.finished.keys.sorted() == [batch])
        try script.hear(Said.change("c/a", ["n": 2], at: 20, in: [2]), Said.mark(20))
        #expect(script.shown[listener] == ["a1 server", "a2* server", "a2 server"])
        #expect(script.state.batches.isEmpty)
    }

    @Test func `takes news that come before the answer for what they are`() throws {
        var (script, listener) = try started([("c/a", 1)], metadata: true)
        let batch = script.write(add("c/a", 1))
        try script.hear(Said.change("c/a", ["n": 2], at: 20, in: [2]), Said.mark(20))
        // The increment is in the news, and must not count on top of them.
        #expect(script.shown[listener]?.last == "a2* server")
        script.acknowledge(batch, at: 20)
        // The second is of the time at which the server changed the document.
        #expect(script.shown[listener] == ["a1 server", "a2* server", "a2* server", "a2 server"])
    }

    @Test func `takes a refused write back, and what was written upon it`() throws {
        var (script, listener) = try started([("c/a", 1)])
        let first = script.write(set("c/a", 2))
        let second = script.write(set("c/b", 5))
        script.reject(first, .permissionDenied)
        #expect(script.shown[listener] == ["a1 server", "a2* server", "a2* b5* server", "a1 b5* server"])
        #expect(script.finished[first] == .some(.permissionDenied) && script.state.nextBatch?.id == second)
        // An answer that comes once more finds nothing to answer.
        script.reject(first, .permissionDenied)
        script.acknowledge(first, at: 30)
        #expect(script.shown[listener]?.count == 4)
    }

    @Test func `lets go of a write that no listener will be told of`() throws {
        var script = StateScript()
        let batch = script.write(set("c/a", 1))
        #expect(script.state.cached(Said.name("c/a").path)?.document?.fields == ["n": 1])
        script.acknowledge(batch, at: 20)
        #expect(script.state.batches.isEmpty && script.state.cached(Said.name("c/a").path) == nil)
    }

    @Test func `lets go of a write that made no change, with the next moment`() throws {
        var (script, listener) = try started([("c/a", 1)], metadata: true)
        let batch = script.write(set("c/a", 1))
        #expect(script.shown[listener]?.last == "a1* server")
        // The server kept the document's time.
        script.acknowledge(batch, at: 20, 10)
        try script.hear(Said.mark(20))
        #expect(script.shown[listener]?.last == "a1 server" && script.state.batches.isEmpty)
    }

    @Test(
        arguments: [
            // An update of what is not known, a creation of what is, a deletion, and one upon the other.
            (["update z"], "a1 server"), (["create a"], "a1* server"), (["delete a"], "server"),
            (["delete a", "create a"], "a7* server"), (["set z", "update z"], "a1 z7* server"),
            (["set z", "delete z"], "a1 server"),
        ] as [([String], String)]
    ) func `shows what the server will make of it`(steps: [String], last: String) throws {
        var (script, listener) = try started([("c/a", 1)], metadata: true)
        for step in steps {
            let words = step.split(separator: " ").map(String.init)
            var write = set("c/\(words[1])", 7)
            switch words[0] {
            case "update": write.precondition = .exists(true)
            case "create": write.precondition = .exists(false)
            case "delete": write.operation = .delete
            default: break
            }
            _ = script.write(write)
        }
        #expect(script.shown[listener]?.last == last)
    }

    // MARK: Without a server

    @Test func `shows what it knows as old while the server is out of reach`() throws {
        var (script, listener) = try started([("c/a", 1)], metadata: true)
        script.goOffline()
        script.goOffline()
        let late = try script.listen("d", metadata: true)
        #expect(script.shown[listener] == ["a1 server", "a1 cache"] && script.shown[late] == ["cache"])
        _ = script.write(set("c/b", 2))
        #expect(script.shown[listener]?.last == "a1 b2* cache")
        // The server is back, and goes on from where it stopped.
        _ = script.open()
        try script.hear(Said.add(2), Said.add(4), Said.current(2), Said.current(4), Said.mark(50))
        #expect(script.shown[listener]?.last == "a1 b2* server" && script.shown[late] == ["cache", "server"])
    }

    @Test func `tells those who want only content nothing of where it comes from`() throws {
        var (script, listener) = try started([("c/a", 1)])
        script.goOffline()
        _ = script.open()
        try script.hear(Said.add(2), Said.current(2), Said.mark(50))
        #expect(script.shown[listener] == ["a1 server"])
    }

    @Test func `knows that a document does not exist once the server has not named it`() throws {
        var script = StateScript()
        let listener = try script.listen(document: "c/a")
        _ = script.open()
        try script.hear(Said.add(2), Said.current(2), Said.mark(10))
        #expect(script.shown[listener] == ["server"])
        #expect(script.state.cached(Said.name("c/a").path)?.isKnown == true)
        #expect(script.state.cached(Said.name("c/b").path) == nil)
        try script.hear(Said.change("c/a", ["n": 1], at: 20, in: [2]), Said.mark(20))
        try script.hear(Said.deletion("c/a", at: 30, from: [2]), Said.mark(30))
        #expect(script.shown[listener] == ["server", "a1 server", "server"])
    }

    @Test func `gives up what another user wrote and the server does not have`() throws {
        var (script, listener) = try started([("c/a", 1)], metadata: true)
        let sent = script.write(set("c/a", 2))
        let waiting = script.write(set("c/b", 3))
        script.changeUser(keeping: sent)
        #expect(script.finished == [waiting: .some(.cancelled)])
        #expect(script.shown[listener]?.last == "a2* cache")
        #expect(script.open().first?.addTarget?.resumeToken == nil)
        try script.hear(Said.add(2), Said.current(2), Said.mark(40))
        // The other user may see nothing of it; the write that was on its way is answered to its author.
        #expect(script.shown[listener]?.last?.contains("a1") == false)
        script.reject(sent, .permissionDenied)
        #expect(script.finished[sent] == .some(.permissionDenied) && script.shown[listener]?.last == "server")
    }

    // MARK: Reading

    @Test func `answers a query from what it knows and what was written`() throws {
        var (script, _) = try started([("c/a", 1), ("c/b", 2), ("c/c", 3)])
        _ = script.write(Write(Said.name("c/a"), .delete))
        _ = script.write(set("c/b", 9))
        _ = script.write(set("c/d", 0))
        func ids(_ change: (inout ModelQuery) -> Void) throws -> [String] {
            var query = ModelQuery(parent: Said.name(""), source: .init("c"), orders: [.init(ModelPath(["n"]))])
            change(&query)
            return try script.state.cached(query).map(\.path.id)
        }
        #expect(try ids { _ in } == ["d", "c", "b"])
        #expect(try ids { $0.limit = 2 } == ["d", "c"])
        #expect(try ids { $0.filter = .condition(Condition(ModelPath(["n"]), .greaterThan(1))) } == ["c", "b"])
        #expect(try ids { $0.source = .init("other") } == [])
    }

    @Test func `puts writes over a reading that has not seen them, and only over that`() throws {
        var script = StateScript()
        let first = script.write(add("c/a", 10))
        let second = script.write(add("c/a", 100))
        script.acknowledge(first, at: 20)
        let path = Said.name("c/a").path
        func read(_ number: Int64, at micros: Int64) -> Int64? {
            let document = Said.document("c/a", ["n": .integer(number)], at: min(micros, 20))
            let remote = RemoteDocument(
                document: document,
                version: Said.time(min(micros, 20)),
                readTime: Said.time(micros)
            )
            let local = script.state.overlaid(remote, at: path, Said.time(micros))
            guard case .integer(let n)? = local.document?.fields["n"] else { return nil }
            #expect(local.hasPendingWrites)
            return n
        }
        // The second increment was computed upon the first one here.
        #expect(read(11, at: 25) != nil && script.state.nextBatch?.id == second)
        script.acknowledge(second, at: 30)
        let document = Said.document("c/a", ["n": 111], at: 30)
        let late = script.state.overlaid(
            RemoteDocument(document: document, version: Said.time(30), readTime: Said.time(31)),
            at: path,
            Said.time(31)
        )
        #expect(late.document?.fields == ["n": 111] && !late.hasPendingWrites)
    }
}
