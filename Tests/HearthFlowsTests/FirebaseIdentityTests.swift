import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// What the AuthManager of FirebaseIdentity gets wrong, one test for each weakness.
@Suite("What FirebaseIdentity gets wrong")
struct FirebaseIdentityTests {
    private static let late = Duration.minutes(10)

    private func asks(_ answer: ReauthenticationAnswer) -> ReauthenticationHandler {
        { _ in answer }
    }

    @Test func `every call ends while no user is signed in`() async throws {
        let manager = try await Fixture().manager
        #expect(await failure { () throws(FlowError) in try await manager.updateDisplayName(to: "Eve") } == .signedOut)
        #expect(await failure { () throws(FlowError) in try await manager.updatePhoto(to: nil) } == .signedOut)
        #expect(
            await failure { () throws(FlowError) in try await manager.updateEmail(to: "a@b.example") } == .signedOut
        )
        #expect(await failure { () throws(FlowError) in try await manager.updatePassword(to: "longer") } == .signedOut)
        #expect(await failure { () throws(FlowError) in try await manager.unlink("google.com") } == .signedOut)
        #expect(await failure { () throws(FlowError) in try await manager.link(Fixture.google("g")) } == .signedOut)
        #expect(await failure { () throws(FlowError) in try await manager.confirm() } == .signedOut)
        #expect(await failure { () throws(FlowError) in try await manager.enrollAuthenticatorApp() } == .signedOut)
        #expect(await failure { () throws(FlowError) in try await manager.deleteAccount() } == .signedOut)
        let upgrade = await failure { () throws(FlowError) in
            try await manager.upgradeGuest(with: Fixture.google("g")) { _, _ in }
        }
        #expect(upgrade == .signedOut)
    }

    @Test func `a name and a sign-in method are changed after a confirmation too`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        try await device.manager.link(Fixture.google("g"))
        device.backend.clock.advance(by: Self.late)
        let (manager, answer) = (device.manager, asks(.password(Fixture.password)))
        let named = try await manager.withRecentLogin(
            perform: { try await manager.updateDisplayName(to: "Eve") },
            reauthenticate: answer
        )
        #expect(named.displayName == "Eve")
        device.backend.clock.advance(by: Self.late)
        let unlinked = try await manager.withRecentLogin(
            perform: { try await manager.unlink("google.com") },
            reauthenticate: answer
        )
        #expect(unlinked.providerData.map(\.providerID) == ["password"])
    }

    @Test func `a call that never ends blocks no other, and can be given up`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        try await device.manager.signOut()
        device.link.hold("accounts:signInWithPassword")
        let hanging = Task {
            await failure { () throws(FlowError) in
                try await device.manager.signIn(with: .password(email: Fixture.eve, password: Fixture.password))
            }
        }
        await until { device.manager.state.signingInWith == "password" }
        let outcome = try await device.manager.signIn(with: .guest)
        #expect(outcome.user?.isAnonymous == true)
        #expect(await hanging.value?.code == .superseded)
        let cancelled = Task {
            await failure { () throws(FlowError) in
                try await device.manager.signIn(with: .password(email: Fixture.eve, password: Fixture.password))
            }
        }
        await until { device.manager.state.signingInWith == "password" }
        cancelled.cancel()
        #expect(await cancelled.value?.code == .cancelled)
        #expect(device.manager.state.flow == .idle)
    }

    @Test func `linking and confirming without a user are errors, not crashes`() async throws {
        let device = try await Fixture()
        let user = try await device.signUp()
        try await device.manager.signOut()
        let error = await failure { () throws(FlowError) in try await device.manager.link(Fixture.google("g")) }
        #expect(error == .signedOut)
        let deleted = await failure { () throws(FlowError) in
            try await device.manager.withRecentLogin(perform: { try await user.delete() })
        }
        #expect(deleted == .signedOut)
    }

    @Test func `a provider of any kind may call itself password`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: Self.late)
        let answers = Answers([.provider(.oidc("password", idToken: "x")), .provider(.guest), .cancel])
        let error = await failure { () throws(FlowError) in
            try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        }
        #expect(error == .cancelled && answers.asked.count == 3)
        #expect(answers.asked.last?.lastProblem == Message(AuthError(.invalidCredential)))
    }

    @Test func `a manager may go while something is on its way`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.link.hold("accounts:delete")
        weak var gone: AuthManager?
        let task: Task<FlowError?, Never>
        do {
            let manager = AuthManager(device.auth, storage: InMemorySessionStorage())
            gone = manager
            task = Task { await failure { () throws(FlowError) in try await manager.deleteAccount() } }
            await until { device.link.count("accounts:delete") == 1 }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        await until { gone == nil }
    }

    @Test func `a conflict is found without asking who has the address`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        try await device.manager.signOut()
        let wrong = await failure { () throws(FlowError) in
            try await device.manager.signIn(with: .password(email: Fixture.eve, password: "wrong horse"))
        }
        #expect(wrong == .refused && wrong?.recovery == .input)
        let outcome = try await device.manager.signIn(with: Fixture.facebook("f", email: Fixture.eve))
        guard case .needsLinking(let conflict) = outcome else {
            Issue.record("no conflict: \(outcome)")
            return
        }
        #expect(
            conflict.kind == .addressTaken && conflict.email == Fixture.eve && conflict.providerID == "facebook.com"
        )
        #expect(device.link.count("accounts:createAuthUri") == 0)
        let user = try #require(
            try await device.manager.resolve(conflict, with: .password(email: Fixture.eve, password: Fixture.password))
                .user
        )
        #expect(user.providerData.map(\.providerID).sorted() == ["facebook.com", "password"])
        #expect(device.manager.state.flow == .idle && device.manager.currentUser?.uid == user.uid)
    }

    @Test func `a wrong password may be tried again, and a challenge ends once`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: Self.late)
        let answers = Answers([.password("wrong horse"), .password(Fixture.password)])
        try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        #expect(answers.asked.map(\.attemptsLeft) == [5, 4])
        #expect(answers.asked.last?.lastProblem == Message(AuthError(.invalidCredential)))
        let over = try #require(answers.asked.last)
        await device.manager.answer(over, with: .cancel)
        #expect(device.manager.state.flow == .idle && device.manager.state.session.isSignedIn)
        device.backend.clock.advance(by: Self.late)
        let always = await failure { () throws(FlowError) in
            try await device.manager.confirm(reauthenticate: asks(.password("wrong horse")))
        }
        #expect(always == .tooManyAttempts && always?.auth?.code == .invalidCredential)
    }

    @Test func `what was asked for by one user is never done to another`() async throws {
        let device = try await Fixture()
        try await device.signUp("ada@example.com")
        try await device.signUp()
        device.backend.clock.advance(by: Self.late)
        let manager = device.manager
        let calls = Locked(0)
        let error = await failure { () throws(FlowError) in
            try await manager.withRecentLogin(
                to: .deleteAccount,
                perform: {
                    calls.withLock { $0 += 1 }
                    try await device.auth.currentUser?.delete()
                },
                reauthenticate: { _ in
                    try await manager.signIn(with: .password(email: "ada@example.com", password: Fixture.password))
                    return .password(Fixture.password)
                }
            )
        }
        #expect(error == .superseded && calls.withLock(\.self) == 0)
        #expect(try await device.auth.currentUser?.reload().email == "ada@example.com")
    }

    @Test func `a service that always wants a more recent sign-in is asked twice at most`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let calls = Locked(0)
        let answers = Answers([.password(Fixture.password)])
        let error = await failure { () throws(FlowError) in
            try await device.manager.withRecentLogin(
                perform: {
                    calls.withLock { $0 += 1 }
                    throw AuthError(.requiresRecentLogin)
                },
                reauthenticate: { try await answers.next(to: $0) }
            )
        }
        #expect(error == .stillNotRecent && calls.withLock(\.self) == 2 && answers.asked.count == 1)
    }

    @Test func `another account's credential is called that, and changes nothing`() async throws {
        let device = try await Fixture(.lenient)
        _ = try await device.manager.signIn(with: Fixture.google("other", email: "other@gmail.com"))
        let mine = try #require(
            try await device.manager.signIn(with: Fixture.google("mine", email: "mine@gmail.com")).user
        )
        device.backend.clock.advance(by: Self.late)
        let answers = Answers([.provider(Fixture.google("other")), .cancel])
        let error = await failure { () throws(FlowError) in
            try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        }
        #expect(error == .cancelled && answers.asked.last?.lastProblem == Message(.userMismatch))
        #expect(device.manager.currentUser?.uid == mine.uid)
    }

    @Test(arguments: [-86_400, 0, 86_400]) func `how recent a sign-in is, the device's clock does not say`(
        wrong: Int64
    ) async throws {
        let backend = try await TestBackend { $0.profile = .strict }
        var clock = backend.clientClock
        let right = clock.now
        clock.now = { right() + .seconds(wrong) }
        let device = Fixture(backend, clock: clock)
        try await device.signUp()
        let answers = Answers([.password(Fixture.password)])
        try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        #expect(answers.asked.isEmpty)
        backend.clock.advance(by: Self.late)
        try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        #expect(answers.asked.count == 1)
        try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        #expect(answers.asked.count == 1)
    }

    @Test func `a cancelled deletion is cancelled, and an interrupted one goes on`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: Self.late)
        let done = Locked<[String]>([])
        let cancelled = await failure { () throws(FlowError) in
            try await device.manager.deleteAccount {
                Step("Orders") { _ in done.withLock { $0.append("Orders") } }
            } reauthenticate: { _ in
                .cancel
            }
        }
        #expect(cancelled == .cancelled && done.withLock(\.isEmpty) && device.manager.state.deletion == nil)
        let fails = Locked(true)
        for _ in 0..<2 {
            _ = await failure { () throws(FlowError) in
                try await device.manager.deleteAccount {
                    Step("Orders") { _ in done.withLock { $0.append("Orders") } }
                    Step("Photos") { _ in
                        if fails.withLock({ fails in (fails, fails = false).0 }) { throw CancellationError() }
                        done.withLock { $0.append("Photos") }
                    }
                } reauthenticate: { _ in
                    .password(Fixture.password)
                }
            }
        }
        #expect(done.withLock(\.self) == ["Orders", "Photos"])
        #expect(device.manager.state.session == .signedOut(.deleted))
    }
}
