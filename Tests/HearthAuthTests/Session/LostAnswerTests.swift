@testable import HearthAuth
import HearthCore
import HearthHTTP
import HearthTestSupport
import Testing

/// The service did it, and the client does not know.
@Suite("Lost answers")
struct LostAnswerTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }
    var service: FakeService { fixture.service }

    /// How the client comes not to know.
    enum Loss: CaseIterable, Sendable {
        case connection, time, cancelled
    }

    /// Makes the call, which loses its answer, and then once more.
    private func twice<Answer: Sendable>(
        _ operation: String,
        _ loss: Loss,
        _ call: @escaping @Sendable () async throws(AuthError) -> Answer
    ) async -> Result<Answer, AuthError> {
        switch loss {
        case .connection: service.next(operation, .loseAnswer(.connectionLost))
        case .time: service.next(operation, .loseAnswer(.timedOut))
        case .cancelled: service.next(operation, .loseAnswer(.cancelled))
        }
        // Nothing else is answered either, until the second call.
        for other in ["lookup", "signInWithPassword", "token"] { service.always(other, .transport(.unreachable)) }
        _ = await result(of: call)
        for other in ["lookup", "signInWithPassword", "token"] { service.always(other, nil) }
        return await result(of: call)
    }

    @Test(arguments: Loss.allCases)
    func `a sign-up is made once and ends signed in`(_ loss: Loss) async throws {
        let result = await twice("signUp", loss) { [auth] () throws(AuthError) in
            try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user.uid
        }
        let uid = try result.get()
        #expect(auth.currentUser?.uid == uid && fixture.storedUser == uid)
        #expect(service.state.withLock { $0.accounts.count } == 1)
    }

    @Test func `a sign-up with another password does not open the account`() async throws {
        service.next("signUp", .loseAnswer(.cancelled))
        _ = await failure { () throws(AuthError) in
            try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        }
        let error = await failure { () throws(AuthError) in
            try await auth.createUser(withEmail: "eve@example.com", password: "another horse")
        }
        #expect(error?.code == .emailAlreadyInUse && service.count("signInWithPassword") == 0)
    }

    @Test(arguments: Loss.allCases)
    func `a guest whose link was made is a lasting user`(_ loss: Loss) async throws {
        let guest = try await auth.signInAnonymously().user
        let result = await twice("signUp", loss) { () throws(AuthError) in
            try await guest.link(withEmail: "eve@example.com", password: "correct horse").user
        }
        let user = try result.get()
        #expect(user.uid == guest.uid && !user.isAnonymous && user.email == "eve@example.com")
        #expect(auth.currentUser == user && fixture.storedUser == guest.uid)
        #expect(service.state.withLock { $0.accounts.count } == 1)
    }

    @Test(arguments: [TransportError.Kind.connectionLost, .timedOut])
    func `one call finds out by itself that the link was made`(_ kind: TransportError.Kind) async throws {
        let guest = try await auth.signInAnonymously().user
        service.next("signUp", .loseAnswer(kind))
        let user = try await guest.link(withEmail: "eve@example.com", password: "correct horse").user
        #expect(user.uid == guest.uid && !user.isAnonymous)
    }

    @Test func `a link that was not made is still a network error, and may be made again`() async throws {
        let guest = try await auth.signInAnonymously().user
        service.next("signUp", .transport(.connectionLost))
        let error = await failure { () throws(AuthError) in
            try await guest.link(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(error?.code == .networkError && auth.currentUser?.isAnonymous == true)
        #expect(try await !guest.link(withEmail: "eve@example.com", password: "correct horse").user.isAnonymous)
    }

    @Test func `an address that is another user's is refused, with or without a lost answer`() async throws {
        service.add("eve@example.com", password: "correct horse", uid: "eve")
        let guest = try await auth.signInAnonymously().user
        let result = await twice("signUp", .connection) { () throws(AuthError) in
            try await guest.link(withEmail: "eve@example.com", password: "correct horse").user.uid
        }
        guard case .failure(let error) = result else { return #expect(Bool(false)) }
        #expect(error.code == .emailAlreadyInUse)
        #expect(auth.currentUser?.uid == guest.uid && auth.currentUser?.isAnonymous == true)
    }

    @Test func `a link that the process did not live to hear of is found by the next one`() async throws {
        let guest = try await auth.signInAnonymously().user
        service.next("signUp", .loseAnswer(.cancelled))
        _ = await failure { () throws(AuthError) in
            try await guest.link(withEmail: "eve@example.com", password: "correct horse")
        }
        let later = fixture.restarted()
        let again = try #require(await later.auth.ready().user)
        let user = try await again.link(withEmail: "eve@example.com", password: "correct horse").user
        #expect(user.uid == guest.uid && !user.isAnonymous)
    }

    @Test func `linking a second time is refused when the first time was answered`() async throws {
        let guest = try await auth.signInAnonymously().user
        let user = try await guest.link(withEmail: "eve@example.com", password: "correct horse").user
        let error = await failure { () throws(AuthError) in
            try await user.link(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(error?.code == .providerAlreadyLinked)
    }

    @Test(arguments: Loss.allCases)
    func `a password that was changed is the password, and the user stays`(_ loss: Loss) async throws {
        let user = try await fixture.signIn()
        let result = await twice("update", loss) { () throws(AuthError) in
            try await user.updatePassword(to: "another horse").uid
        }
        #expect(try result.get() == user.uid && auth.currentUser?.uid == user.uid && fixture.storedUser == user.uid)
        _ = try await auth.idToken(forcingRefresh: true)
        try await auth.signIn(withEmail: "eve@example.com", password: "another horse")
    }

    @Test func `one call finds out by itself that the password was changed`() async throws {
        let user = try await fixture.signIn()
        service.next("update", .loseAnswer(.timedOut))
        #expect(try await user.updatePassword(to: "another horse").uid == user.uid)
        _ = try await auth.idToken(forcingRefresh: true)
    }

    @Test func `a session goes on with a password whose change was given up`() async throws {
        let user = try await fixture.signIn()
        service.next("update", .loseAnswer(.cancelled))
        #expect(
            await failure { () throws(AuthError) in try await user.updatePassword(to: "another horse") }?.code
                == .cancelled
        )
        _ = try await auth.idToken(forcingRefresh: true)
        #expect(auth.currentUser?.uid == user.uid)
    }

    @Test func `a password that was not changed leaves the session as it was`() async throws {
        let user = try await fixture.signIn()
        service.next("update", .transport(.connectionLost))
        let error = await failure { () throws(AuthError) in try await user.updatePassword(to: "another horse") }
        #expect(error?.code == .networkError && auth.currentUser?.uid == user.uid)
        try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
    }

    @Test func `a session that ends otherwise is over, in spite of a password that waits`() async throws {
        let user = try await fixture.signIn()
        service.next("update", .transport(.cancelled))
        _ = await failure { () throws(AuthError) in try await user.updatePassword(to: "another horse") }
        service.always("token", .refuse("TOKEN_EXPIRED"))
        #expect(
            await failure { () throws(AuthError) in try await auth.idToken(forcingRefresh: true) }?.code
                == .userTokenExpired
        )
        #expect(auth.state.reason == .revoked && fixture.storedUser == nil)
    }

    @Test(arguments: Loss.allCases)
    func `an account that was deleted is deleted, and no user is signed in`(_ loss: Loss) async throws {
        let user = try await fixture.signIn()
        let result = await twice("delete", loss) { () throws(AuthError) in try await user.delete() }
        #expect(throws: Never.self) { try result.get() }
        #expect(auth.state.reason == .deleted && fixture.storedUser == nil)
    }
}
