import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// The workflows from their beginning to their end, against a backend.
@Suite("Workflows against a backend")
struct WorkflowTests {
    private static let password = IdentityProvider.password(email: Fixture.eve, password: Fixture.password)

    @Test func `a state is there before the call returns`() async throws {
        let device = try await Fixture()
        let outcome = try await device.manager.signUp(with: Self.password)
        guard case .signedUp(let user) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(device.manager.state.session == .signedIn(user) && device.manager.state.flow == .idle)
        try await device.manager.signOut()
        #expect(device.manager.state.session == .signedOut(.byUser))
        guard case .signedIn = try await device.manager.signIn(with: Self.password) else {
            Issue.record("not the same account")
            return
        }
        var states = device.manager.states.makeAsyncIterator()
        #expect(await states.next()?.session.isSignedIn == true)
    }

    @Test func `an address that has an account is no dead end of a sign-up`() async throws {
        let device = try await Fixture()
        let user = try await device.signUp()
        try await device.manager.signOut()
        let again = IdentityProvider.password(email: "EVE@example.com", password: "another horse")
        guard case .needsLinking(let conflict) = try await device.manager.signUp(with: again) else {
            Issue.record("no conflict")
            return
        }
        #expect(conflict.kind == .addressTaken && !conflict.outlivesProcess)
        #expect(device.manager.state.flow == .needsLinking(conflict))
        #expect(try await device.manager.resolve(conflict, with: Self.password).user?.uid == user.uid)
        let over = await failure { () throws(FlowError) in
            try await device.manager.resolve(conflict, with: Self.password)
        }
        #expect(over == .notPending)
    }

