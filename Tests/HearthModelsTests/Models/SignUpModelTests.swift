import HearthAuth
import HearthCore
import HearthFlows
import HearthHTTP
import HearthJSON
import HearthModels
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
        #expect(stage.repository.calls == [.signUp("password")])
    }

    @Test func `keeps what a guest has`() async throws {
        let guest = try await stage.manager.signIn(with: .guest).user?.uid
        await model.submit()
        #expect(model.next?.user?.uid == guest)
        #expect(model.next?.user?.isAnonymous == false)
        #expect(stage.repository.calls.first == .upgradeGuest("password"))
    }

    @Test func `complains below the address that is taken, and leads to its account`() async throws {
        try await stage.register()
        await model.submit()
        #expect(model.email.problem == Message(.emailAlreadyInUse))
        guard case .collision(let collision) = model.next else { return #expect(Bool(false)) }
        #expect(collision.conflict.email == "eve@example.com")
        #expect(stage.repository.calls == [.signUp("password")])
    }

    @Test(arguments: [("eve@", "correct horse"), ("eve@example.com", "short"), ("", "")])
    func `sends nothing that cannot be right`(_ email: String, _ password: String) async {
        model.email.text = email
        model.password.text = password
        #expect(!model.canSubmit)
        await model.submit()
        #expect(stage.repository.calls.isEmpty)
        #expect(model.email.problem != nil || model.password.problem != nil)
    }

    @Test func `has an account even if the mail could not be sent`() async throws {
        let repository = RecordingAuthRepository()
        let model = SignUpModel(AuthDependencies(repository))
        model.email.text = "eve@example.com"
        model.password.text = "correct horse"
        repository.answer(.success(.signedIn(.eve, isNew: true)))
        repository.hold()
        let press = Task { await model.submit() }
        await until { repository.calls.count == 1 }
        repository.release()
        repository.hold()
        await until { repository.calls.count == 2 }
        repository.failNext(with: .offline)
        repository.release()
        await press.value
        #expect(model.next?.user == .eve)
        #expect(model.progress(of: .verification).error?.kind == .noInternet)
        guard case .succeeded = model.progress(of: .signUp) else { return #expect(Bool(false)) }
    }

    @Test func `creates one account, however often the button is pressed`() async {
        stage.repository.hold()
        let presses = (0..<3).map { _ in Task { await model.submit() } }
        await until { stage.repository.calls.count == 1 }
        stage.repository.release()
        for press in presses { await press.value }
        #expect(stage.repository.calls.filter { $0 == .signUp("password") }.count == 1)
    }

    @Test(arguments: [AppError.offline, .superseded]) func `is as before when it failed`(_ error: AppError) async {
        stage.repository.failNext(with: error)
        await model.submit()
        #expect(model.next == nil && !model.isBusy && model.canSubmit)
        #expect((model.message == nil) == error.isCancellation)
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
