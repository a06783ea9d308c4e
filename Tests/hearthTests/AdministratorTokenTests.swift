import HearthCore
import Testing

@testable import hearth

@Suite("The administrator's token")
struct AdministratorTokenTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    @Test(
        arguments: [
            "https://identity.example.com", "https://127.0.0.1", "http://127.0.0.1:9099", "http://localhost:9099",
            "http://[::1]:9099",
        ]
    )
    func `is sent over TLS, and to this machine`(_ origin: String) throws {
        var asked: [String] = []
        let token = try BackendAddress.administratorToken(for: origin) { name in
            asked.append(name)
            return Self.token
        }
        #expect(token.reveal() == Self.token && asked == ["HEARTH_ADMIN_TOKEN"])
    }

    @Test(
        arguments: [
            "http://identity.example.com", "http://192.168.0.2:9099", "http://0.0.0.0:9099", "http://[::]:9099",
            "http://localhost.example.com", "http://127.0.0.1.example.com:9099", "http://127.0.0.1@example.com",
            "HTTP://identity.example.com", "ftp://127.0.0.1", "identity.example.com", "",
        ]
    )
    func `is not even read for an address where others could listen`(_ origin: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try BackendAddress.administratorToken(for: origin) { _ in
                Issue.record("the environment was read")
                return Self.token
            }
        }
        #expect(failure?.reason.contains("neither HTTPS nor this machine") == true)
    }

    @Test func `must be in the environment`() {
        let failure = #expect(throws: CommandFailure.self) {
            try BackendAddress.administratorToken(for: "https://identity.example.com") { _ in nil }
        }
        #expect(failure?.reason == "--production needs HEARTH_ADMIN_TOKEN in the environment")
    }
}
