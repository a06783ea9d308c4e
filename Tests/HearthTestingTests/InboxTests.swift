import HearthAuth
import HearthTesting
import Testing

@Suite("The inbox of a test")
struct InboxTests {
    @Test func `says what did not arrive, and keeps what arrives later`() async throws {
        let backend = try await TestBackend()
        let nothing = try await #require(throws: NothingArrived.self) {
            try await backend.inbox.next(.passwordReset, to: "Ada@example.com", within: .milliseconds(1))
        }
        #expect("\(nothing)" == "a mail PASSWORD_RESET to ada@example.com did not arrive within 0.001 seconds")

        let auth = Auth(backend)
        _ = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse battery")
        try await auth.sendPasswordReset(withEmail: "ada@example.com")
        #expect(try await backend.inbox.next(.passwordReset, to: "ada@example.com").to == "ada@example.com")
    }
}
