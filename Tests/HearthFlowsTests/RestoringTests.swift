import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// What goes on after the process has ended, between any two steps.
@Suite("Workflows after the end of the process")
struct RestoringTests {
    @Test func `a mailed link is completed in the next run, without asking for the address`() async throws {
        let device = try await Fixture()
        let wait = try await device.manager.sendEmailLink(to: Fixture.eve, settings: Fixture.settings)
        let link = try await device.backend.inbox.next(.emailSignIn, to: Fixture.eve).link
        let next = await device.nextRun()
        #expect(await next.manager.ready().emailLink == wait)
        #expect(try await next.manager.completeEmailLink(link).user?.email == Fixture.eve)
        #expect(next.manager.state.emailLink == nil)
        #expect(await next.nextRun().manager.ready().emailLink == nil)
        let elsewhere = device.otherDevice()
        let unknown = await failure { () throws(FlowError) in try await elsewhere.manager.completeEmailLink(link) }
        #expect(unknown == .missingEmail)
    }

    @Test func `a texted code is typed in the next run, and another one only after a while`() async throws {
        let device = try await Fixture()
        let wait = try await device.manager.sendCode(to: Fixture.number)
        let next = await device.nextRun()
        #expect(await next.manager.ready().phoneCode == wait)
        let early = await failure { () throws(FlowError) in try await next.manager.resend(wait) }
        #expect(early == .tooSoon && wait.resendCountdown(at: device.backend.clock.now) == .seconds(30))
        let wrong = await failure { () throws(FlowError) in try await next.manager.verifyCode("000000") }
        #expect(wrong?.auth?.code == .invalidVerificationCode && next.manager.state.phoneCode?.attemptsLeft == 4)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        #expect(try await next.manager.verifyCode(code).user?.phoneNumber == Fixture.number)
    }

    @Test func `a sign-in waits for its second factor until the next run`() async throws {
        let device = try await Fixture()
        try await device.twoFactorUser()
        try await device.manager.signOut()
        let password = IdentityProvider.password(email: Fixture.eve, password: Fixture.password)
        guard case .needsSecondFactor(let step) = try await device.manager.signIn(with: password) else {
            Issue.record("no second factor")
            return
        }
        let texting = await device.nextRun()
        let factor = try #require(await texting.manager.ready().secondFactor?.factors.first)
        try await texting.manager.sendCode(to: factor, for: step)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        let typing = await texting.nextRun()
        let texted = try #require(await typing.manager.ready().secondFactor)
        #expect(texted.id == step.id && texted.textedTo == factor.uid)
        let wrong = await failure { () throws(FlowError) in try await typing.manager.verify(texted, code: "000000") }
        #expect(wrong?.auth?.code == .invalidVerificationCode)
        #expect(try await typing.manager.verify(texted, code: code).user?.email == Fixture.eve)
    }

