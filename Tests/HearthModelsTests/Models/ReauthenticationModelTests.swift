import HearthAuth
import HearthCore
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("ReauthenticationModel")
struct ReauthenticationModelTests {
    let stage: Stage
    let model: ReauthenticationModel
    let account: AccountModel

    init() async throws {
        stage = try await Stage(providers: [.google(), .facebook()], isStrict: true)
        try await stage.signIn()
        stage.backend.clock.advance(by: .seconds(600))
        model = ReauthenticationModel(stage.dependencies)
        account = AccountModel(stage.dependencies)
        account.newPassword.text = "battery staple"
    }

    /// Changes the password, and answers what is asked meanwhile.
    private func changePassword(_ answer: @MainActor () async -> Void) async {
        let following = Task { await model.run() }
        let change = Task { await account.changePassword() }
        await until { model.challenge != nil }
        await answer()
        await change.value
        following.cancel()
    }

    @Test func `asks nothing while nothing needs it`() {
        #expect(model.challenge == nil && !model.canSubmit && model.problem == nil)
    }

    @Test func `lets what waits go on after the password was right`() async {
        await changePassword {
            #expect(model.challenge?.purpose == .changePassword)
            #expect(model.offersPassword && account.progress(of: .password).isRunning)
            model.password.text = "correct horse"
            await model.submit()
        }
        #expect(account.notice == Message(.passwordChanged) && account.lastError == nil)
        await until { stage.manager.state.challenge == nil }
    }

    @Test func `says what was wrong, and how often one may still try`() async {
        await changePassword {
            model.password.text = "wrong horse"
            await model.submit()
            await until { model.problem != nil }
            #expect(model.problem?.message == Message(.wrongCredential))
            #expect(model.problem?.triesLeft == .triesLeft(4))
            #expect(model.password.text.isEmpty && !model.isChecking)
            model.password.text = "correct horse"
            await model.submit()
        }
        #expect(account.notice == Message(.passwordChanged))
    }

    @Test func `ends what waits when the user declines`() async {
        await changePassword { await model.decline() }
        #expect(account.notice == nil && account.lastError == nil && !account.isBusy)
        #expect(account.newPassword.text == "battery staple")
    }

    @Test func `asks once for any number of changes`() async {
        let following = Task { await model.run() }
        account.newEmail.text = "eve@example.org"
        let changes = [Task { await account.changePassword() }, Task { await account.changeEmail() }]
        await until { model.challenge != nil }
        model.password.text = "correct horse"
        await model.submit()
        for change in changes { await change.value }
        following.cancel()
        #expect(stage.link.count("signInWithPassword") == 1)
        #expect(account.lastError == nil)
    }

    @Test func `sends no empty password`() async {
        await changePassword {
            #expect(!model.canSubmit)
            await model.submit()
            #expect(model.password.problem == Message(.missingPassword))
            #expect(stage.link.count("signInWithPassword") == 0)
            await model.decline()
        }
    }

    @Test func `answers once, however often the button is pressed`() async {
        await changePassword {
            model.password.text = "correct horse"
            let presses = (0..<3).map { _ in Task { await model.submit() } }
            for press in presses { await press.value }
        }
        #expect(stage.link.count("signInWithPassword") == 1)
    }

    @Test func `offers the sign-in methods that the account has`() async {
        await changePassword {
            #expect(model.providers.isEmpty)
            await model.confirm(with: "google.com")
            #expect(stage.link.count("signInWithPassword") == 0)
            await model.decline()
        }
    }
}
