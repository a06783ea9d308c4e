import HearthAuth
import HearthBackend
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("ProofModel, with a mailed link")
struct EmailLinkModelTests {
    let stage: Stage
    let model: ProofModel

    init() async throws {
        stage = try await Stage()
        model = ProofModel(.emailLink, stage.dependencies)
        model.recipient.text = "eve@example.com"
    }

    @Test func `signs in with the link that it mailed`() async throws {
        await model.send()
        #expect(model.explanation == .emailLinkSent(to: "eve@example.com"))
        await model.open(try await stage.backend.inbox.next(.emailSignIn, to: "eve@example.com").link)
        #expect(model.next?.user?.email == "eve@example.com")
        #expect(model.wait == nil)
    }

    @Test func `asks for the address of a link from another device`() async throws {
        await model.send()
        let link = try await stage.backend.inbox.next(.emailSignIn, to: "eve@example.com").link
        let other = ProofModel(.emailLink, Stage(stage.backend).dependencies)
        await other.open(link)
        #expect(other.needsRecipient && other.next == nil && other.lastError == nil)
        #expect(other.explanation == Message(.emailLinkElsewhere))
        await other.submit()
        #expect(other.recipient.problem == Message(.missingEmail))
        other.recipient.text = "eve@example.com"
        #expect(other.canSubmit)
        await other.submit()
        #expect(other.next?.user?.email == "eve@example.com" && !other.needsRecipient)
    }

    @Test func `waits for the link that was asked for before`() async throws {
        await model.send()
        let again = ProofModel(.emailLink, stage.dependencies)
        #expect(again.wait?.recipient == "eve@example.com" && again.recipient.text == "eve@example.com")
    }

    @Test(arguments: ["", "https://example.com", "eve@example.com"])
    func `sends nothing that is no link`(_ link: String) async {
        model.answer.text = link
        await model.submit()
        #expect(model.answer.problem == Message(.invalidLink))
        #expect(stage.link.paths.isEmpty)
    }

    @Test func `refuses a link the second time`() async throws {
        await model.send()
        let link = try await stage.backend.inbox.next(.emailSignIn, to: "eve@example.com").link
        await model.open(link)
        let again = ProofModel(.emailLink, stage.dependencies)
        again.recipient.text = "eve@example.com"
        await again.open(link)
        await again.submit()
        #expect(again.next == nil)
        #expect(again.message == Message(.invalidActionCode))
    }

    @Test func `sends one mail, however often the button is pressed`() async {
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.send() } }
        await until { stage.link.paths.count == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        #expect(stage.link.paths.count == 1)
    }

    @Test func `waits no longer when the user gives up`() async {
        await model.send()
        await model.abandon()
        #expect(model.wait == nil && stage.manager.state.emailLink == nil)
        #expect(model.explanation == Message(.emailLinkExplanation))
    }

    @Test(arguments: [Fault.offline, .drop]) func `is as before when it failed`(_ fault: Fault) async {
        stage.failNext(with: fault)
        await model.send()
        #expect(model.wait == nil && model.canSend)
    }

    @Test func `sends nothing to what is no address`() async {
        model.recipient.text = "eve@"
        await model.send()
        #expect(stage.link.paths.isEmpty && model.recipient.problem == Message(.invalidEmail))
    }

    @Test func `asks for the address of a link that was mailed to another one`() async throws {
        model.recipient.text = "ada@example.com"
        await model.send()
        let link = try await stage.backend.inbox.next(.emailSignIn, to: "ada@example.com").link
        await model.abandon()
        stage.backend.clock.advance(by: .seconds(60))
        let again = ProofModel(.emailLink, stage.dependencies)
        again.recipient.text = "eve@example.com"
        await again.send()
        await again.open(link)
        #expect(again.needsRecipient && again.lastError == nil && again.triesLeft == nil)
        #expect(again.explanation == Message(.emailLinkElsewhere))
        again.recipient.text = "mallory@example.com"
        await again.submit()
        #expect(again.message == Message(.emailLinkElsewhere) && again.next == nil)
        again.recipient.text = "ada@example.com"
        await again.submit()
        #expect(again.next?.user?.email == "ada@example.com")
    }
}
