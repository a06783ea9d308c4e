@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

/// Sessions that the service ends while two processes share a storage.
@Suite("A session that the service ended, seen by two processes", .timeLimit(.minutes(5)))
struct EndedSessionTests {
    let directory = TemporaryFolder()
    let clock = TestClock()
    let service: FakeService
    let first: Auth
    let second: Auth

    init() async throws {
        let clock = clock
        service = FakeService(now: { clock.now })
        service.add("eve@example.com", password: "correct horse", uid: "eve")
        first = Self.process(directory, service, clock)
        try await first.signIn(withEmail: "eve@example.com", password: "correct horse")
        second = Self.process(directory, service, clock)
        await second.ready()
    }

    private static func process(_ directory: TemporaryFolder, _ service: FakeService, _ clock: TestClock) -> Auth {
        Auth(
            .emulator(project: "demo-test"),
            storage: FileSessionStorage(directory: directory.path),
            transport: service,
            retry: .never,
            clock: clock.clock
        )
    }

    private func nextLaunch() async -> Auth {
        let auth = Self.process(directory, service, clock)
        await auth.ready()
        return auth
    }

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
    func `a process that follows the end of a session gives the service's reason`(_ end: End) async throws {
        self.end(end)
        _ = try? await first.idToken(forcingRefresh: true)
        await until { first.state.reason == end.reason }
        await until { await nextLaunch().state.reason == .never }
        #expect(await second.retryRestoring().reason == end.reason)
        // Another sign-in leaves nothing of it.
        service.change("eve") { $0 = .init(uid: "eve", email: "eve@example.com", password: "correct horse") }
        try await second.signIn(withEmail: "eve@example.com", password: "correct horse")
        #expect(await first.retryRestoring().user?.uid == "eve")
        try await second.signOut()
        #expect(await first.retryRestoring().reason == .elsewhere)
        #expect(directory.names.filter { !$0.hasSuffix(".lock") }.isEmpty)
    }

    @Test func `the note of an ended session names no user and no token`() async throws {
        let token = try await first.core.keeper.live(nil).tokens.refreshToken.reveal()
        service.revoke("eve")
        _ = try? await first.idToken(forcingRefresh: true)
        await until { directory.names.contains("session-ended.sealed") && !directory.names.contains("session.sealed") }
        guard case .found(let bytes) = await FileSessionStorage(directory: directory.path).neighbor("ended").load()
        else {
            Issue.record("no note")
            return
        }
        let text = String(decoding: bytes.reveal(), as: UTF8.self)
        #expect(text.contains("revoked") && !text.contains("eve") && !text.contains(token))
    }

    @Test func `the end of an account is told to a process that was in another session of it`() async throws {
        // Takes the place of the session that the second process is in.
        try await first.signIn(withEmail: "eve@example.com", password: "correct horse")
        let third = await nextLaunch()
        service.change("eve") { $0?.isDisabled = true }
        _ = try? await first.idToken(forcingRefresh: true)
        await until { await nextLaunch().state.reason == .never }
        #expect(await second.retryRestoring().reason == .disabled)
        #expect(await third.retryRestoring().reason == .disabled)
    }

    enum Touch: CaseIterable {
        case look, refresh, rename
    }

    @Test(arguments: Touch.allCases)
    func `a new password on its way outlives the end that the other process saw`(_ touch: Touch) async throws {
        let gate = Gate()
        service.next("update", .holdAnswer(gate))
        let change = Task { [first] in try await #require(first.currentUser).updatePassword(to: "another horse") }
        await until { service.revokedCount > 0 }
        _ = try? await second.idToken(forcingRefresh: true)
        await until { second.state.reason == .revoked }
        await until { await nextLaunch().currentUser == nil }
        switch touch {
        case .look: await first.retryRestoring()
        case .refresh: _ = try? await first.idToken(forcingRefresh: true)
        case .rename: _ = try? await first.currentUser?.updateProfile(displayName: .set("Eve"))
        }
        #expect(first.currentUser?.uid == "eve")
        gate.open()
        _ = try? await change.value
        _ = try await first.idToken(forcingRefresh: true)
        await until { await nextLaunch().currentUser?.uid == "eve" }
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
        #expect(await first.retryRestoring().reason == .elsewhere)
        gate.open()
        await #expect(throws: (any Error).self) { try await change.value }
        #expect(first.state.reason == .elsewhere)
        #expect(await nextLaunch().currentUser == nil)
    }

    @Test func `a sign-in goes on with the tokens of a password change that overtook it`() async throws {
        let third = Self.process(directory, service, clock)
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
        #expect(third.currentUser?.uid == "eve")
        _ = try await nextLaunch().idToken(forcingRefresh: true)
        // The process that changed the password follows, and keeps what it has.
        #expect(await first.retryRestoring().user?.uid == "eve")
        _ = try await first.idToken(forcingRefresh: true)
    }

    @Test func `tokens that the service refused are not stored again by a process that still has them`() async throws {
        service.revoke("eve")
        _ = try? await first.idToken(forcingRefresh: true)
        await until { directory.names.contains("session-ended.sealed") && !directory.names.contains("session.sealed") }
        // Has changed what it knows of the account, and not the tokens.
        _ = try? await second.currentUser?.updateProfile(displayName: .set("Eve"))
        await until { second.state.reason == .revoked }
        #expect(await nextLaunch().currentUser == nil)
    }
}
