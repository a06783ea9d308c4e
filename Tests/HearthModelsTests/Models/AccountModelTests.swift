import HearthAuth
import HearthCore
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("AccountModel")
struct AccountModelTests {
    let stage: Stage
    let model: AccountModel

    init() async throws {
        stage = try await Stage()
        try await stage.signIn()
        model = AccountModel(stage.dependencies)
    }

    @Test func `shows who is signed in`() {
        #expect(model.user?.email == "eve@example.com" && model.user?.title == "eve@example.com")
        #expect(model.signInMethods == ["password"] && model.addable.map(\.id) == ["google.com", "facebook.com"])
        #expect(!model.canUnlink && !model.canVerify)
    }

    @Test func `changes the name, and removes it`() async {
        model.displayName.text = " Eve "
        await model.saveName()
        #expect(model.user?.displayName == "Eve" && model.displayName.text == " Eve ")
        #expect(model.notice == Message(.saved))
        model.displayName.text = ""
        await model.saveName()
        #expect(model.user?.displayName == nil)
    }

    @Test func `mails a link to a new address`() async throws {
        model.newEmail.text = "eve@example.org"
        await model.changeEmail()
        #expect(model.notice == .emailChangeSent(to: "eve@example.org"))
        #expect(stage.manager.state.emailChange?.newEmail == "eve@example.org")
        let mail = try await stage.backend.inbox.next(.verifyAndChangeEmail, to: "eve@example.org")
        #expect(!mail.code.isEmpty)
    }

    @Test func `changes the password`() async throws {
        model.newPassword.text = "battery staple"
        await model.changePassword()
        #expect(model.notice == Message(.passwordChanged) && model.newPassword.text.isEmpty)
        try await stage.manager.signOut()
        let user = try await stage.manager.signIn(with: .password(email: "eve@example.com", password: "battery staple"))
        #expect(user.user != nil)
    }

    @Test func `links a provider and unlinks it again, but never the last`() async {
        await model.link("google.com")
        #expect(Set(model.signInMethods) == ["password", "google.com"] && model.canUnlink)
        #expect(model.notice == .linked("google.com"))
        await model.unlink("google.com")
        #expect(model.signInMethods == ["password"])
        await model.unlink("password")
        #expect(model.message == Message(.lastSignInMethod) && model.signInMethods == ["password"])
    }

    @Test func `mails a link to an address that is not verified yet`() async throws {
        let stage = try await Stage()
        _ = try await stage.manager.signUp(with: .password(email: "new@example.com", password: "correct horse"))
        let model = AccountModel(stage.dependencies)
        #expect(model.canVerify)
        await model.sendVerification()
        #expect(model.notice == .verificationSent(to: "new@example.com"))
        let mail = try await stage.backend.inbox.next(.verifyEmail, to: "new@example.com")
        try await stage.manager.auth.applyActionCode(mail.code)
        await model.reload()
        #expect(model.user?.isEmailVerified == true && !model.canVerify)
    }

    @Test func `makes a lasting user of a guest`() async throws {
        let stage = try await Stage()
        let guest = try await stage.manager.signIn(with: .guest).user?.uid
        let model = AccountModel(stage.dependencies)
        await model.link("google.com")
        #expect(model.user?.uid == guest && model.user?.isAnonymous == false)
    }

    @Test func `signs out`() async {
        await model.signOut()
        #expect(model.user == nil && stage.manager.state.session == .signedOut(.byUser))
    }

    @Test func `follows what becomes of the user elsewhere`() async throws {
        let following = Task { await model.run() }
        try await stage.manager.updateDisplayName(to: "Evelyn")
        await until { model.user?.displayName == "Evelyn" }
        #expect(model.displayName.text == "Evelyn")
        following.cancel()
        await following.value
    }

    @Test func `does not overwrite what the user is typing`() async throws {
        model.displayName.text = "Ev"
        try await stage.manager.updateDisplayName(to: "Evelyn")
        await model.reload()
        #expect(model.displayName.text == "Ev" && model.user?.displayName == "Evelyn")
    }

    @Test func `keeps a progress for each action`() async {
        stage.failNext()
        await model.saveName()
        #expect(model.progress(of: .name).error?.recovery == .transient)
        #expect(model.progress(of: .password).error == nil && !model.isBusy)
        await model.reload()
        #expect(model.progress(of: .name).error?.recovery == .transient && model.lastError == nil)
    }

    @Test(arguments: ["", "eve"]) func `sends no address that is none, and no short password`(_ text: String) async {
        model.newEmail.text = text
        model.newPassword.text = text
        await model.changeEmail()
        await model.changePassword()
        #expect(model.newEmail.problem != nil && model.newPassword.problem != nil)
        #expect(stage.link.paths.isEmpty)
    }

    @Test func `saves once, however often the button is pressed`() async {
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.saveName() } }
        await until { stage.link.paths.count == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.count("accounts:update") == 1)
    }

    @Test func `prints nothing personal`() async {
        model.displayName.text = "Evelyn"
        await model.saveName()
        #expect(!prints(of: model).contains("eve@") && !prints(of: model).contains("Evelyn"))
        #expect(!prints(of: stage.manager.currentUser as Any).contains("eve@"))
    }
}
