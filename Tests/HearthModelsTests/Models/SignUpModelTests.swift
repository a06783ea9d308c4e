import HearthAuth
import HearthBackend
import HearthCore
import HearthFlows
import HearthHTTP
import HearthJSON
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("SignUpModel")
struct SignUpModelTests {
    let stage: Stage
    let model: SignUpModel

    init() async throws {
        stage = try await Stage()
        model = SignUpModel(stage.dependencies)
        model.email.text = "eve@example.com"
        model.password.text = "correct horse"
    }

    @Test func `creates the account, names it, and mails a link`() async throws {
        model.displayName.text = " Eve "
        await model.submit()
        let user = try #require(model.next?.user)
        #expect(user.email == "eve@example.com" && user.displayName == "Eve")
        let mail = try await stage.backend.inbox.next(.verifyEmail, to: "eve@example.com")
        #expect(!mail.code.isEmpty)
        #expect(model.password.text.isEmpty)
        guard case .succeeded = model.progress(of: .verification) else { return #expect(Bool(false)) }
    }

    @Test func `sends no mail where the app does not want one`() async {
        let model = SignUpModel(stage.dependencies, sendsVerification: false)
        model.email.text = "eve@example.com"
        model.password.text = "correct horse"
        await model.submit()
        #expect(stage.link.count("accounts:signUp") == 1 && stage.link.count("sendOobCode") == 0)
    }

    @Test func `keeps what a guest has`() async throws {
        let guest = try await stage.manager.signIn(with: .guest).user?.uid
        await model.submit()
        #expect(model.next?.user?.uid == guest)
        #expect(model.next?.user?.isAnonymous == false)
    }

    @Test func `complains below the address that is taken, and leads to its account`() async throws {
        try await stage.register()
        await model.submit()
        #expect(model.email.problem == Message(.emailAlreadyInUse))
        guard case .collision(let collision) = model.next else { return #expect(Bool(false)) }
        #expect(collision.conflict.email == "eve@example.com")
        #expect(stage.link.count("accounts:signUp") == 1)
    }

    @Test(arguments: [("eve@", "correct horse"), ("eve@example.com", "short"), ("", "")])
    func `sends nothing that cannot be right`(_ email: String, _ password: String) async {
        model.email.text = email
        model.password.text = password
        #expect(!model.canSubmit)
        await model.submit()
        #expect(stage.link.paths.isEmpty)
        #expect(model.email.problem != nil || model.password.problem != nil)
    }

    @Test func `has an account even if the mail could not be sent`() async throws {
        stage.backend.fail(next: .sendCode, with: .offline)
        await model.submit()
        #expect(model.next?.user?.email == "eve@example.com")
        #expect(model.progress(of: .verification).error?.recovery == .transient)
        guard case .succeeded = model.progress(of: .signUp) else { return #expect(Bool(false)) }
    }

    @Test(arguments: [Fault.drop, .offline])
    func `keeps the guest's account when the first answer is lost and the button is pressed again`(
        _ fault: Fault
    ) async throws {
        let guest = try await stage.manager.signIn(with: .guest).user?.uid
        stage.backend.fail(next: .signUp, with: fault)
        await model.submit()
        // What the service has done is found out at once; what it has not done is for the user to try again.
        if fault == .offline { #expect(model.next == nil && model.lastError?.recovery == .transient) }
        await model.submit()
        #expect(model.next?.user?.uid == guest && model.next?.user?.isAnonymous == false)
        #expect(stage.link.count("accounts:delete") == 0)
        #expect(try await stage.manager.reload().uid == guest)
    }

    @Test func `asks before it leaves a guest behind for an account that exists`() async throws {
        try await stage.register()
        let guest = try await stage.manager.signIn(with: .guest).user?.uid
        await model.submit()
        guard case .collision = model.next else { return #expect(Bool(false)) }
        #expect(stage.manager.currentUser?.uid == guest && stage.link.count("accounts:delete") == 0)
    }

    @Test func `creates one account, however often the button is pressed`() async {
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.submit() } }
        await until { stage.link.paths.count == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.count("accounts:signUp") == 1)
    }

    @Test func `is as before when it failed`() async {
        stage.failNext()
        await model.submit()
        #expect(model.next == nil && !model.isBusy && model.canSubmit && model.message == Message(.unreachable))
    }

    @Test func `prints nothing of what was typed`() {
        #expect(!prints(of: model).contains("eve@") && !prints(of: model).contains("horse"))
    }

    @Test func `asks of the password what the project asks`() async throws {
        let policy: JSONValue = [
            "passwordPolicyConfig": [
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 12]]],
            ]
        ]
        let request = HTTPRequest(
            .patch,
            target: "/identitytoolkit.googleapis.com/v2/projects/demo-test/config",
            fields: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: JSON.serialize(policy)
        )
        try #require(try await stage.backend.transport.send(request).status == 200)
        let model = SignUpModel(stage.dependencies)
        #expect(model.password.rule.problem(with: "correct") == nil)
        await model.prepare()
        #expect(model.password.rule.problem(with: "correct") == .passwordTooShort(least: 12))
    }
}
