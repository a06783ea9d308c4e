import HearthAuth
import HearthBackend
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

/// An app of a backend of its own, under a name that no other test has.
struct TestApp: Sendable {
    let backend: TestBackend
    let app: FirebaseApp

    var auth: HearthFirebaseCompat.Auth { .auth(app: app) }

    init(_ configure: (inout BackendConfiguration) -> Void = { _ in }) async throws {
        backend = try await TestBackend(configure: configure)
        app = try Self.app(of: HearthAuth.Auth(backend))
    }

    /// Another device with an app of the same backend.
    func another() throws -> HearthFirebaseCompat.Auth {
        .auth(app: try Self.app(of: HearthAuth.Auth(backend)))
    }

    /// An app over any client.
    static func app(of client: HearthAuth.Auth) throws -> FirebaseApp {
        let name = "test-" + RandomSource.system.alphanumeric(16)
        FirebaseApp.configure(name: name, client: client)
        return try #require(FirebaseApp.app(name: name))
    }

    /// A signed-in user whose address is proved.
    func verifiedUser(_ email: String) async throws -> HearthFirebaseCompat.User {
        let user = try await auth.createUser(withEmail: email, password: "correct horse").user
        try await user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: email).code)
        try await user.reload()
        return user
    }
}
