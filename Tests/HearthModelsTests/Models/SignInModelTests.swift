import HearthAuth
import HearthFlows
import HearthModels
import HearthTesting
import Testing

@MainActor
@Suite("SignInModel")
struct SignInModelTests {
    let repository = RecordingAuthRepository()
    var model: SignInModel { SignInModel(AuthDependencies(repository, providers: [.google(), .facebook()])) }

    @Suite("at first")
    @MainActor
    struct Initially {
        let model = SignInModel(AuthDependencies(RecordingAuthRepository()))

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
        let repository = RecordingAuthRepository()
        let model: SignInModel

        init() {
            model = SignInModel(AuthDependencies(repository))
        }

        @Test func `asks the repository once`() async {
            repository.answer(.success(.signedIn(.guest, isNew: true)))
            await model.continueAsGuest()
            #expect(repository.calls == [.signIn("anonymous")])
        }

        @Test func `leads on when it succeeded`() async {
            repository.answer(.success(.signedIn(.guest, isNew: true)))
            await model.continueAsGuest()
            #expect(model.next?.user == .guest)
            #expect(model.isGuest)
        }

        @Test func `says why when it failed`() async {
            repository.answer(.failure(.offline))
            await model.continueAsGuest()
            #expect(model.message == Message(.unreachable))
            #expect(model.progress(of: .guest).error?.kind == .noInternet)
            #expect(model.next == nil)
        }

        @Test func `is busy meanwhile, with that and nothing else`() async {
            repository.answer(.success(.signedIn(.guest, isNew: true)))
            repository.hold()
            let task = Task { await model.continueAsGuest() }
            await until { repository.calls.count == 1 }
            #expect(model.progress(of: .guest).isRunning)
            #expect(!model.progress(of: .password).isRunning)
            repository.release()
            await task.value
            #expect(!model.isBusy)
        }

        @Test func `is not busy any more when it failed`() async {
            repository.answer(.failure(.wrong))
            await model.continueAsGuest()
            #expect(!model.isBusy)
        }
    }

    @Suite("with Google")
    @MainActor
    struct Google {
        let repository = RecordingAuthRepository()
        let model: SignInModel

        init() {
            model = SignInModel(AuthDependencies(repository, providers: [.google()]))
        }

        @Test func `asks the repository once`() async {
            repository.answer(.success(.signedIn(.eve, isNew: false)))
            await model.signIn(with: "google.com")
            #expect(repository.calls == [.signIn("google.com")])
        }

        @Test func `leads on when it succeeded`() async {
            repository.answer(.success(.signedIn(.eve, isNew: true)))
            await model.signIn(with: "google.com")
            #expect(model.next?.user == .eve)
        }

        @Test func `says why when it failed`() async {
            repository.answer(.failure(.wrong))
            await model.signIn(with: "google.com")
            #expect(model.progress(of: .google).error?.kind == .badCredentials)
            #expect(model.message == Message(.wrongCredential))
        }

        @Test func `is busy meanwhile, with that and nothing else`() async {
            repository.answer(.success(.signedIn(.eve, isNew: false)))
            repository.hold()
            let task = Task { await model.signIn(with: "google.com") }
            await until { repository.calls.count == 1 }
            #expect(model.progress(of: .google).isRunning && !model.progress(of: .guest).isRunning)
            repository.release()
            await task.value
            #expect(!model.isBusy)
        }

        @Test func `upgrades a guest instead of leaving them behind`() async {
            repository.show(.signedIn(.guest))
            repository.answer(.success(.signedIn(.eve, isNew: false)))
            await model.signIn(with: "google.com")
            #expect(repository.calls == [.upgradeGuest("google.com")])
        }

        @Test func `says nothing when the user closes the sheet`() async {
            let model = SignInModel(AuthDependencies(repository, providers: [.declined]))
            await model.signIn(with: "google.com")
            #expect(repository.calls.isEmpty)
            #expect(model.lastError == nil && !model.isBusy)
        }

        @Test func `does nothing for a provider that the app does not offer`() async {
            await model.signIn(with: "myspace.com")
            #expect(repository.calls.isEmpty)
        }
    }

    @Suite("when something goes wrong")
    @MainActor
    struct Errors {
        let repository = RecordingAuthRepository()
        let model: SignInModel

        init() {
            model = SignInModel(AuthDependencies(repository, providers: [.google()]))
        }

        @Test func `shows the last error`() async {
            repository.answer(.failure(.offline))
            await model.continueAsGuest()
            repository.answer(.failure(.wrong))
            await model.signIn(with: "google.com")
            #expect(model.message == Message(.wrongCredential))
        }

        @Test func `shows it no longer as soon as something is tried again`() async {
            repository.answer(.failure(.offline))
            await model.continueAsGuest()
            repository.answer(.success(.signedIn(.guest, isNew: true)))
            await model.continueAsGuest()
            #expect(model.lastError == nil)
        }

        @Test func `says nothing of what was superseded`() async {
            repository.answer(.failure(.superseded))
            await model.continueAsGuest()
            #expect(model.lastError == nil && !model.isBusy)
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
            #expect(model.progress(of: .password).error?.kind == .badCredentials)
            #expect(model.password.text == password)
        }

        @Test(arguments: [("", ""), ("eve", "correct horse"), ("eve@example.com", "")])
        func `sends nothing that cannot be right, and says what is wrong`(_ email: String, _ password: String) async {
            model.email.text = email
            model.password.text = password
            await model.submit()
            #expect(stage.repository.calls.isEmpty)
            #expect(model.email.problem != nil || model.password.problem != nil)
        }

        @Test func `signs in once, however often the button is pressed`() async throws {
            try await stage.register()
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            stage.repository.hold()
            let presses = (0..<3).map { _ in Task { await model.submit() } }
            await until { stage.repository.calls.count == 1 }
            #expect(!model.canSubmit)
            stage.repository.release()
            for press in presses { await press.value }
            #expect(stage.repository.calls == [.signIn("password")])
        }

        @Test func `can be given up, and tried again`() async throws {
            try await stage.register()
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            stage.repository.hold()
            let press = Task { await model.submit() }
            await until { stage.repository.calls.count == 1 }
            model.cancel()
            #expect(!model.isBusy && model.canSubmit)
            await press.value
            #expect(model.lastError == nil && model.next == nil)
            stage.repository.release()
            await model.submit()
            #expect(model.next?.user != nil)
        }

        @Test func `says that it is offline, and keeps what was typed`() async {
            model.email.text = "eve@example.com"
            model.password.text = "correct horse"
            stage.repository.failNext(with: .offline)
            await model.submit()
            #expect(model.lastError?.kind == .noInternet)
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
