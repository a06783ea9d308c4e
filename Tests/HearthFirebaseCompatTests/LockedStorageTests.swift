import HearthAuth
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

/// A storage that cannot be read before the device is unlocked.
private final class LockedStorage: SessionStorage {
    let isLocked = Locked(true)
    private let content = InMemorySessionStorage()

    func load() async -> StoredSession {
        if isLocked.withLock(\.self) { .unavailable(.locked) } else { await content.load() }
    }

    func save(_ session: Secret<[UInt8]>) async {
        await content.save(session)
    }

    func delete() async {
        await content.delete()
    }
}

@Suite("A storage that is locked at the start")
@MainActor
struct LockedStorageTests {
    @Test func `is not taken for an empty one`() async throws {
        let backend = try await TestBackend()
        let storage = LockedStorage()
        storage.isLocked.withLock { $0 = false }
        let earlier = HearthAuth.Auth(backend, storage: storage)
        let uid = try await earlier.signInAnonymously().user.uid
        storage.isLocked.withLock { $0 = true }
        let app = try TestApp.app(of: HearthAuth.Auth(backend, storage: storage))
        let users = HearthFirebaseCompat.Auth.auth(app: app).authStateChanges
        storage.isLocked.withLock { $0 = false }
        // No one is shown before someone is.
        for await user in users {
            #expect(user?.uid == uid)
            break
        }
    }
}
