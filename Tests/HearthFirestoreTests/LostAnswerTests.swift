import HearthCore
import HearthFirestore
import HearthHTTP
import HearthTesting
import Testing

/// Loses the answer of the first commit, which the server has made.
private struct ForgetfulTransport: HTTPTransport {
    let inner: any HTTPTransport
    private let hasLost = Locked(false)

    init(_ inner: any HTTPTransport) { self.inner = inner }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await inner.send(request)
        guard request.target.hasSuffix(":commit") else { return response }
        let isFirst = hasLost.withLock { lost in
            defer { lost = true }
            return !lost
        }
        if isFirst { throw TransportError(.connectionLost) }
        return response
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange { try await inner.open(request) }
}

@Suite("A write whose answer is lost")
struct LostAnswerTests {
    private func client(of backend: TestBackend) -> Firestore {
        let clock = FirestoreClock(sleep: { _ in
            await Task.yield()
            try Task.checkCancellation()
        })
        return backend.client(transport: ForgetfulTransport(backend.transport), clock: clock)
    }

    @Test func `is sent again, and data are what they would be after one`() async throws {
        let backend = try await TestBackend()
        let document = client(of: backend).document("c/d")
        try await document.setData(["n": 1, "tags": FieldValue.arrayUnion(["a", "b"])])
        let stored = try await backend.client().document("c/d").getDocument()
        #expect(stored["n"] == 1 && stored["tags"] == ["a", "b"])
    }

    @Test func `counts an increment twice, as the documentation says`() async throws {
        let backend = try await TestBackend()
        try await backend.client().document("c/d").setData(["n": 1])
        try await client(of: backend).document("c/d").updateData(["n": FieldValue.increment(1)])
        #expect(try await backend.client().document("c/d").getDocument()["n"] == 3)
    }

    @Test func `is refused the second time if it creates, and the document is there`() async throws {
        let backend = try await TestBackend()
        let document = client(of: backend).document("c/d")
        #expect(await code { try await document.create(["n": 1]) } == .alreadyExists)
        #expect(try await backend.client().document("c/d").getDocument()["n"] == 1)
    }

    @Test func `ends a transaction, which is not run a second time`() async throws {
        let backend = try await TestBackend()
        try await backend.client().document("c/d").setData(["n": 1])
        let firestore = client(of: backend)
        let document = firestore.document("c/d")
        let failure = await code {
            try await firestore.runTransaction { transaction in
                let number = try await transaction.getDocument(document)["n"]?.intValue ?? 0
                transaction.updateData(["n": number + 1], forDocument: document)
            }
        }
        #expect(failure == .unavailable)
        let stored = try await backend.client().document("c/d").getDocument()["n"]?.intValue
        #expect(stored == 2)
    }
}
