import HearthAuth
import HearthBackend
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("ProofModel, with a texted code")
struct TextedCodeModelTests {
    let stage: Stage
    let model: ProofModel

    init() async throws {
        stage = try await Stage()
        model = ProofModel(.phone, stage.dependencies)
        model.recipient.text = "+1 (555) 555-0100"
    }

    @Test func `signs in with the code that was texted`() async throws {
        await model.send()
        #expect(model.explanation == .codeTexted(to: "+15555550100"))
        let code = try await stage.backend.inbox.nextText(to: "+15555550100").code
        model.answer.text = "\(code.prefix(3)) \(code.suffix(3))"
        #expect(model.canSubmit)
        await model.submit()
        #expect(model.next?.user?.phoneNumber == "+15555550100")
        #expect(model.wait == nil && model.answer.text.isEmpty)
    }

    @Test func `says how often one may still try`() async throws {
        await model.send()
        let code = try await stage.backend.inbox.nextText(to: "+15555550100").code
        model.answer.text = code == "000000" ? "000001" : "000000"
        await model.submit()
        #expect(model.answer.problem == Message(.wrongCode))
        #expect(model.triesLeft == .triesLeft(4))
        model.answer.text = code
        await model.submit()
        #expect(model.next?.user != nil)
    }

    @Test func `begins again after too many wrong codes`() async throws {
        await model.send()
        let code = try await stage.backend.inbox.nextText(to: "+15555550100").code
        for _ in 0..<5 {
            model.answer.text = code == "000000" ? "000001" : "000000"
            await model.submit()
        }
        #expect(model.wait == nil && model.lastError != nil && model.next == nil)
    }

    @Test(arguments: [("0170 1234567", Message.Key.phoneNeedsCountryCode), ("", .missingPhoneNumber)])
    func `texts nothing without a number`(_ number: String, _ problem: Message.Key) async {
        model.recipient.text = number
        await model.send()
        #expect(model.recipient.problem?.key == problem && stage.link.paths.isEmpty)
    }

    @Test func `goes on where an earlier run has left`() async throws {
        await model.send()
        let again = ProofModel(.phone, stage.dependencies)
        #expect(again.wait?.recipient == "+15555550100")
        again.answer.text = try await stage.backend.inbox.nextText(to: "+15555550100").code
        await again.submit()
        #expect(again.next?.user != nil)
    }

    @Test func `adds the number to the account of the user who is signed in`() async throws {
        let user = try await stage.signIn()
        let model = ProofModel(.phone, stage.dependencies, for: .link)
        model.recipient.text = "+15555550100"
        await model.send()
        model.answer.text = try await stage.backend.inbox.nextText(to: "+15555550100").code
        await model.submit()
        #expect(model.next?.user?.uid == user.uid && model.next?.user?.phoneNumber == "+15555550100")
    }

    @Test func `sends one message, however often the button is pressed`() async {
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.send() } }
        await until { stage.link.paths.count == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.paths.count == 1)
    }

    @Test func `waits no longer when the user corrects the number`() async {
        await model.send()
        await model.abandon()
        #expect(model.wait == nil && stage.manager.state.phoneCode == nil)
    }

    @Test(arguments: [Fault.offline, .drop]) func `is as before when it failed`(_ fault: Fault) async {
        stage.failNext(with: fault)
        await model.send()
        #expect(model.wait == nil && model.canSend)
    }

    @Test func `prints nothing of the number`() async {
        await model.send()
        #expect(!prints(of: model).contains("555"))
    }
}
