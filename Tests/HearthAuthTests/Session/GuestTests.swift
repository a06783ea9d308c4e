@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

/// The idiom `if auth.currentUser == nil { try await auth.signInAnonymously() }`, whatever the storage is up to.
@Suite("Becoming a guest")
struct GuestTests {
    private func signedIn() async throws -> (fixture: Fixture, uid: String) {
        let fixture = Fixture()
        return (fixture, try await fixture.signIn().uid)
    }

    @Test func `waits for a storage that is being read, and keeps the user`() async throws {
        let (fixture, uid) = try await signedIn()
        let gate = Gate()
        let later = fixture.restarted(storage: FaultyStorage(fixture.storage.bytes, loadGate: gate))
        #expect(later.auth.currentUser == nil)
        let guest = Task { [auth = later.auth] in try await auth.signInAnonymously() }
        await until { later.storage.state.withLock { $0.loads } == 1 }
        gate.open()
        let result = try await guest.value
        #expect(result.user.uid == uid && !result.additionalUserInfo.isNewUser)
        #expect(later.storedUser == uid && fixture.service.count("signUp") == 0)
    }

    @Test(arguments: [StorageUnavailability.locked, .denied, .failed, .busy])
    func `is refused while no one can say who is signed in`(_ reason: StorageUnavailability) async throws {
        let (fixture, uid) = try await signedIn()
        let locked = FaultyStorage(fixture.storage.bytes, loadProblems: [reason, reason])
        let later = fixture.restarted(storage: locked)
        let error = await failure { () throws(AuthError) in try await later.auth.signInAnonymously() }
        #expect(error?.code == .storageUnavailable && error?.storage == reason && error?.recovery == .storage)
        #expect(fixture.service.count("signUp") == 0)
        // It is unlocked, and the user is still there.
        #expect(try await later.auth.signInAnonymously().user.uid == uid)
        #expect(later.storedUser == uid)
    }

    @Test func `is refused over a session that cannot be decoded, until that is discarded`() async throws {
        let storage = FaultyStorage(Array("of a newer version".utf8))
        let fixture = Fixture(storage: storage)
        let error = await failure { () throws(AuthError) in try await fixture.auth.signInAnonymously() }
        #expect(error?.storage == .undecodable && error?.recovery == .sessionEnded && error?.reason.isEmpty == false)
        #expect(storage.bytes == Array("of a newer version".utf8))
        try await fixture.auth.signOut()
        #expect(storage.bytes == nil && fixture.auth.state.reason == .byUser)
        #expect(try await fixture.auth.signInAnonymously().user.isAnonymous)
    }

    @Test func `a guest of a device that locks meanwhile does not overwrite the user`() async throws {
        let (fixture, uid) = try await signedIn()
        let storage = FaultyStorage()
        let later = fixture.restarted(storage: storage)
        let gate = Gate()
        fixture.service.next("signUp", .hold(gate))
        let guest = Task { [auth = later.auth] in try await auth.signInAnonymously() }
        await until { fixture.service.count("signUp") == 1 }
        // What the storage denied was not so.
        storage.state.withLock { state in
            state.bytes = fixture.storage.bytes
            state.loadProblems = [.locked]
        }
        gate.open()
        _ = try await guest.value
        await until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: .seconds(1))
        await until { later.auth.currentUser?.uid == uid }
        #expect(later.storedUser == uid)
    }

    @Test func `a user who signed in since the start is replaced, as in FirebaseAuth`() async throws {
        let (fixture, uid) = try await signedIn()
        let guest = try await fixture.auth.signInAnonymously().user
        #expect(guest.isAnonymous && guest.uid != uid && fixture.storedUser == guest.uid)
    }

    @Test func `a sign-out that is not stored yet is not undone by the next guest`() async throws {
        let (fixture, _) = try await signedIn()
        fixture.storage.state.withLock { $0.writeProblem = .full }
        #expect(await failure { () throws(AuthError) in try await fixture.auth.signOut() }?.storage == .full)
        fixture.storage.state.withLock { $0.writeProblem = nil }
        let guest = try await fixture.auth.signInAnonymously().user
        #expect(guest.isAnonymous && fixture.storedUser == guest.uid)
    }

    @Test func `two at once are one guest`() async throws {
        let fixture = Fixture()
        async let one = fixture.auth.signInAnonymously().user.uid
        async let other = fixture.auth.signInAnonymously().user.uid
        let uids = try await [one, other]
        #expect(uids[0] == uids[1] && fixture.auth.currentUser?.uid == uids[0])
    }
}
