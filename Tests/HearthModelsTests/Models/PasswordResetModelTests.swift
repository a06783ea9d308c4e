import HearthAuth
import HearthBackend
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("PasswordResetModel")
struct PasswordResetModelTests {
    let stage: Stage
    let clock = TestClock()
    let model: PasswordResetModel

    init() async throws {
        stage = try await Stage(clock: clock.clock)
        model = PasswordResetModel(stage.dependencies)
        model.email.text = "eve@example.com"
    }

    @Test func `goes from the address to the new password`() async throws {
        try await stage.register()
        await model.send()
        #expect(model.stage == .sent)
        #expect(model.explanation == .resetSent(to: "eve@example.com"))
        await model.open(try await stage.backend.inbox.next(.passwordReset, to: "eve@example.com").link)
        #expect(model.stage == .choosing)
        model.newPassword.text = "battery staple"
        await model.save()
        #expect(model.stage == .changed && model.newPassword.text.isEmpty)
        let user = try await stage.manager.signIn(with: .password(email: "eve@example.com", password: "battery staple"))
        #expect(user.user != nil)
    }

    @Test func `tells an address with an account from one without by nothing`() async throws {
        await model.send()
        let unknown = (model.stage, model.explanation, model.message)
        try await stage.register()
        let other = PasswordResetModel(stage.dependencies)
        other.email.text = "eve@example.com"
        await other.send()
        #expect(unknown == (other.stage, other.explanation, other.message))
    }

    @Test func `takes a bare code for a link`() async throws {
        try await stage.register()
        await model.send()
        await model.open(try await stage.backend.inbox.next(.passwordReset, to: "eve@example.com").code)
        #expect(model.stage == .choosing)
    }

    @Test(arguments: ["", "nonsense", "https://example.com/?oobCode=made-up&mode=resetPassword"])
    func `refuses a link that is none`(_ link: String) async {
        await model.open(link)
        #expect(model.stage == .asking)
        #expect(model.progress(of: .open).error != nil)
    }

    @Test func `sends another mail after a while, not before`() async {
        await model.send()
        #expect(!model.canSend && model.resend.seconds == 30)
        await model.send()
        #expect(stage.link.paths.count == 1)
        await until { clock.sleeperCount == 1 }
        clock.advance(by: .seconds(30))
        while !model.resend.isOver {
            await until { clock.sleeperCount == 1 || model.resend.isOver }
            clock.advance(by: .seconds(1))
        }
        await model.send()
        #expect(stage.link.paths.count == 2)
    }

    @Test(arguments: ["", "eve", "eve@example"]) func `sends nothing to what is no address`(_ email: String) async {
        model.email.text = email
        await model.send()
        #expect(stage.link.paths.isEmpty && model.email.problem != nil)
    }

    @Test func `asks for a better password, and keeps the code meanwhile`() async throws {
        try await stage.register()
        await model.send()
        await model.open(try await stage.backend.inbox.next(.passwordReset, to: "eve@example.com").link)
        model.newPassword.text = "short"
        await model.save()
        #expect(model.newPassword.problem == .passwordTooShort(least: 6))
        stage.failNext(with: .error("WEAK_PASSWORD : Too easy"))
        model.newPassword.text = "password"
        await model.save()
        #expect(model.newPassword.problem == Message(.weakPassword) && model.stage == .choosing)
        model.newPassword.text = "battery staple"
        await model.save()
        #expect(model.stage == .changed)
    }

    @Test func `sends one mail, however often the button is pressed`() async {
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.send() } }
        await until { stage.link.paths.count == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.paths.count == 1)
    }

    @Test(arguments: [Fault.offline, .drop]) func `is as before when it failed`(_ fault: Fault) async {
        stage.failNext(with: fault)
        await model.send()
        #expect(model.stage == .asking && model.canSend)
    }
}
