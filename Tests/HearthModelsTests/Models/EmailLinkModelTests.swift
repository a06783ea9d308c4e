import HearthAuth
import HearthFlows
import HearthModels
import HearthTesting
import Testing

@MainActor
@Suite("EmailLinkModel")
struct EmailLinkModelTests {
    let stage: Stage
    let model: EmailLinkModel

    init() async throws {
        stage = try await Stage()
        model = EmailLinkModel(stage.dependencies)
        model.email.text = "eve@example.com"
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
        let other = EmailLinkModel(Stage(stage.backend).dependencies)
        await other.open(link)
        #expect(other.needsEmail && other.next == nil && other.lastError == nil)
        #expect(other.explanation == Message(.emailLinkElsewhere))
        await other.submit()
        #expect(other.email.problem == Message(.missingEmail))
        other.email.text = "eve@example.com"
        #expect(other.canSubmit)
        await other.submit()
        #expect(other.next?.user?.email == "eve@example.com" && !other.needsEmail)
    }

    @Test func `waits for the link that was asked for before`() async throws {
        await model.send()
        let again = EmailLinkModel(stage.dependencies)
        #expect(again.wait?.email == "eve@example.com" && again.email.text == "eve@example.com")
    }

    @Test(arguments: ["", "https://example.com", "eve@example.com"])
    func `sends nothing that is no link`(_ link: String) async {
        model.link.text = link
        await model.submit()
        #expect(model.link.problem == Message(.invalidLink))
        #expect(stage.repository.calls.isEmpty)
    }

    @Test func `refuses a link the second time`() async throws {
        await model.send()
        let link = try await stage.backend.inbox.next(.emailSignIn, to: "eve@example.com").link
        await model.open(link)
        let again = EmailLinkModel(stage.dependencies)
        again.email.text = "eve@example.com"
        await again.open(link)
        await again.submit()
        #expect(again.next == nil && again.message == Message(.invalidActionCode))
    }

    @Test func `sends one mail, however often the button is pressed`() async {
        stage.repository.hold()
        let presses = (0..<3).map { _ in Task { await model.send() } }
        await until { stage.repository.calls.count == 1 }
        stage.repository.release()
        for press in presses { await press.value }
        #expect(stage.repository.calls == [.other("sendEmailLink")])
    }

    @Test func `waits no longer when the user gives up`() async {
        await model.send()
        await model.abandon()
        #expect(model.wait == nil && stage.repository.pending.emailLink == nil)
        #expect(model.explanation == Message(.emailLinkExplanation))
    }

    @Test(arguments: [AppError.offline, .superseded]) func `is as before when it failed`(_ error: AppError) async {
        stage.repository.failNext(with: error)
        await model.send()
        #expect(model.wait == nil && model.canSend)
    }

    @Test func `sends nothing to what is no address`() async {
        model.email.text = "eve@"
        await model.send()
        #expect(stage.repository.calls.isEmpty && model.email.problem == Message(.invalidEmail))
    }
}
