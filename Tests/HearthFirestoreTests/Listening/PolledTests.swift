import HearthCore
import HearthFirestore
import HearthHTTP
import HearthTesting
import Testing

@Suite("Where no web channel comes through")
struct PolledTests {
    /// A client behind a proxy that answers web channels with a page; its pauses pass at once.
    private func client(
        of backend: TestBackend,
        _ credentials: any CallCredentials = FixedCredentials.emulatorOwner,
        status: Int = 404
    ) -> (firestore: Firestore, transport: WatchedTransport) {
        let transport = WatchedTransport(backend.transport) { request in
            guard request.target.contains("/channel") else { return nil }
            var response = HTTPResponse(status: status, body: .bytes(Array("<html>Not here</html>".utf8)))
            response.fields["Content-Type"] = "text/html; charset=utf-8"
            return response
        }
        let clock = FirestoreClock(sleep: { _ in
            await Task.yield()
            try Task.checkCancellation()
        })
        return (backend.client(credentials, transport: transport, clock: clock), transport)
    }

    @Test(arguments: [200, 403, 404, 405]) func `a query is followed by reading it again`(status: Int) async throws {
        let backend = try await TestBackend()
        let there = backend.client()
        try await there.document("c/a").setData(["n": 1])
        let (firestore, transport) = client(of: backend, status: status)
        var snapshots = firestore.collection("c").order(by: "n").snapshots.makeAsyncIterator()
        let first = try #require(try await snapshots.next())
        #expect(first.documents.map(\.documentID) == ["a"] && !first.metadata.isFromCache)
        try await there.document("c/b").setData(["n": 0])
        #expect(try await snapshots.next()?.documents.map(\.documentID) == ["b", "a"])
        try await there.document("c/a").updateData(["n": -1])
        #expect(try await snapshots.next()?.documents.map(\.documentID) == ["a", "b"])
        try await there.document("c/b").delete()
        let last = try #require(try await snapshots.next())
        #expect(last.documentChanges.map(\.type) == [.removed])
        #expect(transport.values(of: "Content-Type", where: "/channel").count == 1)
        await firestore.terminate()
    }

    @Test func `documents come and go, and what is written here is shown at once`() async throws {
        let backend = try await TestBackend()
        let (firestore, _) = client(of: backend)
        var snapshots = firestore.document("c/d").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.exists == false)
        try await firestore.document("c/d").setData(["n": 1])
        var snapshot = try #require(try await snapshots.next())
        #expect(snapshot["n"] == 1)
        try await backend.client().document("c/d").delete()
        while snapshot.exists { snapshot = try #require(try await snapshots.next()) }
        await firestore.terminate()
    }

    @Test func `a listener that is refused ends, and the others go on`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules(
            """
            service cloud.firestore {
              match /databases/{database}/documents { match /open/{id} { allow read: if true; } }
            }
            """
        )
        let (firestore, _) = client(of: backend, FixedCredentials.anonymous)
        var snapshots = firestore.collection("open").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.isEmpty == true)
        #expect(await code { for try await _ in firestore.collection("closed").snapshots {} } == .permissionDenied)
        try await backend.client().document("open/d").setData(["n": 1])
        #expect(try await snapshots.next()?.count == 1)
        await firestore.terminate()
    }
}
