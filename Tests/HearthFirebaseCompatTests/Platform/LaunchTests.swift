import Foundation
import HearthAuth
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

/// The first thing that most apps do: `if Auth.auth().currentUser == nil { Auth.auth().signInAnonymously() }`.
@Suite("The first lines of an app")
struct LaunchTests {
    /// A storage that has to be waited for, as one behind a gate does.
    private final class SlowStorage: SessionStorage {
        private let content: any SessionStorage

        init(_ content: any SessionStorage) {
            self.content = content
        }

        func load() async -> StoredSession {
            for _ in 0..<50 { await Task.yield() }
            return await content.load()
        }

        func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) { try await content.save(session) }
        func delete() async throws(StorageUnavailability) { try await content.delete() }
    }

    @Test func `anyone who was signed in stays, however slow the storage is`() async throws {
        let backend = try await TestBackend()
        let content = InMemorySessionStorage()
        let earlier = HearthAuth.Auth(backend, storage: content)
        let uid = try await earlier.createUser(withEmail: "eve@example.com", password: "correct horse").user.uid
        let auth = HearthFirebaseCompat.Auth.auth(
            app: try TestApp.app(of: HearthAuth.Auth(backend, storage: SlowStorage(content)))
        )
        if auth.currentUser == nil { try await auth.signInAnonymously() }
        #expect(auth.currentUser?.uid == uid && auth.currentUser?.isAnonymous == false)
        let launched = HearthAuth.Auth(backend, storage: content)
        #expect(await launched.ready().user?.uid == uid)
    }

    @Test func `a locked storage refuses the guest with FirebaseAuth's error, and keeps the user`() async throws {
        let backend = try await TestBackend()
        let directory = NSTemporaryDirectory() + "hearth-launch-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let storage = FileSessionStorage(directory: directory)
        let uid = try await HearthAuth.Auth(backend, storage: storage).signInAnonymously().user.uid
        let bytes = try Data(contentsOf: URL(filePath: directory + "/session.sealed"))
        try Data("nonsense".utf8).write(to: URL(filePath: directory + "/session.sealed"))
        let auth = HearthFirebaseCompat.Auth.auth(
            app: try TestApp.app(of: HearthAuth.Auth(backend, storage: FileSessionStorage(directory: directory)))
        )
        #expect(await thrown { try await auth.signInAnonymously() }?.authCode == .keychainError)
        try bytes.write(to: URL(filePath: directory + "/session.sealed"))
        #expect(try await auth.signInAnonymously().user.uid == uid)
    }
}
