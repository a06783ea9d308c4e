@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

@Suite("The states of the session")
struct SessionStatesTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }

    @Test func `every follower begins with the present state`() async throws {
        let user = try await fixture.signIn()
        for _ in 0..<3 {
            var follower = auth.states.makeAsyncIterator()
            #expect(await follower.next()?.user == user)
        }
    }

    @Test func `a state is published before the call that made it returns`() async throws {
        let user = try await fixture.signIn()
        #expect(auth.currentUser == user)
        try await auth.signOut()
        #expect(auth.state.reason == .byUser && auth.currentUser == nil)
    }

    @Test func `a slow follower misses states, never the newest`() async throws {
        var follower = auth.states.makeAsyncIterator()
        let user = try await fixture.signIn()
        for number in 0..<20 { try await user.updateProfile(displayName: .set("name \(number)")) }
        #expect(await follower.next()?.user?.displayName == "name 19")
    }

    @Test func `a cancelled follower is forgotten`() async throws {
        let count = 50
        let followers = (0..<count).map { _ in Task { [auth] in for await _ in auth.states {} } }
        await until { auth.core.broadcast.followerCount == count }
        for follower in followers { follower.cancel() }
        for follower in followers { await follower.value }
        await until { auth.core.broadcast.followerCount == 0 }
    }

    @Test func `a refresh is no news`() async throws {
        _ = try await fixture.signIn()
        var follower = auth.states.makeAsyncIterator()
        #expect(await follower.next()?.isSignedIn == true)
        _ = try await auth.idToken(forcingRefresh: true)
        try await auth.signOut()
        #expect(await follower.next()?.reason == .byUser)
    }

    @Test func `signing out fails openly if the trace cannot be removed, and removes it later`() async throws {
        let user = try await fixture.signIn()
        fixture.storage.state.withLock { $0.writeProblem = .denied }
        let error = await failure { () throws(AuthError) in try await auth.signOut() }
        #expect(error?.code == .storageUnavailable)
        #expect(auth.state.reason == .byUser)
        #expect(fixture.storedUser == user.uid)
        fixture.storage.state.withLock { $0.writeProblem = nil }
        await until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: .seconds(1))
        await until { fixture.storage.bytes == nil }
    }

    @Test func `a sign-in is told once, with everything that is known of the user`() async throws {
        let told = Locked<[SessionState]>([])
        await auth.ready()
        let following = Task { [auth] in
            for await state in auth.states {
                told.withLock { $0.append(state) }
                if state.reason == .byUser { break }
            }
        }
        await until { told.withLock(\.count) == 1 }
        let gate = Gate()
        fixture.service.next("lookup", .hold(gate))
        let signIn = Task { try await fixture.signIn() }
        await until { fixture.service.count("lookup") == 1 }
        // A state that was told too early is seen now.
        await stepAside(100)
        gate.open()
        let user = try await signIn.value
        await until { told.withLock(\.count) == 2 }
        _ = try await user.reload()
        _ = try await auth.idToken(forcingRefresh: true)
        await auth.retryRestoring()
        await stepAside(100)
        try await auth.signOut()
        await following.value
        let states = told.withLock(\.self)
        #expect(states.map(\.user?.uid) == [nil, user.uid, nil])
        #expect(states.count == 3 && states[1].user?.providerData.map(\.providerID) == ["password"])
    }

    @Test func `signing out twice is no error`() async throws {
        try await auth.signOut()
        try await auth.signOut()
        #expect(auth.state.reason == .byUser)
    }
}
