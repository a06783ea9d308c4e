import HearthAuth
import HearthCore
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

@MainActor
@Suite("DeleteAccountModel")
struct DeleteAccountModelTests {
    let stage: Stage
    let done = Locked<[String]>([])

    init() async throws {
        stage = try await Stage()
        try await stage.signIn()
    }

    private func step(_ name: String) -> Step {
        Step(name) { [done] _ in done.withLock { $0.append(name) } }
    }

    @Test func `deletes what is the app's, then the account`() async throws {
        let model = DeleteAccountModel(stage.dependencies) {
            step("Orders")
            step("Photos")
        }
        #expect(model.explanation == Message(.deleteExplanation))
        await model.delete()
        #expect(model.isDeleted && model.explanation == Message(.deleted))
        #expect(done.withLock(\.self) == ["Orders", "Photos"])
        #expect(stage.manager.currentUser == nil)
        let error = await #expect(throws: FlowError.self) {
            try await stage.manager.signIn(with: .password(email: "eve@example.com", password: "correct horse"))
        }
        #expect(error?.auth?.code == .invalidCredential || error?.auth?.code == .userNotFound)
    }

    @Test func `tells how far it has come`() async {
        let (gate, release) = AsyncStream.makeStream(of: Void.self)
        let model = DeleteAccountModel(stage.dependencies) {
            step("Orders")
            Step("Photos") { _ in for await _ in gate { return } }
        }
        let following = Task { await model.run() }
        let deleting = Task { await model.delete() }
        await until { model.deletion?.currentStep == "Photos" }
        #expect(model.explanation == .deleteProgress(step: 2, of: 3))
        #expect(SessionModel(stage.dependencies).screen == model.deletion.map(SessionModel.Screen.deleting))
        release.yield()
        await deleting.value
        following.cancel()
        #expect(model.isDeleted)
    }

    @Test func `goes on where it stopped`() async {
        let fails = Locked(true)
        let model = DeleteAccountModel(stage.dependencies) {
            step("Orders")
            Step("Photos") { [done] _ in
                if fails.withLock(\.self) { throw Full() }
                done.withLock { $0.append("Photos") }
            }
        }
        await model.delete()
        #expect(!model.isDeleted && model.isInterrupted && model.lastError != nil)
        #expect(model.explanation == .deletionStopped(at: "Photos"))
        #expect(stage.manager.currentUser != nil)
        fails.withLock { $0 = false }
        await model.delete()
        #expect(model.isDeleted && done.withLock(\.self) == ["Orders", "Photos"])
    }

    @Test func `is given up after it stopped`() async {
        let model = DeleteAccountModel(stage.dependencies) { Step("Orders") { _ in throw Full() } }
        await model.delete()
        await model.abandon()
        #expect(model.deletion == nil && !model.isInterrupted)
        #expect(stage.manager.currentUser != nil)
    }

    @Test func `deletes once, however often the button is pressed`() async {
        let model = DeleteAccountModel(stage.dependencies) { step("Orders") }
        stage.link.pause()
        let presses = (0..<3).map { _ in Task { await model.delete() } }
        await until { stage.link.paths.count == 1 }
        stage.link.resume()
        for press in presses { await press.value }
        await model.delete()
        #expect(done.withLock(\.self) == ["Orders"] && stage.link.count("accounts:delete") == 1)
    }

    @Test func `keeps the account while it is offline, and does no step twice`() async {
        let model = DeleteAccountModel(stage.dependencies) { step("Orders") }
        stage.failNext()
        await model.delete()
        #expect(!model.isDeleted && stage.manager.currentUser != nil)
        #expect(model.lastError?.recovery == .transient && model.isInterrupted)
        await model.delete()
        #expect(model.isDeleted && done.withLock(\.self) == ["Orders"])
    }
}
