import HearthCore
import HearthDatabase
import HearthJSON
import HearthTesting
import HearthWire
import Testing

@testable import HearthBackend

@Suite("Rows that have ended")
struct CleanupTests {
    private static func count(_ backend: TestBackend) async throws -> Int {
        try await backend.backend.store.read { db in try db.first("SELECT count(*) FROM codes NOT INDEXED")?[0] ?? 0 }
    }

    @Test func `are removed a batch a request`() async throws {
        var probe = BackendProbe()
        probe.refusesScans = false
        let backend = try await TestBackend(probe: probe) { $0.profile = .strict }
        let client = TestClient(backend)
        for index in 0..<40 {
            let body: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": .string("user\(index)@example.com")]
            #expect(try await client.user("accounts:sendOobCode", body).status == 200)
        }
        backend.clock.advance(by: .hours(100))
        let more: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": "last@example.com"]
        for left in [40 - 16 + 1, 40 - 32 + 2, 3, 4] {
            #expect(try await client.user("accounts:sendOobCode", more).status == 200)
            #expect(try await Self.count(backend) == left)
        }
    }

    @Test func `and all others are never looked through`() async throws {
        let backend = try await TestBackend()
        let error = await #expect(throws: APIError.self) { try await Self.count(backend) }
        #expect(error?.httpStatus == 500)
    }
}
