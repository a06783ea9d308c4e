import HearthAuth
import HearthBackend
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("SignInModel")
struct SignInModelTests {
    @Suite("at first")
    @MainActor
    struct Initially {
        let model: SignInModel

        init() async throws {
            model = SignInModel(try await Stage().dependencies)
        }

        @Test func `is doing nothing`() {
            #expect(!model.isBusy)
            #expect(!model.progress(of: .password).isRunning && !model.progress(of: .google).isRunning)
        }

        @Test func `complains about nothing, and cannot be sent`() {
            #expect(model.lastError == nil && model.message == nil && model.next == nil)
            #expect(model.email.problem == nil && model.password.problem == nil)
            #expect(!model.canSubmit)
        }
    }

    @Suite("as a guest")
    @MainActor
    struct Guests {
        let stage: Stage
        let model: SignInModel

        init() async throws {
            stage = try await Stage()
            model = SignInModel(stage.dependencies)
        }

        @Test func `asks the service once, and leads on`() async {
            await model.continueAsGuest()
            #expect(stage.link.count("accounts:signUp") == 1)
            #expect(model.next?.user?.isAnonymous == true && model.isGuest)
        }

        @Test func `says why when it failed, and is not busy any more`() async {
            stage.failNext()
            await model.continueAsGuest()
            #expect(model.message == Message(.unreachable) && model.next == nil && !model.isBusy)
            #expect(model.progress(of: .guest).error?.recovery == .transient)
        }

        @Test func `is busy meanwhile, with that and nothing else`() async {
            stage.link.pause()
            let task = Task { await model.continueAsGuest() }
            await until { stage.link.paths.count == 1 }
            #expect(model.progress(of: .guest).isRunning)
            #expect(!model.progress(of: .password).isRunning)
            stage.link.resume()
            await task.value
            #expect(!model.isBusy)
        }
    }

    @Suite("with Google")
    @MainActor
    struct Google {
        let stage: Stage
        let model: SignInModel

        init() async throws {
            stage = try await Stage()
            model = SignInModel(stage.dependencies)
        }

        @Test func `asks the service once, and leads on`() async {
            await model.signIn(with: "google.com")
            #expect(stage.link.count("accounts:signInWithIdp") == 1)
            #expect(model.next?.user?.email == "ada@gmail.com")
        }

        @Test func `says why when it failed`() async {
            stage.failNext(with: .error("INVALID_IDP_RESPONSE"))
            await model.signIn(with: "google.com")
            #expect(model.progress(of: .google).error?.auth?.code == .invalidCredential)
            #expect(model.message == Message(.wrongCredential))
        }

        @Test func `is busy meanwhile, with that and nothing else`() async {
            stage.link.pause()
            let task = Task { await model.signIn(with: "google.com") }
            await until { stage.link.paths.count == 1 }
            #expect(model.progress(of: .google).isRunning && !model.progress(of: .guest).isRunning)
            stage.link.resume()
            await task.value
            #expect(!model.isBusy)
        }

        @Test func `upgrades a guest instead of leaving them behind`() async throws {
            let guest = try await stage.manager.signIn(with: .guest).user?.uid
            await model.signIn(with: "google.com")
            #expect(model.next?.user?.uid == guest && model.next?.user?.isAnonymous == false)
        }

        @Test func `says nothing when the user closes the sheet`() async {
            let model = SignInModel(AuthDependencies(stage.manager, providers: [.declined]))
            await model.signIn(with: "google.com")
            #expect(stage.link.paths.isEmpty)
            #expect(model.lastError == nil && !model.isBusy)
        }

        @Test func `does nothing for a provider that the app does not offer`() async {
            await model.signIn(with: "myspace.com")
            #expect(stage.link.paths.isEmpty)
        }
    }

    @Suite("when something goes wrong")
    @MainActor
    struct Errors {
        let stage: Stage
        let model: SignInModel

