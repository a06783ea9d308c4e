import HearthCore
import HearthFirestore
import HearthHTTP
import HearthTesting
import Testing

/// Credentials that a test changes, and that remember what they were asked.
private final class ChangingCredentials: CallCredentials {
    private let current: Locked<String?>
    private let refreshed: String?
    let refreshes = Locked(0)
    let userChanges: AsyncStream<String?>
    private let continuation: AsyncStream<String?>.Continuation

    init(_ token: String?, refreshed: String? = nil) {
        current = Locked(token)
        self.refreshed = refreshed
        (userChanges, continuation) = AsyncStream.makeStream()
        continuation.yield("first")
    }

    func token(forcingRefresh: Bool) -> Secret<String>? {
        if forcingRefresh {
            refreshes.withLock { $0 += 1 }
            current.withLock { $0 = refreshed }
        }
        return current.withLock { $0 }.map { Secret($0) }
    }

    func appCheckToken(limitedUse: Bool) async -> Secret<String>? { Secret("attested") }

    func change(to user: String?, _ token: String?) {
        current.withLock { $0 = token }
        continuation.yield(user)
    }
}

@Suite("Tokens of calls and streams")
struct CredentialTests {
    /// An unsigned token, as an emulator takes it.
    private func token(of user: String) -> String {
        let parts = [#"{"alg":"none"}"#, #"{"sub":"\#(user)","user_id":"\#(user)","aud":"demo"}"#]
        return parts.map { Base64.encode(Array($0.utf8), .url) }.joined(separator: ".") + "."
    }

    private static let rules = """
        service cloud.firestore {
          match /databases/{database}/documents {
            match /users/{uid}/notes/{note} { allow read, write: if request.auth.uid == uid; }
            match /shared/{id} { allow read, write: if request.auth != null; }
          }
        }
        """

    @Test func `App Check's token goes along with calls and with streams`() async throws {
        let backend = try await TestBackend()
        let transport = WatchedTransport(backend.transport)
        let firestore = backend.client(ChangingCredentials("owner"), transport: transport)
        try await firestore.document("c/d").setData(["n": 1])
        var snapshots = firestore.collection("c").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.count == 1)
        for text in [":commit", "/channel"] {
            let sent = transport.values(of: "X-Firebase-AppCheck", where: text)
            #expect(!sent.isEmpty && sent.allSatisfy { $0 == "attested" })
        }
        await firestore.terminate()
    }

    @Test func `a token that is refused is refreshed, for a call and for a stream`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules(Self.rules)
        for isStream in [false, true] {
            let credentials = ChangingCredentials("garbage", refreshed: token(of: "ada"))
            let clock = FirestoreClock(sleep: { _ in
                await Task.yield()
                try Task.checkCancellation()
            })
            let transport = WatchedTransport(backend.transport) { request in
                // As a server in production answers; the emulator would call it a wrong argument.
                guard request.fields["Authorization"] == "Bearer garbage" else { return nil }
                let body = #"{"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}"#
                return HTTPResponse(status: 401, body: .bytes(Array(body.utf8)))
            }
            let firestore = backend.client(credentials, transport: transport, clock: clock)
            if isStream {
                var snapshots = firestore.collection("users/ada/notes").snapshots.makeAsyncIterator()
                var snapshot = try #require(try await snapshots.next())
                while snapshot.metadata.isFromCache { snapshot = try #require(try await snapshots.next()) }
            } else {
                try await firestore.document("users/ada/notes/n").setData(["n": 1])
            }
            #expect(credentials.refreshes.withLock { $0 } == 1)
            await firestore.terminate()
        }
    }

    @Test func `a refreshed token opens the stream anew, and nothing is lost or told twice`() async throws {
        let backend = try await TestBackend()
        let transport = WatchedTransport(backend.transport)
        let credentials = ChangingCredentials(token(of: "ada"))
        let firestore = backend.client(credentials, transport: transport)
        var snapshots = firestore.collection("shared").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.isEmpty == true)
        try await backend.client().document("shared/a").setData(["n": 1])
        #expect(try await snapshots.next()?.count == 1)
        let before = transport.values(of: "Authorization", where: "RID=").count
        credentials.change(to: "first", token(of: "ada") + "AAAA")
        while transport.values(of: "Authorization", where: "/channel").last != "Bearer " + token(of: "ada") + "AAAA" {
            await Task.yield()
        }
        try await backend.client().document("shared/b").setData(["n": 2])
        let next = try #require(try await snapshots.next())
        #expect(next.documentChanges.map { $0.document.documentID } == ["b"])
        #expect(transport.values(of: "Authorization", where: "RID=").count > before)
        await firestore.terminate()
    }

    @Test func `another user is shown nothing of the one before`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules(Self.rules)
        try await backend.client().document("users/ada/notes/n").setData(["secret": 1])
        let credentials = ChangingCredentials(token(of: "ada"))
        let firestore = backend.client(credentials)
        var snapshots = firestore.collection("users/ada/notes").snapshots.makeAsyncIterator()
        var snapshot = try #require(try await snapshots.next())
        while snapshot.isEmpty { snapshot = try #require(try await snapshots.next()) }
        credentials.change(to: "eve", token(of: "eve"))
        let refusal = await code { while try await snapshots.next() != nil {} }
        #expect(refusal == .permissionDenied)
        #expect(await code { _ = try await firestore.document("users/ada/notes/n").getDocument() } == .permissionDenied)
        let cached = try await firestore.collection("users/ada/notes").getDocuments(source: .cache)
        #expect(cached.isEmpty)
        await firestore.terminate()
    }

    @Test func `a listener that comes back after the history is over has what the server has`() async throws {
        let backend = try await TestBackend()
        let there = backend.client()
        for n in 1...5 { try await there.document("shared/d\(n)").setData(["n": n]) }
        let credentials = ChangingCredentials("owner")
        let firestore = backend.client(credentials)
        var snapshots = firestore.collection("shared").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.count == 5)
        try await firestore.disableNetwork()
        backend.clock.advance(by: .hours(2))
        try await there.document("shared/d1").delete()
        try await there.document("shared/d2").delete()
        try await there.document("shared/d3").updateData(["n": 33])
        try await firestore.enableNetwork()
        var snapshot = try #require(try await snapshots.next())
        while snapshot.metadata.isFromCache || snapshot.count != 3 {
            snapshot = try #require(try await snapshots.next())
        }
        #expect(snapshot.documents.map(\.documentID) == ["d3", "d4", "d5"])
        #expect(snapshot.documents.first?["n"] == 33)
        await firestore.terminate()
    }
}
