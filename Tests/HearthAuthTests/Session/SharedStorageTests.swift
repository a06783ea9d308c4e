@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

/// Two clients as two processes have them: a storage object each, over the same files.
@Suite("Two processes that share a storage")
struct SharedStorageTests {
    let directory: TemporaryFolder
    let clock = TestClock()
    let service: FakeService
    let first: Auth
    let second: Auth

    init() async throws {
        let clock = clock
        directory = TemporaryFolder()
        service = FakeService(now: { clock.now })
        service.add("eve@example.com", password: "correct horse", uid: "eve")
        service.add("zoe@example.com", password: "correct horse", uid: "zoe")
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

    /// Who is signed in after the next start.
    private func nextLaunch() async -> SessionState {
        await Self.process(directory, service, clock).ready()
    }

    enum Touch: CaseIterable {
        case refresh, reload, rename, look
    }

    private func touch(_ touch: Touch, _ auth: Auth) async {
        guard let user = auth.currentUser else { return }
        switch touch {
        case .refresh: _ = try? await user.idToken(forcingRefresh: true)
        case .reload: _ = try? await user.reload()
        case .rename: _ = try? await user.updateProfile(displayName: .set("Eve"))
        case .look: await auth.retryRestoring()
        }
    }

    @Test(arguments: Touch.allCases)
    func `a sign-out stays, whatever the other process does afterwards`(_ touch: Touch) async throws {
        try await first.signOut()
        await self.touch(touch, second)
        await until { second.state.reason == .elsewhere }
        #expect(await nextLaunch().reason == .never)
        #expect(FileFacts.names(directory.path) == ["session.lock"])
    }

    @Test(arguments: Touch.allCases)
    func `a switch to another account stays, and the other process follows`(_ touch: Touch) async throws {
        try await first.signIn(withEmail: "zoe@example.com", password: "correct horse")
        var states = second.states.makeAsyncIterator()
        #expect(await states.next()?.user?.uid == "eve")
        await self.touch(touch, second)
        #expect(await states.next()?.user?.uid == "zoe")
        #expect(await nextLaunch().user?.uid == "zoe")
        #expect(try await second.idToken().reveal() == first.idToken().reveal())
    }

    @Test func `a session that ended does not end the one that took its place`() async throws {
        try await first.signIn(withEmail: "zoe@example.com", password: "correct horse")
        service.change("eve") { $0?.isDisabled = true }
        await touch(.reload, second)
        await until { second.currentUser?.uid == "zoe" }
        #expect(await nextLaunch().user?.uid == "zoe")
    }

    @Test func `what one process learned reaches the other, and neither writes over it`() async throws {
        try await #require(first.currentUser).updateProfile(displayName: .set("Eve the First"))
        _ = try await second.idToken(forcingRefresh: true)
        await until { second.currentUser?.displayName == "Eve the First" }
        try await first.signOut()
        #expect(await nextLaunch().reason == .never)
    }

    @Test func `new tokens of one process are not replaced by the old ones of the other`() async throws {
        // Rotates the tokens, and revokes the old ones.
        try await #require(first.currentUser).updatePassword(to: "another horse")
        try await #require(second.currentUser).updateProfile(displayName: .set("Eve"))
        let launched = Self.process(directory, service, clock)
        _ = await launched.ready()
        _ = try await launched.idToken(forcingRefresh: true)
        _ = try await second.idToken(forcingRefresh: true)
        #expect(second.currentUser?.uid == "eve")
    }

    @Test func `a sign-out counts for both, also if the other has switched the account`() async throws {
        try await first.signIn(withEmail: "zoe@example.com", password: "correct horse")
        try await second.signOut()
        #expect(second.state.reason == .byUser)
        #expect(await nextLaunch().reason == .never)
        await touch(.look, first)
        #expect(first.state.reason == .elsewhere)
    }

    @Test func `a process without a user finds the one of the other before it makes a guest`() async throws {
        try await first.signOut()
        await touch(.look, second)
        try await second.signIn(withEmail: "zoe@example.com", password: "correct horse")
        #expect(try await first.signInAnonymously().user.uid == "zoe")
        #expect(service.count("signUp") == 0)
    }

    @Test func `a guest who is made while the other process signs in gives way`() async throws {
        try await first.signOut()
        await touch(.look, second)
        let gate = Gate()
        service.next("signUp", .hold(gate))
        let guest = Task { [first] in try await first.signInAnonymously().user.uid }
        await until { service.count("signUp") == 1 }
        try await second.signIn(withEmail: "zoe@example.com", password: "correct horse")
        gate.open()
        #expect(try await guest.value == "zoe")
        #expect(first.currentUser?.uid == "zoe")
        #expect(await nextLaunch().user?.uid == "zoe")
    }

    @Test func `the same user signed in anew is followed too`() async throws {
        let old = try #require(second.currentUser)
        try await first.signIn(withEmail: "eve@example.com", password: "correct horse")
        await touch(.look, second)
        #expect(second.currentUser?.uid == "eve" && second.currentUser != old)
        #expect(await failure { () throws(AuthError) in try await old.reload() }?.code == .staleUser)
    }
}
