import HearthAuth
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

@testable import FirebaseStyle

/// The app's layers over a backend of their own.
struct TestApp: Sendable {
    let backend: TestBackend
    let auth: HearthFirebaseCompat.Auth

    var accounts: FirebaseAccountRepository { FirebaseAccountRepository(auth: auth) }

    init() async throws {
        backend = try await TestBackend()
        auth = try Self.device(of: backend)
    }

    /// A further device of the same backend.
    func anotherDevice() throws -> HearthFirebaseCompat.Auth {
        try Self.device(of: backend)
    }

    private static func device(of backend: TestBackend) throws -> HearthFirebaseCompat.Auth {
        let name = "style-" + RandomSource.system.alphanumeric(16)
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        return .auth(app: try #require(FirebaseApp.app(name: name)))
    }
}
