import HearthAuth
import HearthCore
import HearthFlows
import HearthModels
import HearthTesting
import Testing

@MainActor
@Suite("SessionModel")
struct SessionModelTests {
    @Test(arguments: [
        (SessionStatus.restoring, SessionModel.Screen.restoring),
        (.storageUnavailable(.locked), .storageUnavailable(.locked)), (.locked, .locked),
        (.signedOut(.never), .signedOut(nil)), (.signedOut(.byUser), .signedOut(nil)),
        (.signedOut(.revoked), .signedOut(Message(.sessionRevoked))),
        (.signedOut(.disabled), .signedOut(Message(.userDisabled))),
        (.signedOut(.deleted), .signedOut(Message(.sessionDeleted))),
        (.signedOut(.idle), .signedOut(Message(.sessionTimedOut))),
        (.signedOut(.sessionExpired), .signedOut(Message(.sessionTimedOut))),
        (.signedOut(SignOutReason(rawValue: "new")), .signedOut(Message(.sessionRevoked))),
        (.signedIn(.eve), .signedIn(.eve)),
    ])
    func `shows the screen for what is known`(_ status: SessionStatus, _ screen: SessionModel.Screen) {
        let repository = RecordingAuthRepository()
        repository.show(status)
        #expect(SessionModel(AuthDependencies(repository)).screen == screen)
    }

    @Test func `follows the session`() async {
        let repository = RecordingAuthRepository()
        repository.show(.restoring)
        let model = SessionModel(AuthDependencies(repository))
        let following = Task { await model.run() }
        for status in [SessionStatus.storageUnavailable(.locked), .signedIn(.eve), .locked, .signedIn(.eve)] {
            repository.show(status)
            await until { model.screen == SessionModel(AuthDependencies(repository)).screen }
        }
        #expect(model.screen == .signedIn(.eve))
        following.cancel()
        await following.value
    }

    @Test func `looks again, unlocks and signs out`() async {
        let repository = RecordingAuthRepository(over: RecordingAuthRepository())
        let model = SessionModel(AuthDependencies(repository))
        await model.retry()
        await model.unlock(reason: "Shop")
        await model.signOut()
        #expect(repository.calls == [.other("retryRestoring"), .other("unlock"), .other("signOut")])
        #expect(model.screen == .signedOut(nil))
    }

    @Test func `stays locked, and says nothing, when the user does not want to unlock`() async {
        let repository = RecordingAuthRepository()
        repository.show(.locked)
        let model = SessionModel(AuthDependencies(repository))
        repository.failNext(with: AppError(FlowError(.cancelled)))
        await model.unlock(reason: "Shop")
        #expect(model.screen == .locked && model.lastError == nil)
    }

    @Test func `goes from the way in to the app and back, with a real session`() async throws {
        let stage = try await Stage()
        let model = SessionModel(stage.dependencies)
        let following = Task { await model.run() }
        let user = try await stage.signIn()
        await until { model.screen == .signedIn(user) }
        try await stage.manager.signOut()
        await until { model.screen == .signedOut(nil) }
        following.cancel()
        await following.value
    }
}
