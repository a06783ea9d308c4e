import FirestoreSamples
import HearthDatabase
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreStore
import HearthFirestoreWire
import HearthTestSupport
import Testing

@Suite("Listening across restarts of the server", .timeLimit(.minutes(5)))
struct ResumedListenTests {
    /// What a client keeps while the server is away.
    private struct Memory {
        var view = ListenerView()
        var tokens: [Int32: [UInt8]] = [:]

        /// Takes messages until a snapshot has come in which every target is current.
        mutating func catchUp(_ client: StreamClient, with server: StreamServer, mark: Int32) async {
            client.add(mark, Query(parent: StreamServer.name(""), source: .init("nothing")))
            while let message = await client.nextMessage() {
                if let change = message.targetChange, !change.resumeToken.isEmpty {
                    let ids = change.targetIds.isEmpty ? Array(tokens.keys) : change.targetIds
                    for id in ids { tokens[id] = change.resumeToken }
                }
                if view.take(message, until: mark) { return }
            }
        }
    }

    @Test(arguments: 1...4)
    func `tells a client exactly what it missed, however often the server was away`(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let location = Database.Location.sqlite(path: folder.file("firestore.db"))
        var random = QueryGenerator(seed: seed)
        var queries: [Int32: PreparedQuery] = [:]
        for id in [Int32(2), 4, 6] {
            var query = try random.query()
            query.limit = id == 6 ? 3 : nil
            query.offset = 0
            queries[id] = try query.prepared()
        }
        var memory = Memory()
        var documents: [ResourceName: Document] = [:]
        for life in 0..<5 {
            // The clock stands where it stood before: the times of commits go on all the same.
            let server = try await StreamServer(location)
            let client = server.listen()
            for (id, query) in queries {
                client.add(id, query.query) { $0.resumeToken = memory.tokens[id] ?? [] }
                memory.tokens[id] = memory.tokens[id] ?? []
            }
            for round in 0..<4 {
                // The last commits of a life are made after the client is gone.
                let mark = Int32(1001 + 2 * (life * 4 + round))
                if round < 3 { await memory.catchUp(client, with: server, mark: mark) }
                if round < 3 {
                    for (id, query) in queries {
                        let expected = query.run(over: documents.values).results.map(\.name.text)
                        #expect(memory.view.members[id, default: []] == Set(expected), "life \(life), \(query.query)")
                    }
                    for name in Set(memory.view.members.values.joined()) {
                        let stored = documents.first { $0.key.text == name }?.value.fields
                        #expect(memory.view.documents[name] == stored, "life \(life), \(name)")
                    }
                }
                if round == 2 { #expect(await client.end() == nil) }
                let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.document() }
                let writes = changes.map { document in
                    let isDeletion = Int.random(in: 0..<3, using: &random) == 0
                    documents[document.name] = isDeletion ? nil : document
                    return Write(document.name, isDeletion ? .delete : .update(document.fields, mask: nil))
                }
                _ = try await server.store.commit(writes, in: demo)
            }
            await server.store.close()
        }
    }
}