    @Test func `a conflict ends when it is given up, and when it is too old`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        for isLate in [false, true] {
            guard
                case .needsLinking(let conflict) = try await device.manager.signIn(
                    with: Fixture.facebook("f", email: Fixture.eve)
                )
            else {
                Issue.record("no conflict")
                return
            }
            if isLate {
                device.backend.clock.advance(by: .hours(1))
            } else {
                await device.manager.abandon(conflict)
            }
            let error = await failure { () throws(FlowError) in
                try await device.manager.resolve(conflict, with: Self.password)
            }
            #expect(error == (isLate ? .expired : .notPending))
            #expect(device.manager.state.conflict == nil)
        }
    }

    @Test func `a conflict is settled through a second factor`() async throws {
        let device = try await Fixture(.lenient)
        try await device.twoFactorUser()
        try await device.manager.signOut()
        guard
            case .needsLinking(let conflict) = try await device.manager.signIn(
                with: Fixture.facebook("f", email: Fixture.eve)
            ), case .needsSecondFactor(let step) = try await device.manager.resolve(conflict, with: Self.password)
        else {
            Issue.record("no conflict, or no second factor")
            return
        }
        #expect(device.manager.currentUser == nil)
        let factor = try #require(step.factors.first)
        try await device.manager.sendCode(to: factor, for: step)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        let user = try #require(try await device.manager.verify(step, code: code).user)
        #expect(user.providerData.map(\.providerID).contains("facebook.com"))
        #expect(device.manager.state.flow == .idle && device.manager.currentUser?.uid == user.uid)
    }

    @Test func `any number of operations share one challenge`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: .minutes(10))
        let calls = Locked(0)
        let all = Task {
            await withTaskGroup(of: FlowError?.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        await failure { () throws(FlowError) in
                            try await device.manager.withRecentLogin(perform: { calls.withLock { $0 += 1 } })
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        await until { await device.manager.waitingForConfirmation == 3 }
        let challenge = try #require(device.manager.state.challenge)
        #expect(device.manager.state.flow == .needsReauthentication(challenge))
        #expect(challenge.email == Fixture.eve && challenge.providers == ["password"])
        let before = device.link.count("accounts:signInWithPassword")
        await device.manager.answer(challenge, with: .password(Fixture.password))
        #expect(await all.value.allSatisfy { $0 == nil })
        #expect(calls.withLock(\.self) == 3)
        #expect(device.link.count("accounts:signInWithPassword") == before + 1)
    }

    @Test func `who gives up waiting does not end the challenge of the others`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: .minutes(10))
        let calls = (0..<2).map { _ in
            Task { await failure { () throws(FlowError) in try await device.manager.confirm() } }
        }
        await until { await device.manager.waitingForConfirmation == 2 }
        calls[0].cancel()
        #expect(await calls[0].value == .cancelled)
        let challenge = try #require(device.manager.state.challenge)
        await device.manager.answer(challenge, with: .password(Fixture.password))
        #expect(await calls[1].value == nil)
    }

    @Test func `a confirmation asks for the second factor too`() async throws {
        let device = try await Fixture()
        try await device.twoFactorUser()
        device.backend.clock.advance(by: .minutes(10))
        let (manager, inbox) = (device.manager, device.backend.inbox)
        let wrong = Locked(true)
        try await manager.deleteAccount {
        } reauthenticate: { challenge in
            guard let step = challenge.secondFactor else { return .password(Fixture.password) }
            if wrong.withLock({ wrong in (wrong, wrong = false).0 }) {
                guard let factor = step.factors.first else { return .cancel }
                try await manager.sendCode(to: factor, for: step)
                return .secondFactor(code: "000000")
            }
            return .secondFactor(code: try await inbox.nextText(to: Fixture.number).code)
        }
        #expect(manager.state.session == .signedOut(.deleted) && manager.state.secondFactor == nil)
    }

    @Test func `an authenticator app is added, shown and taken away`() async throws {
        let device = try await Fixture()
        _ = try await device.verifiedUser()
        let enrollment = try await device.manager.enrollAuthenticatorApp()
        let key = try #require(enrollment.totp)
        let app = try #require(AuthenticatorApp(key: key.sharedSecretKey()))
        let wrong = await failure { () throws(FlowError) in
            try await device.manager.finish(enrollment, code: "000000")
        }
        #expect(wrong?.auth?.code == .invalidVerificationCode)
        let code = app.code(at: device.backend.clock.now)
        let user = try await device.manager.finish(enrollment, code: code, displayName: "Eve's app")
        #expect(user.enrolledFactors.map(\.displayName) == ["Eve's app"])
        try await device.manager.signOut()
        device.backend.clock.advance(by: .minutes(1))
        guard case .needsSecondFactor(let step) = try await device.manager.signIn(with: Self.password) else {
            Issue.record("no second factor")
            return
        }
        #expect(device.manager.state.flow == .needsSecondFactor(step))
        try await device.manager.verify(step, code: app.code(at: device.backend.clock.now))
        let factor = try #require(device.manager.currentUser?.enrolledFactors.first)
        #expect(try await device.manager.unenroll(factor).enrolledFactors.isEmpty)
    }

    @Test func `five wrong codes end a second factor`() async throws {
        let device = try await Fixture(.lenient)
        let step = try await device.textedSecondFactor()
        for attempt in 1...5 {
            let error = await failure { () throws(FlowError) in try await device.manager.verify(step, code: "000000") }
            #expect(error == (attempt < 5 ? .refused : .tooManyAttempts))
        }
        #expect(device.manager.state.flow == .idle)
    }

    @Test func `a guest keeps the identifier where no one else has the sign-in method`() async throws {
        let device = try await Fixture(.lenient)
        let guest = try await device.manager.signIn(with: .guest).user
        let outcome = try await device.manager.upgradeGuest(with: Self.password) { _, _ in
            Issue.record("nothing is to be copied")
        }
        #expect(outcome.user?.uid == guest?.uid && outcome.user?.isAnonymous == false)
    }

    @Test func `a guest whose data cannot be copied is still there`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        try await device.manager.signOut()
        let guest = try #require(try await device.manager.signIn(with: .guest).user)
        let error = await failure { () throws(FlowError) in
            try await device.manager.upgradeGuest(with: Self.password) { from, to in
                #expect(from.uid == guest.uid && to.email == Fixture.eve)
                throw Full()
            }
        }
        #expect(error == .appFailed && error?.underlying is Full)
        #expect(try await device.manager.currentUser?.reload().uid == guest.uid)
        #expect(device.manager.state.flow == .idle)
        #expect(await device.flows.load().isAbsent)
        let user = try await device.manager.upgradeGuest(with: Self.password) { _, _ in }.user
        #expect(user?.email == Fixture.eve)
        #expect(device.link.count("accounts:delete") == 1)
        await #expect(throws: AuthError.self) { try await guest.reload() }
    }

    @Test func `a guest goes over to an account through its second factor`() async throws {
        let device = try await Fixture(.lenient)
        try await device.twoFactorUser()
        try await device.manager.signOut()
        let guest = try #require(try await device.manager.signIn(with: .guest).user)
        let copied = Locked<[String]>([])
        let outcome = try await device.manager.upgradeGuest(with: Self.password) { from, to in
            copied.withLock { $0 = [from.uid, to.uid] }
        }
        guard case .needsSecondFactor(let step) = outcome, let factor = step.factors.first else {
            Issue.record("no second factor: \(outcome)")
            return
        }
        #expect(device.manager.currentUser == guest && copied.withLock(\.isEmpty))
        try await device.manager.sendCode(to: factor, for: step)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        let user = try #require(try await device.manager.verify(step, code: code).user)
        #expect(user.email == Fixture.eve && device.manager.currentUser?.uid == user.uid)
        #expect(copied.withLock(\.self) == [guest.uid, user.uid])
        await #expect(throws: AuthError.self) { try await guest.reload() }
        #expect(device.manager.state.flow == .idle)
    }

    @Test func `a link adds an address to the one who asked for it, and to no one else`() async throws {
        let device = try await Fixture()
        let guest = try #require(try await device.manager.signIn(with: .guest).user)
        try await device.manager.sendEmailLink(to: Fixture.eve, settings: Fixture.settings, for: .link)
        let link = try await device.backend.inbox.next(.emailSignIn, to: Fixture.eve).link
        let user = try #require(try await device.manager.completeEmailLink(link).user)
        #expect(user.uid == guest.uid && user.email == Fixture.eve && !user.isAnonymous)
        try await device.manager.sendCode(to: Fixture.number, for: .link)
        #expect(device.manager.state.phoneCode?.purpose == .link)
        try await device.manager.signOut()
        #expect(device.manager.state.phoneCode == nil)
    }

    @Test func `a profile is changed and cleared, and a password changed after a confirmation`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        #expect(try await device.manager.updateDisplayName(to: "Eve").displayName == "Eve")
        let picture = "https://example.com/eve.png"
        #expect(try await device.manager.updatePhoto(to: picture).photoURL == picture)
        #expect(try await device.manager.updateDisplayName(to: nil).displayName == nil)
        device.backend.clock.advance(by: .minutes(10))
        try await device.manager.updatePassword(to: "newer horse") { _ in .password(Fixture.password) }
        try await device.manager.signOut()
        let newer = IdentityProvider.password(email: Fixture.eve, password: "newer horse")
        #expect(try await device.manager.signIn(with: newer).user != nil)
    }

    @Test func `an account that is being deleted stays in view until that has ended`() async throws {
        let device = try await Fixture()
        let user = try await device.signUp()
        let published = device.manager.state
        var deletion = DeletionProgress(
            id: FlowModels.id,
            uid: user.uid,
            steps: [],
            completed: 0,
            phase: .deletingAccount,
            isRevoked: true
        )
        #expect(AuthManager.shown(.signedOut(.deleted), published, deletion) == .signedIn(user))
        deletion.phase = .steps
        #expect(AuthManager.shown(.signedOut(.revoked), published, deletion) == .signedOut(.revoked))
        #expect(AuthManager.shown(.signedOut(.deleted), published, nil) == .signedOut(.deleted))
    }

    @Test func `a deletion shows how far it is`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let seen = Locked<[String]>([])
        let manager = device.manager
        let deleted = try await manager.deleteAccount {
            Step("Orders") { _ in
                let progress = manager.state.deletion
                seen.withLock { $0.append("\(progress?.currentStep ?? "") \(progress?.completed ?? -1)") }
            }
            Step("Photos") { _ in
                let progress = manager.state.deletion
                seen.withLock { $0.append("\(progress?.currentStep ?? "") \(progress?.completed ?? -1)") }
            }
        }
        #expect(seen.withLock(\.self) == ["Orders 0", "Photos 1"])
        #expect(manager.state.session == .signedOut(.deleted) && manager.state.deletion == nil)
        #expect(!deleted.uid.isEmpty)
    }

    @Test func `an interrupted deletion can be given up`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let error = await failure { () throws(FlowError) in
            try await device.manager.deleteAccount {
                Step("Orders") { _ in }
                Step("Photos") { _ in throw Full() }
            }
        }
        let deletion = try #require(device.manager.state.deletion)
        #expect(error == .appFailed && deletion.phase == .interrupted && deletion.completed == 1)
        #expect(device.manager.state.flow == .idle && device.manager.state.session.isSignedIn)
        await device.manager.abandon(deletion)
        #expect(device.manager.state.deletion == nil)
        #expect(await device.flows.load().isAbsent)
    }
}

private struct Full: Error {}

extension AuthManager {
    /// How many operations wait for the user's confirmation.
    var waitingForConfirmation: Int { workflows.reauthentication.state.asked?.waiters.count ?? 0 }
}
