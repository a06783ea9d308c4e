import HearthAuth
import HearthCore
import HearthHTTP
import HearthTesting
import HearthTokens
import Testing

/// The code of README: script/check compares each block with this file.
@Suite("README")
struct ReadmeTests {
    private struct App {
        func tenLines() async throws {
            let auth = Auth(.emulator(project: "demo-shop"))

            let result = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
            try await result.user.sendEmailVerification()

            do {
                try await auth.signIn(withEmail: "eve@example.com", password: "wrong horse")
            } catch {
                print(error.userMessage)
            }

            let token = try await auth.idToken()
            _ = token
        }
    }

    @Test func `an app is tested without a port`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)

        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user.sendEmailVerification()
        let mail = try await backend.inbox.next(.verifyEmail, to: "eve@example.com")
        try await auth.applyActionCode(mail.code)

        let user = try await auth.currentUser?.reload()
        #expect(user?.isEmailVerified == true)
    }

    @Test func `a server trusts a token`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        let user = try await auth.signInAnonymously().user
        let token = try await auth.idToken()
        let origin = "http://127.0.0.1:9099"
        let project = backend.project
        let transport = backend.transport

        let verifier = try TokenVerifier.hearth(origin: origin, project: project, transport: transport)
        let verified = try await verifier.verify(token.reveal())
        print(verified.uid, verified.email ?? "no address")

        #expect(verified.uid.rawValue == user.uid)
    }
}
