import HearthAuth
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

/// An app of a backend of its own, under a name that no other test has.
struct SampleApp: Sendable {
    let backend: TestBackend
    let auth: HearthFirebaseCompat.Auth

    init() async throws {
        backend = try await TestBackend()
        let name = "sample-" + RandomSource.system.alphanumeric(16)
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        auth = .auth(app: try #require(FirebaseApp.app(name: name)))
    }
}

/// Waits for the handler of an action.
@MainActor
func done(_ action: (@escaping () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in action { continuation.resume() } }
}
