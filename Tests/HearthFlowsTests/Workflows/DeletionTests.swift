import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

@testable import HearthFlows

/// Deletions that are asked for twice, or whose steps cannot be told apart.
@Suite("A deletion")
struct DeletionTests {
    @Test(.timeLimit(.minutes(15))) func `ends though it is asked for a second time meanwhile`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let (manager, done) = (device.manager, Locked<[String]>([]))
        let account = try await manager.deleteAccount {
            Step("Orders") { _ in
                done.withLock { $0.append("Orders") }
                let second = await failure { () throws(FlowError) in
                    try await manager.deleteAccount { Step("Nothing") { _ in Issue.record("the second deletion ran") } }
                }
                #expect(second == .superseded)
            }
            Step("Photos") { _ in done.withLock { $0.append("Photos") } }
        }
        #expect(!account.uid.isEmpty && done.withLock(\.self) == ["Orders", "Photos"])
        #expect(manager.state.session == .signedOut(.deleted))
    }

    @Test func `is refused before anything is done if two steps have one name`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let error = await failure { () throws(FlowError) in
            try await device.manager.deleteAccount {
                Step("Orders") { _ in Issue.record("the first ran") }
                Step("Orders") { _ in Issue.record("the second ran") }
            }
        }
        #expect(error == .ambiguousSteps && error?.reason.contains("Orders") == true)
        #expect(device.manager.state.deletion == nil && device.manager.state.session.isSignedIn)
    }
}
