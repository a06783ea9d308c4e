@testable import HearthAuth
import HearthCore
import HearthHTTP
import HearthTestSupport
import Testing

/// Sessions that the service ends while two processes share a storage.
@Suite("A session that the service ended, seen by two processes", .timeLimit(.minutes(5)))
struct EndedSessionTests {
    let storage = InMemorySessionStorage()
    let clock = TestClock()
    let service: FakeService
    let first: Auth
    let second: Auth

    init() async throws {
        let clock = clock
        service = FakeService(now: { clock.now })
        service.add("eve@example.com", password: "correct horse", uid: "eve")
        service.add("zoe@example.com", password: "correct horse", uid: "zoe")
        first = Self.process(storage, service, clock)
        try await first.signIn(withEmail: "eve@example.com", password: "correct horse")
        second = Self.process(storage, service, clock)
        await second.ready()
    }

    private static func process(_ storage: any SessionStorage, _ service: FakeService, _ clock: TestClock) -> Auth {
        Auth(.emulator(project: "demo-test"), storage: storage, transport: service, retry: .never, clock: clock.clock)
    }

    /// Another start of the app, once everything that can be written is.
    private func nextLaunch() async -> Auth {
        for auth in [first, second] {
            while await !auth.core.keeper.isSettled { await Task.yield() }
        }
        let auth = Self.process(storage, service, clock)
        await auth.ready()
        return auth
    }

    private func refresh(_ auth: Auth) async { _ = try? await auth.idToken(forcingRefresh: true) }

    enum End: CaseIterable {
        case disabled, deleted, revoked

        var reason: SignOutReason {
            switch self {
            case .disabled: .disabled
            case .deleted: .deleted
            case .revoked: .revoked
            }
        }
    }

    private func end(_ end: End) {
        switch end {
        case .disabled: service.change("eve") { $0?.isDisabled = true }
        case .deleted: service.change("eve") { $0 = nil }
        case .revoked: service.revoke("eve")
        }
    }

    @Test(arguments: End.allCases)
    func `the other process and the next start give the service's reason`(_ end: End) async throws {
        self.end(end)
        await refresh(first)
        #expect(first.state.reason == end.reason)
        #expect(await nextLaunch().state.reason == end.reason)
        #expect(await second.retryRestoring().reason == end.reason)
    }

    @Test func `a user's own sign-out removes the reason, and is followed as one`() async throws {
        service.revoke("eve")
        await refresh(first)
        try await second.signIn(withEmail: "eve@example.com", password: "correct horse")
        #expect(await first.retryRestoring().user?.uid == "eve")
        try await second.signOut()
        #expect(await first.retryRestoring().reason == .elsewhere)
        #expect(await nextLaunch().state.reason == .never)
    }

    @Test func `a sign-out after the end leaves nothing in the storage`() async throws {
        service.revoke("eve")
        await refresh(first)
        _ = await nextLaunch()
        guard case .found(let bytes) = await storage.load() else {
            Issue.record("the reason is not stored")
            return
        }
        let text = String(decoding: bytes.reveal(), as: UTF8.self)
        #expect(text.contains("revoked") && !text.contains("eve") && !text.contains("refresh"))
        try await first.signOut()
        guard case .absent = await storage.load() else {
            Issue.record("the reason is still stored")
            return
        }
    }

    @Test func `an account that its user deleted leaves nothing in the storage`() async throws {
        try await #require(first.currentUser).delete()
        guard case .absent = await storage.load() else {
            Issue.record("something is still stored")
            return
        }
        #expect(await second.retryRestoring().reason == .elsewhere)
    }

    @Test func `the note of an ended session is read in the form in which it was first written`() async {
        let note = #"{"format":2,"ended":"disabled","account":"YQ","tokens":"Yg"}"#
        let bytes = Secret(Array(note.utf8))
        let launched = Self.process(InMemorySessionStorage(bytes), service, clock)
        #expect(await launched.ready().reason == .disabled)
        let atOnce = Auth(
            .emulator(project: "demo-test"),
            storage: InMemorySessionStorage(bytes),
            readsStorageAtOnce: true
        )
        #expect(atOnce.state.reason == .disabled)
        let later = InMemorySessionStorage(
            Secret(Array(note.utf8.map { $0 == UInt8(ascii: "2") ? UInt8(ascii: "3") : $0 }))
        )
        #expect(await Self.process(later, service, clock).ready().unavailability == .undecodable)
    }

    enum Touch: CaseIterable {
        case look, refresh
    }

    private func touch(_ touch: Touch, _ auth: Auth) async {
        switch touch {
        case .look: await auth.retryRestoring()
        case .refresh: await refresh(auth)
        }
    }

