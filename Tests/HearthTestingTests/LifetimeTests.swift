import HearthAuth
import HearthBackend
import HearthTesting
import Testing

@Suite("What a test has dropped")
struct LifetimeTests {
    @Test func `goes away, with its backend, its client and what they do in the background`() async throws {
        weak var backend: Backend?
        weak var client: Auth?
        do {
            let test = try await TestBackend()
            let auth = Auth(test)
            _ = try await auth.signInAnonymously()
            _ = try await test.firestore
            backend = test.backend
            client = auth
        }
        for _ in 0..<10_000 where backend != nil || client != nil { await Task.yield() }
        #expect(backend == nil)
        #expect(client == nil)
    }
}
