import HearthAuth
import HearthBackend
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("PasskeysModel")
struct PasskeysModelTests {
    let stage: Stage
    let authenticator = SoftwareAuthenticator()
    let dependencies: AuthDependencies
    let model: PasskeysModel

    init() async throws {
        let backend = try await TestBackend {
            $0.profile = .strict
            $0.relyingParty = RelyingParty(id: "shop.example", name: "Shop")
        }
        stage = Stage(backend, passkeys: authenticator)
        try await stage.signIn()
        dependencies = stage.dependencies
        model = PasskeysModel(dependencies)
    }

    @Test func `adds a passkey with which the user signs in next`() async throws {
        model.name.text = "Eve's phone"
        await model.add()
        #expect(model.passkeys.map(\.name) == ["Eve's phone"] && model.name.text.isEmpty)
        try await stage.manager.signOut()
        let signIn = SignInModel(dependencies)
        #expect(signIn.offersPasskeys)
        await signIn.signInWithPasskey()
        #expect(signIn.next?.user?.email == "eve@example.com")
        #expect(signIn.next?.user?.enrolledPasskeys == model.passkeys)
    }

    @Test func `takes a passkey away`() async throws {
        await model.add()
        await model.remove(try #require(model.passkeys.first))
        #expect(model.passkeys.isEmpty && model.lastError == nil)
    }

    @Test func `asks who it is when the sign-in is not recent`() async {
        stage.backend.clock.advance(by: .seconds(900))
        let sheet = ReauthenticationModel(dependencies)
        let following = Task { await sheet.run() }
        let adding = Task { await model.add() }
        await until { sheet.challenge != nil }
        #expect(model.progress(of: .add).isRunning)
        sheet.password.text = "correct horse"
        await sheet.submit()
        await adding.value
        following.cancel()
        #expect(model.passkeys.count == 1)
    }

    @Test func `does nothing where the app has no passkeys`() async {
        let dependencies = AuthDependencies(stage.manager)
        let model = PasskeysModel(dependencies)
        #expect(!model.canAdd)
        await model.add()
        let signIn = SignInModel(dependencies)
        #expect(!signIn.offersPasskeys)
        await signIn.signInWithPasskey()
        #expect(stage.link.paths.isEmpty)
    }

    @Test func `says what an unknown passkey is`() async throws {
        await model.add()
        await model.remove(try #require(model.passkeys.first))
        try await stage.manager.signOut()
        let signIn = SignInModel(dependencies)
        await signIn.signInWithPasskey()
        #expect(signIn.message == Message(.passkeyUnknown) && signIn.next == nil)
    }

    @Test func `adds one passkey, however often the button is pressed`() async {
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.add() } }
        await until { stage.link.paths.count == 1 }
        #expect(!model.canAdd)
        stage.link.resume()
        for press in presses { await press.value }
        #expect(model.passkeys.count == 1)
    }
}
