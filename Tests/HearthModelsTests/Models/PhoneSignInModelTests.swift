import HearthAuth
import HearthFlows
import HearthModels
import HearthTesting
import Testing

@MainActor
@Suite("PhoneSignInModel")
struct PhoneSignInModelTests {
    let stage: Stage
    let clock = SteppedClock()
    let model: PhoneSignInModel

    init() async throws {
        stage = try await Stage()
        model = PhoneSignInModel(stage.dependencies)
        model.phoneNumber.text = "+1 (555) 555-0100"
    }

    @Test func `signs in with the code that was texted`() async throws {
        await model.send()
        #expect(model.explanation == .codeTexted(to: "+15555550100"))
        let code = try await stage.backend.inbox.nextText(to: "+15555550100").code
        model.code.text = "\(code.prefix(3)) \(code.suffix(3))"
        #expect(model.canSubmit)
        await model.submit()
        #expect(model.next?.user?.phoneNumber == "+15555550100")
        #expect(model.wait == nil && model.code.text.isEmpty)
    }

    @Test func `says how often one may still try`() async throws {
        await model.send()
        let code = try await stage.backend.inbox.nextText(to: "+15555550100").code
        model.code.text = code == "000000" ? "000001" : "000000"
        await model.submit()
        #expect(model.code.problem == Message(.wrongCode))
        #expect(model.triesLeft == .triesLeft(4))
        model.code.text = code
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `begins again after too many wrong codes`() async throws {
        await model.send()
        let code = try await stage.backend.inbox.nextText(to: "+15555550100").code
        for _ in 0..<5 {
            model.code.text = code == "000000" ? "000001" : "000000"
            await model.submit()
        }
        #expect(model.wait == nil && model.lastError != nil && model.next == nil)
    }

    @Test(arguments: [("0170 1234567", Message.Key.phoneNeedsCountryCode), ("", .missingPhoneNumber)])
    func `texts nobody without a number`(_ number: String, _ problem: Message.Key) async {
        model.phoneNumber.text = number
        await model.send()
        #expect(model.phoneNumber.problem?.key == problem && stage.repository.calls.isEmpty)
    }

    @Test func `goes on where an earlier run has left`() async throws {
        await model.send()
        let again = PhoneSignInModel(stage.dependencies)
        #expect(again.wait?.phoneNumber == "+15555550100")
        again.code.text = try await stage.backend.inbox.nextText(to: "+15555550100").code
        await again.submit()
        #expect(again.next?.user != nil)
    }

    @Test func `adds the number to the account of the one who is signed in`() async throws {
        let user = try await stage.signIn()
        let model = PhoneSignInModel(stage.dependencies, for: .link)
        model.phoneNumber.text = "+15555550100"
        await model.send()
        model.code.text = try await stage.backend.inbox.nextText(to: "+15555550100").code
        await model.submit()
        #expect(model.next?.user?.uid == user.uid && model.next?.user?.phoneNumber == "+15555550100")
    }

    @Test func `sends one message, however often the button is pressed`() async {
        stage.repository.hold()
        let presses = (0..<3).map { _ in Task { await model.send() } }
        await until { stage.repository.calls.count == 1 }
        stage.repository.release()
        for press in presses { await press.value }
        #expect(stage.repository.calls == [.other("sendCode")])
    }

    @Test func `waits no longer when the user corrects the number`() async {
        await model.send()
        await model.abandon()
        #expect(model.wait == nil && stage.repository.pending.phoneCode == nil)
    }

    @Test(arguments: [AppError.offline, .superseded]) func `is as before when it failed`(_ error: AppError) async {
        stage.repository.failNext(with: error)
        await model.send()
        #expect(model.wait == nil && model.canSend)
    }

    @Test func `prints nothing of the number`() async {
        await model.send()
        #expect(!prints(of: model).contains("555"))
    }
}
