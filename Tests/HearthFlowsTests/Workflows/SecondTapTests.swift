import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// What a user does who sees nothing happen: the same again.
@Suite("The second tap")
struct SecondTapTests {
    private static let password = IdentityProvider.password(email: Fixture.eve, password: Fixture.password)

    @Test func `on signing in counts, and the answer to the first one changes nothing any more`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        try await device.signUp("ada@example.com")
        try await device.manager.signOut()
        let ada = IdentityProvider.password(email: "ada@example.com", password: Fixture.password)
        device.link.hold("accounts:signInWithPassword")
        let before = device.link.count("accounts:signInWithPassword")
        let first = Task { await failure { () throws(FlowError) in try await device.manager.signIn(with: ada) } }
        await until { device.link.count("accounts:signInWithPassword") == before + 1 }
        device.link.hold(nil)
        let user = try await device.manager.signIn(with: Self.password).user
        #expect(await first.value == .superseded)
        #expect(user?.email == Fixture.eve && device.manager.currentUser?.email == Fixture.eve)
        #expect(device.manager.state.signingInWith == nil)
        #expect(await device.manager.answersOwed == 0)
    }

    @Test func `on a texted code waits for nothing, and the first one signs in`() async throws {
        let device = try await Fixture(.lenient)
        try await device.manager.sendCode(to: Fixture.number)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        device.link.pause()
        let before = device.link.paths.count
        let first = Task { try await device.manager.verifyCode(code).user }
        await until { device.link.paths.count > before }
        let second = await failure { () throws(FlowError) in try await device.manager.verifyCode(code) }
        #expect(second == .superseded)
        device.link.resume()
        #expect(try await first.value?.phoneNumber == Fixture.number)
        let third = await failure { () throws(FlowError) in try await device.manager.verifyCode(code) }
        #expect(third == .notPending)
    }

    @Test func `on sending a code that never left sends it, without a wait`() async throws {
        let device = try await Fixture(.lenient)
        device.link.isOffline = true
        let offline = await failure { () throws(FlowError) in try await device.manager.sendCode(to: Fixture.number) }
        #expect(offline?.isTransient == true && device.manager.state.phoneCode == nil)
        device.link.isOffline = false
        let wait = try await device.manager.sendCode(to: Fixture.number)
        let soon = await failure { () throws(FlowError) in try await device.manager.resend(wait) }
        #expect(soon == .tooSoon && device.manager.state.phoneCode == wait)
    }

    @Test func `on sending again keeps the code that is there when nothing was sent`() async throws {
        let device = try await Fixture(.lenient)
        let wait = try await device.manager.sendCode(to: Fixture.number)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        device.backend.clock.advance(by: .minutes(2))
        device.link.isOffline = true
        let offline = await failure { () throws(FlowError) in try await device.manager.resend(wait) }
        #expect(offline?.isTransient == true && device.manager.state.phoneCode?.id == wait.id)
        device.link.isOffline = false
        #expect(try await device.manager.verifyCode(code).user?.phoneNumber == Fixture.number)
    }

    @Test func `costs no try where the service gave no answer`() async throws {
        let device = try await Fixture(.lenient)
        let wait = try await device.manager.sendCode(to: Fixture.number)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        device.link.isOffline = true
        for _ in 0..<wait.attemptsLeft + 2 {
            let error = await failure { () throws(FlowError) in try await device.manager.verifyCode(code) }
            #expect(error?.isTransient == true)
        }
        device.link.isOffline = false
        #expect(device.manager.state.phoneCode?.attemptsLeft == wait.attemptsLeft)
        for left in stride(from: wait.attemptsLeft - 1, to: 0, by: -1) {
            let error = await failure { () throws(FlowError) in try await device.manager.verifyCode("000000") }
            #expect(error == .refused && device.manager.state.phoneCode?.attemptsLeft == left)
        }
        #expect(try await device.manager.verifyCode(code).user != nil)
    }

    @Test func `on the first code of a second factor tells the state, and adds the factor once`() async throws {
        let device = try await Fixture(.lenient)
        _ = try await device.verifiedUser()
        let enrollment = try await device.manager.enrollPhone(Fixture.number)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        device.link.pause()
        let before = device.link.paths.count
        let first = Task {
            await failure { () throws(FlowError) in try await device.manager.finish(enrollment, code: code) }
        }
        await until { device.link.paths.count > before }
        let second = await failure { () throws(FlowError) in
            try await device.manager.finish(enrollment, code: code)
        }
        #expect(second == .superseded)
        device.link.resume()
        #expect(await first.value == nil)
        #expect(device.manager.currentUser?.multiFactor.enrolledFactors.count == 1)
        let third = await failure { () throws(FlowError) in try await device.manager.finish(enrollment, code: code) }
        #expect(third == .notPending)
    }

    @Test func `on a second factor waits for nothing, and the first one signs in`() async throws {
        let device = try await Fixture(.lenient)
        let step = try await device.textedSecondFactor()
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        device.link.pause()
        let before = device.link.paths.count
        let first = Task { try await device.manager.verify(step, code: code).user }
        await until { device.link.paths.count > before }
        let second = await failure { () throws(FlowError) in try await device.manager.verify(step, code: code) }
        #expect(second == .superseded)
        device.link.resume()
        #expect(try await first.value?.email == Fixture.eve)
        #expect(device.manager.state.secondFactor == nil)
    }
}
