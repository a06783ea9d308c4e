import HearthAuth
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("CollisionModel")
struct CollisionModelTests {
    let stage: Stage
    let model: CollisionModel

    init() async throws {
        stage = try await Stage()
        try await stage.register()
        let signIn = SignInModel(stage.dependencies)
        await signIn.signIn(with: "facebook.com")
        guard case .collision(let model) = signIn.next else { throw Full() }
        self.model = model
    }

    @Test func `says whose account it is, and what will be added`() {
        #expect(model.explanation == .collision(email: "eve@example.com", provider: "facebook.com"))
        #expect(model.offersPassword && !model.isOtherAccounts)
        #expect(!model.providers.map(\.id).contains("facebook.com"))
    }

    @Test func `adds the sign-in method after the password was right`() async throws {
        model.password.text = "correct horse"
        await model.submit()
        let user = try #require(model.next?.user)
        #expect(Set(user.providers) == ["password", "facebook.com"])
        #expect(model.success == .linked("facebook.com"))
        #expect(model.password.text.isEmpty)
    }

    @Test func `goes on to the account that has the sign-in method already`() async throws {
        let owner = try #require(
            try await stage.manager.signIn(
                with: .google(idToken: #"{"sub":"g1","email":"ada@gmail.com","email_verified":true}"#)
            ).user
        ).uid
        try await stage.manager.signOut()
        try await stage.manager.signIn(with: .password(email: "eve@example.com", password: "correct horse"))
        let account = AccountModel(stage.dependencies)
        await account.link("google.com")
        guard case .collision(let model) = account.next else { return #expect(Bool(false)) }
        #expect(model.isOtherAccounts && !model.offersPassword && model.providers.isEmpty)
        #expect(model.explanation == Message(.credentialAlreadyInUse))
        await model.switchAccount()
        #expect(model.next?.user?.uid == owner && model.success == nil)
    }

    @Test func `lets the user try again after a wrong password`() async {
        model.password.text = "wrong horse"
        await model.submit()
        #expect(model.message == Message(.wrongCredential) && model.next == nil)
        model.password.text = "correct horse"
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `sends no empty password`() async {
        #expect(!model.canSubmit)
        await model.submit()
        #expect(model.password.problem == Message(.missingPassword))
        #expect(stage.link.count("signInWithPassword") == 0)
    }

    @Test func `does not take another account for the one in question`() async throws {
        let stage = try await Stage(providers: [.google("g2", email: "ada@gmail.com"), .facebook()])
        try await stage.register()
        let signIn = SignInModel(stage.dependencies)
        await signIn.signIn(with: "facebook.com")
        guard case .collision(let model) = signIn.next else { return #expect(Bool(false)) }
        // The service may tell which providers have verified the address; Google is offered if it does not.
        guard model.providers.map(\.id).contains("google.com") else { return }
        await model.signIn(with: "google.com")
        #expect(model.next == nil && model.message == Message(.differentAccount))
    }

    @Test func `settles the conflict once, however often the button is pressed`() async {
        model.password.text = "correct horse"
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.submit() } }
        await until { stage.link.count("signInWithPassword") == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.count("signInWithPassword") == 1)
        #expect(model.next?.user != nil)
    }

    @Test func `keeps the conflict while it is offline`() async {
        model.password.text = "correct horse"
        stage.failNext()
        await model.submit()
        #expect(model.lastError?.recovery == .transient)
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `forgets the conflict when the user gives up`() async {
        await model.abandon()
        #expect(stage.manager.state.conflict == nil)
        #expect(stage.manager.currentUser == nil)
    }

    @Test func `prints nothing of the address and the password`() {
        model.password.text = "correct horse"
        #expect(!prints(of: model).contains("eve@") && !prints(of: model).contains("horse"))
    }
}
