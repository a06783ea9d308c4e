import HearthAuth
import HearthCore
import HearthHTTP
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

@MainActor
@Suite("SessionModel")
struct SessionModelTests {
    @Test(arguments: [
        (SessionState.restoring, SessionModel.Screen.restoring),
        (.storageUnavailable(.locked), .storageUnavailable(.locked)), (.signedOut(.never), .signedOut(nil)),
        (.signedOut(.byUser), .signedOut(nil)), (.signedOut(.revoked), .signedOut(Message(.sessionRevoked))),
        (.signedOut(.disabled), .signedOut(Message(.userDisabled))),
        (.signedOut(.deleted), .signedOut(Message(.sessionDeleted))),
        (.signedOut(.idle), .signedOut(Message(.sessionTimedOut))),
        (.signedOut(.sessionExpired), .signedOut(Message(.sessionTimedOut))),
        (.signedOut(SignOutReason(rawValue: "new")), .signedOut(Message(.sessionRevoked))),
    ])
    func `shows the screen for what is known`(_ session: SessionState, _ screen: SessionModel.Screen) {
        var state = ManagerState(session: session)
        #expect(SessionModel.Screen(state) == screen)
        state.isLocked = true
        #expect(SessionModel.Screen(state) == .locked)
    }

    @Test func `follows a session that is locked, unlocked and signed out`() async throws {
        let answers = Locked<[Bool]>([true, false, true])
        let gate = PassphraseGate { (_) throws(GateRefusal) in
            guard answers.withLock({ $0.removeFirst() }) else { throw .cancelled }
            return "open sesame"
        }
        let storage = GatedSessionStorage(InMemorySessionStorage(), gate: gate)
        let manager = AuthManager(Auth(try await TestBackend(), storage: storage), gate: storage)
        try await manager.unlock()
        let user = try #require(try await manager.signIn(with: .guest).user)
        let model = SessionModel(AuthDependencies(manager))
        let following = Task { await model.run() }
        await until { model.screen == .signedIn(user) }
        try await manager.lock()
        await until { model.screen == .locked }
        // The user does not want to: nothing is said, and the session stays locked.
        await model.unlock(reason: "Shop")
        #expect(model.screen == .locked && model.lastError == nil)
        await model.unlock(reason: "Shop")
        #expect(model.screen != .locked)
        await model.signOut()
        #expect(model.screen == .signedOut(nil))
        following.cancel()
        await following.value
    }

    @Test func `looks into the storage again`() async throws {
        let storage = LockedStorage()
        let backend = try await TestBackend()
        try await Auth(backend, storage: storage.storage).signInAnonymously()
        let manager = AuthManager(Auth(backend, storage: storage), storage: InMemorySessionStorage())
        await manager.ready()
        let model = SessionModel(AuthDependencies(manager))
        #expect(model.screen == .storageUnavailable(.locked))
        storage.isLocked.withLock { $0 = false }
        await model.retry()
        guard case .signedIn = model.screen else { return #expect(Bool(false)) }
    }

    @Test func `goes from the first screen to the app and back`() async throws {
        let stage = try await Stage()
        let model = SessionModel(stage.dependencies)
        let following = Task { await model.run() }
        let user = try await stage.signIn()
        await until { model.screen == .signedIn(user) }
        try await stage.manager.signOut()
        await until { model.screen == .signedOut(nil) }
        following.cancel()
        await following.value
    }
}

/// A storage that cannot be read before the device is unlocked.
private final class LockedStorage: SessionStorage {
    let storage = InMemorySessionStorage()
    let isLocked = Locked(true)

    func load() async -> StoredSession {
        isLocked.withLock(\.self) ? .unavailable(.locked) : await storage.load()
    }

    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) { await storage.save(session) }
    func delete() async throws(StorageUnavailability) { await storage.delete() }
    func neighbor(_ name: String) -> any SessionStorage { storage.neighbor(name) }
}