        init() async throws {
            stage = try await Stage()
            model = SignInModel(stage.dependencies)
        }

        @Test func `shows the last error, and no longer as soon as something is tried again`() async {
            stage.failNext()
            await model.continueAsGuest()
            stage.failNext(with: .error("INVALID_IDP_RESPONSE"))
            await model.signIn(with: "google.com")
            #expect(model.message == Message(.wrongCredential))
            await model.continueAsGuest()
            #expect(model.lastError == nil)
        }

        @Test func `says nothing of what was superseded`() async throws {
            stage.link.pause()
            let first = Task { await model.continueAsGuest() }
            await until { stage.link.paths.count == 1 }
            let second = Task { await model.signIn(with: "google.com") }
            await first.value
            #expect(!model.progress(of: .guest).isRunning && model.lastError == nil)
            stage.link.resume()
            await second.value
            #expect(model.next?.user?.email == "ada@gmail.com")
        }
    }

    @Suite("with a password")
    @MainActor
    struct Passwords {
        let stage: Stage
        let model: SignInModel

        init() async throws {
            stage = try await Stage()
            model = SignInModel(stage.dependencies)
        }

        @Test func `signs in, and forgets the password`() async throws {
            try await stage.register()
            model.email.text = " Eve@example.com"
            model.password.text = "correct horse"
            #expect(model.canSubmit)
            await model.submit()
            #expect(model.next?.user?.email == "eve@example.com")
            #expect(model.password.text.isEmpty)
        }

        @Test(arguments: [("eve@example.com", "wrong horse"), ("nobody@example.com", "correct horse")])
        func `says the same of a wrong password and of an unknown address`(_ email: String, _ password: String)
            async throws
        {
            try await stage.register()
            model.email.text = email
            model.password.text = password
            await model.submit()
            #expect(model.message == Message(.wrongCredential))
            #expect(model.progress(of: .password).error?.recovery == .input)
            #expect(model.password.text == password)
        }

        @Test(arguments: [("", ""), ("eve", "correct horse"), ("eve@example.com", "")])
        func `sends nothing that cannot be right, and says what is wrong`(_ email: String, _ password: String) async {
            model.email.text = email
            model.password.text = password
            await model.submit()
            #expect(stage.link.paths.isEmpty)
            #expect(model.email.problem != nil || model.password.problem != nil)
        }

        @Test func `signs in once, however often the button is pressed`() async throws {
            try await stage.register()
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            stage.link.pause()
            let presses = (0..<3).map { _ in Task { await model.submit() } }
            await until { stage.link.paths.count == 1 }
            #expect(!model.canSubmit)
            stage.link.resume()
            for press in presses { await press.value }
            #expect(stage.link.count("accounts:signInWithPassword") == 1)
        }

        @Test func `can be given up, and tried again`() async throws {
            try await stage.register()
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            stage.link.pause()
            let press = Task { await model.submit() }
            await until { stage.link.paths.count == 1 }
            model.cancel()
            #expect(!model.isBusy && model.canSubmit)
            await press.value
            #expect(model.lastError == nil && model.next == nil)
            stage.link.resume()
            await model.submit()
            #expect(model.next?.user != nil)
        }

        @Test func `says that it is offline, and keeps what was typed`() async {
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            stage.failNext()
            await model.submit()
            #expect(model.lastError?.recovery == .transient)
            #expect(model.email.text == "eve@example.com" && model.password.text == "correct horse")
        }

        @Test func `leads to the account that is in the way`() async throws {
            try await stage.register()
            await model.signIn(with: "facebook.com")
            guard case .collision(let collision) = model.next else { return #expect(Bool(false)) }
            #expect(collision.conflict.email == "eve@example.com")
            model.comeBack()
            #expect(model.next == nil)
        }

        @Test func `prints neither the address nor the password`() {
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            #expect(!prints(of: model).contains("eve@") && !prints(of: model).contains("horse"))
        }
    }
}
