import HearthAuth
import HearthBackend
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// Every call, given up while the service does not answer.
@Suite("Calls that are given up")
struct CancellationTests {
    private typealias Call = @Sendable (AuthManager) async throws(FlowError) -> Void

    private static let calls: [(name: String, call: Call)] = [
        ("signIn", { (manager) throws(FlowError) in try await manager.signIn(with: .customToken("x")) }),
        (
            "signUp",
            { (manager) throws(FlowError) in try await manager.signUp(with: .password(email: "a", password: "b")) }
        ),
        ("link", { (manager) throws(FlowError) in try await manager.link(.google(idToken: "x")) }),
        ("updateDisplayName", { (manager) throws(FlowError) in try await manager.updateDisplayName(to: "Eve") }),
        ("updatePhoto", { (manager) throws(FlowError) in try await manager.updatePhoto(to: nil) }),
        ("updatePassword", { (manager) throws(FlowError) in try await manager.updatePassword(to: "newer horse") }),
        ("updateEmail", { (manager) throws(FlowError) in try await manager.updateEmail(to: "new@example.com") }),
        ("unlink", { (manager) throws(FlowError) in try await manager.unlink("password") }),
        ("enrollPhone", { (manager) throws(FlowError) in _ = try await manager.enrollPhone(Fixture.number) }),
        ("enrollAuthenticatorApp", { (manager) throws(FlowError) in _ = try await manager.enrollAuthenticatorApp() }),
        ("sendCode", { (manager) throws(FlowError) in try await manager.sendCode(to: Fixture.number) }),
        ("deleteAccount", { (manager) throws(FlowError) in try await manager.deleteAccount() }),
        (
            "sendEmailLink",
            { (manager) throws(FlowError) in
                try await manager.sendEmailLink(to: Fixture.eve, settings: Fixture.settings)
            }
        ),
    ]

    @Test(arguments: calls.indices) func `ends at once, and nothing waits any more`(index: Int) async throws {
        let (name, call) = Self.calls[index]
        let device = try await Fixture()
        let user = try await device.signUp()
        device.link.hold("")
        let before = device.link.paths.count
        let task = Task { await failure { () throws(FlowError) in try await call(device.manager) } }
        await until { device.link.paths.count > before }
        task.cancel()
        #expect(await task.value == .cancelled, "\(name)")
        #expect(device.manager.state.flow == .idle && device.manager.currentUser?.uid == user.uid, "\(name)")
        #expect(await device.manager.answersOwed == 0, "\(name)")
    }

    private static let faults: [Fault] = [
        .offline, .drop, .status(503), .error("QUOTA_EXCEEDED"), .error("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
        .error("TOKEN_EXPIRED"),
    ]

    @Test(.timeLimit(.minutes(15)), arguments: calls.indices, faults)
    func `ends once, whichever of its requests fails and however`(index: Int, fault: Fault) async throws {
        let (name, call) = Self.calls[index]
        for number in 1...2 {
            let device = try await Fixture()
            try await device.signUp()
            device.backend.fail(next: number, of: .any, with: fault)
            // A service that asks for a recent sign-in again and again meets a user who gives up.
            let declining = Task {
                for await state in device.manager.states {
                    if let challenge = state.challenge { await device.manager.answer(challenge, with: .cancel) }
                }
            }
            _ = await failure { () throws(FlowError) in try await call(device.manager) }
            declining.cancel()
            #expect(await device.manager.answersOwed == 0, "\(name), \(fault)")
            #expect(device.manager.state.challenge == nil && device.manager.state.signingInWith == nil, "\(name)")
        }
    }

    @Test func `a call of a task that was cancelled before sends nothing`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let before = device.link.paths.count
        let task = Task {
            try? await Task.sleep(for: .seconds(3600))
            return await failure { () throws(FlowError) in try await device.manager.updateDisplayName(to: "Eve") }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(device.link.paths.count == before)
    }
}

extension AuthManager {
    /// How many callers wait for an end.
    var answersOwed: Int {
        tasks.count + FlowModels.signIn.waiting(workflows.signIn.state).count
            + FlowModels.link.waiting(workflows.link.state).count
            + FlowModels.account.waiting(workflows.account.state).count
            + FlowModels.enrollment.waiting(workflows.enrollment.state).count
            + FlowModels.emailLink.waiting(workflows.emailLink.state).count
            + FlowModels.deletion.waiting(workflows.deletion.state).count
            + FlowModels.reauthentication.waiting(workflows.reauthentication.state).count
    }
}
