import HearthCore
import HearthDatabase
import HearthHTTP
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("GET /readyz", .inProcessAndLive)
struct ReadinessTests {
    @Test func `fails while the storage takes no write, and recovers`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let store = backend.backend.store
        #expect(try await client.send(.get, "/readyz").status == 200)
        _ = try await store.write { db in try db.execute("PRAGMA query_only = ON") }
        backend.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "/readyz").status == 503)
        #expect(try await client.send(.get, "/healthz").status == 200)
        _ = try await store.read { db in try db.execute("PRAGMA query_only = OFF") }
        backend.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "/readyz").status == 200)
    }

    @Test func `fails for half a minute after the disk failed a request, though a small write would do`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        #expect(try await client.send(.get, "/readyz").status == 200)
        _ = try? await backend.backend.store.write { (_) -> Int in throw DatabaseError(code: .full, message: "full") }
        backend.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "/readyz").status == 503)
        backend.clock.advance(by: .seconds(29))
        #expect(try await client.send(.get, "/readyz").status == 503)
        backend.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "/readyz").status == 200)
    }

    @Test func `writes once in a while, however often it is asked`() async throws {
        let statements = Locked(0)
        var probe = BackendProbe()
        probe.worked = { text in if text.contains("REPLACE INTO readiness") { statements.withLock { $0 += 1 } } }
        let backend = try await TestBackend(probe: probe)
        let client = TestClient(backend)
        for _ in 0..<20 { #expect(try await client.send(.get, "/readyz").status == 200) }
        #expect(statements.withLock { $0 } == 1)
    }
}
