import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("Listeners")
@MainActor
struct ListenerTests {
    private static let eve = "eve@example.com"
    let test: TestApp
    var auth: Auth { test.auth }

    init() async throws {
        test = try await TestApp()
    }

    /// What a listener was called with, to be awaited one by one.
    private struct Calls: Sendable {
        let users: AsyncStream<String?>
        let yield: @Sendable (Auth, User?) -> Void

        init() {
            let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
            users = stream
            yield = { _, user in continuation.yield(user?.uid) }
        }
    }

    @Test func `a listener is first told what is so already, and not within the call`() async throws {
        let user = try await auth.signInAnonymously().user
        let isAdded = Locked(false)
        let calls = Calls()
        let handle = auth.addStateDidChangeListener { auth, user in
            #expect(isAdded.withLock(\.self) && auth === test.auth)
            calls.yield(auth, user)
        }
        isAdded.withLock { $0 = true }
        var users = calls.users.makeAsyncIterator()
        #expect(await users.next() == .some(user.uid))
        auth.removeStateDidChangeListener(handle)
    }

    @Test func `a listener hears of each change of who is signed in, and of nothing else`() async throws {
        let calls = Calls()
        auth.addStateDidChangeListener(calls.yield)
        var users = calls.users.makeAsyncIterator()
        #expect(await users.next() == .some(nil))
        let guest = try await auth.signInAnonymously().user
        #expect(await users.next() == .some(guest.uid))
        _ = try await guest.getIDToken(forcingRefresh: true)
        try await guest.reload()
        let eve = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        #expect(await users.next() == .some(eve.uid))
        try auth.signOut()
        #expect(await users.next() == .some(nil))
    }

    @Test func `a listener to tokens hears of refreshes too`() async throws {
        let calls = Calls()
        let handle = auth.addIDTokenDidChangeListener(calls.yield)
        var users = calls.users.makeAsyncIterator()
        #expect(await users.next() == .some(nil))
        let guest = try await auth.signInAnonymously().user
        #expect(await users.next() == .some(guest.uid))
        test.backend.clock.advance(by: .seconds(1))
        _ = try await guest.getIDToken(forcingRefresh: true)
        #expect(await users.next() == .some(guest.uid))
        auth.removeIDTokenDidChangeListener(handle)
    }

    @Test func `a removed listener is not called any more`() async throws {
        let heard = Locked(0)
        let state = auth.addStateDidChangeListener { _, _ in heard.withLock { $0 += 1 } }
        let token = auth.addIDTokenDidChangeListener { _, _ in heard.withLock { $0 += 1 } }
        // Called after the other two.
        let calls = Calls()
        auth.addStateDidChangeListener(calls.yield)
        var users = calls.users.makeAsyncIterator()
        _ = await users.next()
        #expect(heard.withLock(\.self) == 2)
        auth.removeStateDidChangeListener(state)
        auth.removeIDTokenDidChangeListener(token)
        try await auth.signInAnonymously()
        _ = await users.next()
        #expect(heard.withLock(\.self) == 2)
    }

    @Test func `listeners are called in the order in which they came`() async throws {
        let order = Locked<[Int]>([])
        for number in 0..<5 {
            auth.addStateDidChangeListener { _, _ in order.withLock { $0.append(number) } }
        }
        let calls = Calls()
        auth.addStateDidChangeListener(calls.yield)
        var users = calls.users.makeAsyncIterator()
        _ = await users.next()
        try await auth.signInAnonymously()
        _ = await users.next()
        #expect(order.withLock(\.self) == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
    }

    @Test func `who removes a listener in another's call keeps it from its own`() async throws {
        let second = Locked<AuthStateDidChangeListenerHandle?>(nil)
        let calls = Calls()
        let heard = Locked(0)
        auth.addStateDidChangeListener { auth, _ in
            if let handle = second.withLock(\.self) { auth.removeStateDidChangeListener(handle) }
        }
        let handle = auth.addStateDidChangeListener { _, _ in heard.withLock { $0 += 1 } }
        second.withLock { $0 = handle }
        auth.addStateDidChangeListener(calls.yield)
        var users = calls.users.makeAsyncIterator()
        _ = await users.next()
        #expect(heard.withLock(\.self) == 0)
    }

    @Test func `sequences begin with who is signed in`() async throws {
        let guest = try await auth.signInAnonymously().user
        var states = auth.authStateChanges.makeAsyncIterator()
        var tokens = auth.idTokenChanges.makeAsyncIterator()
        #expect(try #require(await states.next()) === guest)
        #expect(try #require(await tokens.next()) === guest)
        test.backend.clock.advance(by: .seconds(1))
        _ = try await guest.getIDToken(forcingRefresh: true)
        #expect(try #require(await tokens.next()) === guest)
        try auth.signOut()
        #expect(try #require(await states.next()) == nil)
        #expect(try #require(await tokens.next()) == nil)
    }

    @Test func `signing out is seen at once`() async throws {
        try await auth.signInAnonymously()
        try auth.signOut()
        #expect(auth.currentUser == nil)
        try auth.signOut()
    }
}
