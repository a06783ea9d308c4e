import HearthAuth
import HearthCore
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("SecondFactorModel and SecondFactorEnrollmentModel")
struct SecondFactorModelTests {
    let stage: Stage
    let number = "+15555550100"

    init() async throws {
        stage = try await Stage()
        try await stage.signIn()
    }

    private func enrollApp() async throws -> AuthenticatorApp {
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        await model.beginWithApp()
        let app = try app(of: model)
        model.code.text = app.code(at: stage.backend.clock.now)
        await model.submit()
        #expect(model.isDone && model.factors.contains { !$0.isPhone })
        // A code is good once: what comes next needs another one.
        stage.backend.clock.advance(by: .seconds(60))
        return app
    }

    private func app(of model: SecondFactorEnrollmentModel) throws -> AuthenticatorApp {
        let key = try #require(model.key)
        return try #require(AuthenticatorApp(key: key.reveal()))
    }

    private func enrollPhone() async throws {
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        model.phoneNumber.text = number
        await model.sendCode()
        model.code.text = try await stage.backend.inbox.nextText(to: number).code
        await model.submit()
        #expect(model.isDone)
    }

    private func challenge() async throws -> SecondFactorModel {
        try await stage.manager.signOut()
        let signIn = SignInModel(stage.dependencies)
        signIn.email.text = "eve@example.com"
        signIn.password.text = "correct horse"
        await signIn.submit()
        guard case .secondFactor(let model) = signIn.next else { throw Full() }
        return model
    }

    @Test func `shows the key as a picture, as an address and as text`() async throws {
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "My Shop")
        #expect(model.picture == nil && model.url == nil && model.explanation == nil)
        await model.beginWithApp()
        let url = try #require(model.url).reveal()
        let key = try #require(model.key).reveal()
        #expect(url.hasPrefix("otpauth://totp/My%20Shop:eve%40example.com?secret=\(key)"))
        #expect(model.picture == QRCode(url))
        #expect(model.explanation == Message(.scanPicture))
        #expect(!prints(of: model).contains(key))
    }

    @Test func `asks for the app's code at the next sign-in`() async throws {
        let app = try await enrollApp()
        let model = try await challenge()
        #expect(model.chosen != nil && !model.needsText)
        #expect(model.explanation == Message(.enterAppCode))
        model.code.text = app.code(at: stage.backend.clock.now)
        await model.submit()
        #expect(model.next?.user?.email == "eve@example.com")
    }

    @Test func `texts a code at the next sign-in, and says to which number by its end`() async throws {
        try await enrollPhone()
        let model = try await challenge()
        #expect(model.needsText && !model.canSubmit)
        await model.send()
        #expect(!model.needsText)
        #expect(model.explanation.key == .codeTexted)
        #expect(Localizer()(model.explanation).hasSuffix("0100."))
        model.code.text = try await stage.backend.inbox.nextText(to: number).code
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `lets the user choose among several`() async throws {
        try await enrollPhone()
        let app = try await enrollApp()
        let model = try await challenge()
        #expect(model.chosen == nil && model.explanation == Message(.chooseFactor))
        model.code.text = "123456"
        #expect(!model.canSubmit)
        model.choose(try #require(model.factors.first { !$0.isPhone }))
        #expect(model.code.text.isEmpty)
        model.code.text = app.code(at: stage.backend.clock.now)
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `says how often one may still try, and when it is over`() async throws {
        _ = try await enrollApp()
        let model = try await challenge()
        for left in [4, 3, 2, 1] {
            model.code.text = "000000"
            await model.submit()
            #expect(model.triesLeft == .triesLeft(left) && !model.isOver)
            #expect(model.code.problem == Message(.wrongCode))
        }
        await model.submit()
        #expect(model.isOver && !model.canSubmit && model.next == nil)
    }

    @Test(arguments: ["", "12345", "1234567", "abcdef"]) func `sends nothing that is no code`(_ code: String)
        async throws
    {
        _ = try await enrollApp()
        let model = try await challenge()
        model.code.text = code
        await model.submit()
        #expect(model.code.problem != nil && stage.link.count("mfaSignIn:finalize") == 0)
    }

    @Test func `shows a code once, however often the button is pressed`() async throws {
        let app = try await enrollApp()
        let model = try await challenge()
        model.code.text = app.code(at: stage.backend.clock.now)
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.submit() } }
        await until { stage.link.count("mfaSignIn:finalize") == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.count("mfaSignIn:finalize") == 1)
        #expect(model.next?.user != nil)
    }

    @Test func `may be tried again after it was offline`() async throws {
        let app = try await enrollApp()
        let model = try await challenge()
        model.code.text = app.code(at: stage.backend.clock.now)
        stage.failNext()
        await model.submit()
        #expect(model.lastError?.recovery == .transient && !model.isOver)
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `gives the sign-in up`() async throws {
        _ = try await enrollApp()
        let model = try await challenge()
        await model.abandon()
        #expect(model.isOver && stage.manager.state.secondFactor == nil)
        #expect(stage.manager.currentUser == nil)
    }

    @Test func `takes a factor away`() async throws {
        _ = try await enrollApp()
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        let factor = try #require(model.factors.first)
        await model.remove(factor)
        #expect(model.factors.isEmpty && model.lastError == nil)
    }

    @Test func `adds nothing with a wrong code, or after the user has given up`() async throws {
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        await model.beginWithApp()
        model.code.text = "000000"
        await model.submit()
        #expect(!model.isDone && model.code.problem == Message(.wrongCode) && model.isWaitingForCode)
        await model.abandon()
        #expect(!model.isWaitingForCode && model.key == nil)
        await model.submit()
        #expect(!model.isDone && model.factors.isEmpty)
    }

    @Test func `calls a factor by its name, or by what it is`() async throws {
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        await model.beginWithApp()
        model.name.text = "My telephone"
        model.code.text = try app(of: model).code(at: stage.backend.clock.now)
        await model.submit()
        #expect(model.factors.first?.title == .name("My telephone"))
    }

    @Test func `still waits for a code that was texted before the screen was left`() async throws {
        let model = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        model.phoneNumber.text = number
        await model.sendCode()
        let again = SecondFactorEnrollmentModel(stage.dependencies, issuer: "Shop")
        #expect(again.isWaitingForCode && again.phoneNumber.text == number)
        again.code.text = try await stage.backend.inbox.nextText(to: number).code
        await again.submit()
        #expect(again.isDone)
    }
}
