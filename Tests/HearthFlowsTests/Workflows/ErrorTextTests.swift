import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// What the person in front of the screen is told when something is wrong.
@Suite("The texts of errors")
struct ErrorTextTests {
    @Test func `the last wrong code says that the step is over`() async throws {
        let device = try await Fixture(.lenient)
        try await device.twoFactorUser()
        try await device.manager.signOut()
        let password = IdentityProvider.password(email: Fixture.eve, password: Fixture.password)
        guard case .needsSecondFactor(let step) = try await device.manager.signIn(with: password) else {
            Issue.record("no second factor")
            return
        }
        try await device.manager.sendCode(to: try #require(step.factors.first), for: step)
        var texts: [String] = []
        for _ in 1...5 {
            let error = await failure { () throws(FlowError) in try await device.manager.verify(step, code: "000000") }
            texts.append(error?.userMessage ?? "")
        }
        let wrong = "This code is wrong."
        #expect(texts == [wrong, wrong, wrong, wrong, "There were too many wrong answers. Please start again."])
    }

    @Test func `a link that was mailed to another address asks for that address`() async throws {
        let device = try await Fixture()
        try await device.manager.sendEmailLink(to: "ada@example.com", settings: Fixture.settings)
        let link = try await device.backend.inbox.next(.emailSignIn, to: "ada@example.com").link
        try await device.manager.sendEmailLink(to: Fixture.eve, settings: Fixture.settings)
        let error = await failure { () throws(FlowError) in try await device.manager.completeEmailLink(link) }
        #expect(error == .missingEmail && error?.auth?.code == .invalidEmail)
        #expect(error?.userMessage == "Please enter the e-mail address that the link was sent to.")
        #expect(device.manager.state.emailLink?.attemptsLeft == 5)
        let user = try await device.manager.completeEmailLink(link, email: "ada@example.com").user
        #expect(user?.email == "ada@example.com")
    }

    @Test(arguments: [
        "https://example.com/hello",
        "http://127.0.0.1:9099/emulator/action?mode=resetPassword&oobCode=x&apiKey=demo-test",
    ])
    func `a link that is none to sign in with here is called that`(link: String) async throws {
        let device = try await Fixture()
        for isWaiting in [false, true] {
            if isWaiting { try await device.manager.sendEmailLink(to: Fixture.eve, settings: Fixture.settings) }
            let before = device.link.paths.count
            let error = await failure { () throws(FlowError) in try await device.manager.completeEmailLink(link) }
            #expect(error == .foreignLink)
            #expect(error?.userMessage == "This is not a link to sign in with.")
            #expect(device.link.paths.count == before)
        }
        #expect(device.manager.state.emailLink?.attemptsLeft == 5)
    }
}