    @Test(arguments: Touch.allCases)
    func `a new password on its way outlives the end that the other process heard of`(_ touch: Touch) async throws {
        let gate = Gate()
        service.next("update", .holdAnswer(gate))
        let change = Task { [first] in try await #require(first.currentUser).updatePassword(to: "another horse") }
        await until { service.revokedCount > 0 }
        await refresh(second)
        #expect(second.state.reason == .revoked)
        #expect(await nextLaunch().state.reason == .revoked)
        await self.touch(touch, first)
        #expect(first.currentUser?.uid == "eve")
        gate.open()
        _ = try? await change.value
        _ = try await first.idToken(forcingRefresh: true)
        _ = try await nextLaunch().idToken(forcingRefresh: true)
        #expect(await second.retryRestoring().user?.uid == "eve")
        _ = try await second.idToken(forcingRefresh: true)
    }

    @Test func `a sign-out by the user counts over a new password on its way`() async throws {
        let gate = Gate()
        service.next("update", .holdAnswer(gate))
        let change = Task { [first] in try await #require(first.currentUser).updatePassword(to: "another horse") }
        await until { service.revokedCount > 0 }
        try await second.signOut()
        gate.open()
        _ = try? await change.value
        #expect(await first.retryRestoring().reason == .elsewhere)
        #expect(await nextLaunch().state.reason == .never)
    }

    @Test func `two new passwords at the same moment leave both processes signed in`() async throws {
        let gate = Gate()
        service.next("update", .holdAnswer(gate))
        let change = Task { [first] in try await #require(first.currentUser).updatePassword(to: "another horse") }
        await until { service.revokedCount > 0 }
        // The service still takes the identity token; its answer comes before the one to the earlier call.
        try await #require(second.currentUser).updatePassword(to: "a third horse")
        clock.advance(by: .seconds(1))
        gate.open()
        _ = try? await change.value
        _ = await nextLaunch()
        _ = try await first.idToken(forcingRefresh: true)
        _ = try await second.idToken(forcingRefresh: true)
        _ = try await nextLaunch().idToken(forcingRefresh: true)
        #expect(first.currentUser?.uid == "eve" && second.currentUser?.uid == "eve")
    }

    @Test func `a sign-in goes on with the tokens of a password change that overtook it`() async throws {
        let third = Self.process(storage, service, clock)
        await third.ready()
        let gate = Gate()
        service.next("signInWithPassword", .holdAnswer(gate))
        let count = service.count("signInWithPassword")
        let signIn = Task { try await third.signIn(withEmail: "eve@example.com", password: "correct horse").user.uid }
        await until { service.count("signInWithPassword") > count }
        try await #require(first.currentUser).updatePassword(to: "another horse")
        gate.open()
        #expect(try await signIn.value == "eve")
        _ = try await third.idToken(forcingRefresh: true)
        while await !third.core.keeper.isSettled { await Task.yield() }
        _ = try await nextLaunch().idToken(forcingRefresh: true)
        // The process that changed the password follows, and keeps what it has.
        #expect(await first.retryRestoring().user?.uid == "eve")
        _ = try await first.idToken(forcingRefresh: true)
    }

    @Test func `the process that changed the password goes on when the sign-in's tokens are refused`() async throws {
        let tokens = try await first.core.keeper.live(nil).tokens
        try await #require(first.currentUser).updatePassword(to: "another horse")
        // As a process leaves it that signed in with the old password and died.
        let live = try await first.core.keeper.live(nil)
        let dead = KeptSession(id: "dead", account: live.account, tokens: tokens)
        await storage.save(try #require(SessionEnvelope.encode(dead)))
        _ = try await first.idToken(forcingRefresh: true)
        #expect(first.currentUser?.uid == "eve")
        _ = try await nextLaunch().idToken(forcingRefresh: true)
    }

    @Test func `refused tokens are not stored again by a process that still has them`() async throws {
        service.revoke("eve")
        await refresh(first)
        _ = await nextLaunch()
        // The service takes the identity token, and this process writes what it has learned of the account.
        _ = try? await second.currentUser?.updateProfile(displayName: .set("Eve"))
        #expect(await nextLaunch().state.reason == .revoked)
        #expect(second.state.reason == .revoked)
    }

    @Test func `other tokens of the account are asked about, and kept while the service cannot be reached`()
        async throws
    {
        try await #require(first.currentUser).updatePassword(to: "another horse")
        // As a process leaves it that had the old tokens refused, and knew of no others.
        let old = KeptSession(
            id: nil,
            account: Account(uid: "eve"),
            tokens: try await second.core.keeper.live(nil).tokens
        )
        await storage.save(try #require(EndedSession(old, .revoked).bytes))
        service.next("token", .transport(.unreachable))
        #expect(await first.retryRestoring().user?.uid == "eve")
        service.revoke("eve")
        #expect(await first.retryRestoring().reason == .revoked)
        #expect(await nextLaunch().state.reason == .revoked)
    }

    @Test func `the end of another user's session signs out the one who was before`() async throws {
        try await second.signIn(withEmail: "zoe@example.com", password: "correct horse")
        service.revoke("zoe")
        await refresh(second)
        _ = await nextLaunch()
        #expect(await first.retryRestoring().reason == .elsewhere)
        #expect(await nextLaunch().state.reason == .revoked)
    }
}

extension SessionKeeper {
    /// Whether nothing waits to be written.
    var isSettled: Bool {
        heedSignOut()
        return ledger.written == ledger.wanted && ledger.writer == nil
    }
}