    @Test func `a stopped credential is linked in the next run`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        try await device.manager.signOut()
        let outcome = try await device.manager.signIn(with: Fixture.facebook("f", email: Fixture.eve))
        guard case .needsLinking(let conflict) = outcome else {
            Issue.record("no conflict")
            return
        }
        #expect(conflict.outlivesProcess)
        let next = await device.nextRun()
        #expect(await next.manager.ready().conflict == conflict)
        try await device.otherDevice().signUp("ada@example.com")
        let other = IdentityProvider.password(email: "ada@example.com", password: Fixture.password)
        let wrong = await failure { () throws(FlowError) in try await next.manager.resolve(conflict, with: other) }
        #expect(wrong == .differentAccount && next.manager.currentUser == nil)
        let user = try await next.manager.resolve(
            conflict,
            with: .password(email: Fixture.eve, password: Fixture.password)
        ).user
        #expect(user?.providerData.map(\.providerID).sorted() == ["facebook.com", "password"])
    }

    @Test(arguments: 0..<8) func `a deletion that is cut off anywhere is finished by the next run`(
        number: Int
    ) async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: .minutes(10))
        let done = Locked<[String]>([])
        let (reached, isOver) = (Locked(false), Locked(false))
        func delete(_ device: Fixture, until end: Int?) async -> FlowError? {
            await failure { () throws(FlowError) in
                try await device.manager.deleteAccount {
                    for index in 0..<3 {
                        Step("Part \(index)") { _ in
                            if end == index { try await hang(reached) }
                            done.withLock { $0.append("Part \(index)") }
                        }
                    }
                } reauthenticate: { _ in
                    .password(Fixture.password)
                } revokeApple: { _ in
                    if end == 3 { try await hang(reached) }
                    done.withLock { $0.append("Apple") }
                }
            }
        }
        if number >= 4 { device.link.kill(at: number - 4) }
        let first = Task {
            defer { isOver.withLock { $0 = true } }
            return await delete(device, until: number < 4 ? number : nil)
        }
        await until { isOver.withLock(\.self) || device.link.wasKilled || reached.withLock(\.self) }
        let next = await device.nextRun()
        first.cancel()
        _ = await first.value
        await next.manager.ready()
        if next.manager.currentUser != nil { #expect(await delete(next, until: nil) == nil) }
        #expect(done.withLock(\.self) == ["Part 0", "Part 1", "Part 2", "Apple"])
        #expect(!next.manager.state.session.isSignedIn && next.manager.state.deletion == nil)
        let again = await failure { () throws(FlowError) in
            try await next.manager.signIn(with: .password(email: Fixture.eve, password: Fixture.password))
        }
        #expect(again?.auth?.code == .invalidCredential)
    }

    @Test(arguments: 0..<8) func `a guest's upgrade that is cut off anywhere loses neither the guest nor the data`(
        number: Int
    ) async throws {
        let device = try await Fixture(.lenient)
        let target = try #require(
            try await device.manager.signIn(with: Fixture.google("g", email: "g@gmail.com")).user?.uid
        )
        try await device.manager.signOut()
        let guest = try #require(try await device.manager.signIn(with: .guest).user?.uid)
        let copied = Locked<[String]>([])
        func upgrade(_ device: Fixture) async -> FlowError? {
            await failure { () throws(FlowError) in
                try await device.manager.upgradeGuest(with: Fixture.google("g")) { from, to in
                    _ = try await (from.idToken(), to.idToken())
                    copied.withLock { $0.append(from.uid + " to " + to.uid) }
                }
            }
        }
        device.link.kill(at: number)
        let first = Task { await upgrade(device) }
        let isOver = Locked(false)
        let watch = Task {
            _ = await first.value
            isOver.withLock { $0 = true }
        }
        await until { device.link.wasKilled || isOver.withLock(\.self) }
        let next = await device.nextRun()
        first.cancel()
        await watch.value
        await next.manager.ready()
        if next.manager.currentUser?.isAnonymous == true {
            #expect(next.manager.currentUser?.uid == guest)
            #expect(await upgrade(next) == nil)
        }
        #expect(next.manager.currentUser?.uid == target)
        #expect(Set(copied.withLock(\.self)) == [guest + " to " + target])
        // The guest is gone, at the latest after the next run has begun.
        await until { await next.flows.load().isAbsent }
    }

    @Test func `what cannot go on is told of, with the reason`() async throws {
        let device = try await Fixture()
        try await device.manager.sendEmailLink(to: Fixture.eve, settings: Fixture.settings)
        device.backend.clock.advance(by: .hours(2))
        let late = await device.nextRun()
        #expect(await late.manager.ready().dropped == [DroppedFlow(flow: "emailLink", reason: .expired)])
        #expect(await late.flows.load().isAbsent)
        let cases: [(String, DroppedFlow)] = [
            (#"{"format":2}"#, DroppedFlow(flow: "*", reason: .unknownVersion)),
            ("nonsense", DroppedFlow(flow: "*", reason: .undecodable)),
            (entry(version: 9, state: "{}"), DroppedFlow(flow: "emailLink", reason: .unknownVersion)),
            (entry(version: 2, state: "{}"), DroppedFlow(flow: "emailLink", reason: .undecodable)),
            (entry(version: 2, owner: "ada", state: "{}"), DroppedFlow(flow: "emailLink", reason: .otherUser)),
        ]
        for (text, dropped) in cases {
            let storage = InMemorySessionStorage(Secret(Array(text.utf8)))
            let manager = AuthManager(device.auth, storage: storage)
            #expect(await manager.ready().dropped == [dropped], "\(text)")
        }
    }

    private func entry(version: Int, owner: String? = nil, state: String) -> String {
        let owner = owner.map { #""owner":"\#($0)","# } ?? ""
        return #"{"format":1,"flows":{"emailLink":{"version":\#(version),\#(owner)"expiresAt":9999999999999,"#
            + #""state":\#(state)}}}"#
    }
}

extension StoredSession {
    /// Whether there certainly is nothing.
    var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }
}

/// Says that it was reached, and never ends but by cancellation.
private func hang(_ reached: Locked<Bool>) async throws {
    reached.withLock { $0 = true }
    try await Task.sleep(for: .seconds(3600))
}
