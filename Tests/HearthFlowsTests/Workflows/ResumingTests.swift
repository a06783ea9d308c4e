import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// The steps inside a step that go on in the next run.
@Suite("Second factors after the end of the process")
struct ResumingTests {
    private static let password = IdentityProvider.password(email: Fixture.eve, password: Fixture.password)

    @Test func `a texted code enrolls its factor in the next run`() async throws {
        let device = try await Fixture()
        _ = try await device.verifiedUser()
        let enrollment = try await device.manager.enrollPhone(Fixture.number)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        let next = await device.nextRun()
        #expect(await next.manager.ready().enrollment == enrollment)
        let wrong = await failure { () throws(FlowError) in try await next.manager.finish(enrollment, code: "000000") }
        #expect(wrong?.auth?.code == .invalidVerificationCode && next.manager.state.enrollment?.attemptsLeft == 4)
        let user = try await next.manager.finish(enrollment, code: code)
        #expect(user.enrolledFactors.count == 1)
        #expect(next.manager.state.enrollment == nil)
        #expect(await next.flows.load().isAbsent)
    }

    @Test func `an authenticator app that was shown its key is added in the next run, and the key can be shown again`()
        async throws
    {
        let device = try await Fixture()
        _ = try await device.verifiedUser()
        let enrollment = try await device.manager.enrollAuthenticatorApp()
        let secret = try #require(enrollment.totp)
        let app = try #require(AuthenticatorApp(key: secret.sharedSecretKey()))
        let next = await device.nextRun()
        let found = try #require(await next.manager.ready().enrollment)
        #expect(found == enrollment)
        #expect(found.totp?.generateQRCodeURL(issuer: "Shop") == secret.generateQRCodeURL(issuer: "Shop"))
        let wrong = await failure { () throws(FlowError) in try await next.manager.finish(found, code: "000000") }
        #expect(wrong?.auth?.code == .invalidVerificationCode && next.manager.state.enrollment?.attemptsLeft == 4)
        let third = await next.nextRun()
        #expect(await third.manager.ready().enrollment?.attemptsLeft == 4)
        let user = try await third.manager.finish(found, code: app.code(at: device.backend.clock.now))
        #expect(user.enrolledFactors.map(\.factorID) == [TOTPMultiFactorGenerator.factorID])
        #expect(third.manager.state.enrollment == nil)
        #expect(await third.flows.load().isAbsent)
    }

    @Test func `the key of an authenticator app is not added to another user in the next run`() async throws {
        let device = try await Fixture()
        _ = try await device.verifiedUser()
        let enrollment = try await device.manager.enrollAuthenticatorApp()
        let next = await device.nextRun()
        await next.manager.ready()
        try await next.manager.signOut()
        #expect(next.manager.state.enrollment == nil)
        try await next.manager.signIn(with: .guest)
        let error = await failure { () throws(FlowError) in
            try await next.manager.finish(enrollment, code: "000000")
        }
        #expect(error == .notPending)
        #expect(await next.flows.load().isAbsent)
    }

    @Test func `a confirmation that waited for its second factor makes the next run's session a recent one`()
        async throws
    {
        let device = try await Fixture()
        try await device.twoFactorUser()
        device.backend.clock.advance(by: .minutes(10))
        let (asked, ask) = AsyncStream.makeStream(of: SecondFactorStep.self)
        let first = Task {
            await failure { () throws(FlowError) in
                try await device.manager.confirm { challenge in
                    guard let step = challenge.secondFactor else { return .password(Fixture.password) }
                    ask.yield(step)
                    try await Task.sleep(for: .seconds(3600))
                    return .cancel
                }
            }
        }
        let step = try #require(await asked.first { _ in true })
        let next = await device.nextRun()
        first.cancel()
        #expect(await first.value == .cancelled)
        #expect(await next.manager.ready().flow == .needsSecondFactor(step))
        try await next.manager.sendCode(to: try #require(step.factors.first), for: step)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        try await next.manager.verify(step, code: code)
        // The user is not asked again.
        let account = try await next.manager.deleteAccount(reauthenticate: { _ in
            Issue.record("asked again")
            return .cancel
        })
        #expect(!account.uid.isEmpty && next.manager.state.session == .signedOut(.deleted))
    }

    @Test(arguments: [true, false]) func `a guest's upgrade goes on through its second factor in the next run`(
        copies: Bool
    ) async throws {
        let device = try await Fixture(.lenient)
        try await device.twoFactorUser()
        try await device.manager.signOut()
        let guest = try #require(try await device.manager.signIn(with: .guest).user)
        guard
            case .needsSecondFactor(let step) = try await device.manager.upgradeGuest(
                with: Self.password,
                mergeGuest: { _, _ in Issue.record("the first run copied") }
            )
        else {
            Issue.record("no second factor")
            return
        }
        let copied = Locked<[String]>([])
        let merge: MergeGuest = { from, to in copied.withLock { $0 = [from.uid, to.uid] } }
        let next = await device.nextRun(mergeGuest: copies ? merge : nil)
        #expect(await next.manager.ready().flow == .needsSecondFactor(step))
        try await next.manager.sendCode(to: try #require(step.factors.first), for: step)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        guard copies else {
            // An app that copies in a closure of the call has to make the call again; the guest stays.
            let error = await failure { () throws(FlowError) in try await next.manager.verify(step, code: code) }
            #expect(error == .notPending && next.manager.currentUser?.uid == guest.uid)
            return
        }
        let user = try #require(try await next.manager.verify(step, code: code).user)
        #expect(user.email == Fixture.eve && next.manager.currentUser?.uid == user.uid)
        #expect(copied.withLock(\.self) == [guest.uid, user.uid])
        #expect(next.link.count("accounts:delete") == 1)
    }

    @Test func `a guest's upgrade ends with the second factor that it waited for`() async throws {
        let device = try await Fixture(.lenient)
        try await device.twoFactorUser()
        try await device.manager.signOut()
        let guest = try #require(try await device.manager.signIn(with: .guest).user)
        let outcome = try await device.manager.upgradeGuest(with: Self.password) { _, _ in }
        guard case .needsSecondFactor = outcome else {
            Issue.record("no second factor")
            return
        }
        device.backend.clock.advance(by: .minutes(10))
        let next = await device.nextRun()
        #expect(await next.manager.ready().flow == .idle && next.manager.currentUser?.uid == guest.uid)
        #expect(await next.flows.load().isAbsent)
    }

    @Test func `a whole time is kept, however long it is`() async throws {
        let backend = try await TestBackend()
        let (session, flows) = (InMemorySessionStorage(), InMemorySessionStorage())
        let policy = SessionPolicy(idle: .hours(90 * 24), absolute: .hours(180 * 24))
        let manager = AuthManager(Auth(backend, storage: session), storage: flows, policy: policy)
        try await manager.signIn(with: .guest)
        #expect(manager.state.storageProblem == nil)
        backend.clock.advance(by: .hours(181 * 24))
        let auth = Auth(backend, storage: await session.copy())
        await AuthManager(auth, storage: await flows.copy(), policy: policy).ready()
        #expect(auth.state == .signedOut(.sessionExpired))
    }
}
