import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// Deletions that stopped on their way, and what the second call makes of them.
@Suite("A deletion that goes on")
struct ResumedDeletionTests {
    /// A step of the app that fails for as long as the test says so.
    private final class Shop: Sendable {
        let done = Locked<[String]>([])
        let isClosed = Locked(true)

        func step(_ name: String, mayFail: Bool = false) -> Step {
            Step(name) { [self] _ in
                if mayFail, isClosed.withLock(\.self) { throw ClosedShop() }
                done.withLock { $0.append(name) }
            }
        }
    }

    private struct ClosedShop: Error {}

    /// A deletion whose second step fails.
    private static func deleteUntilPhotos(of shop: Shop, _ device: Fixture) async -> FlowError? {
        await failure { () throws(FlowError) in
            try await device.manager.deleteAccount {
                shop.step("Orders")
                shop.step("Photos", mayFail: true)
            }
        }
    }

    @Test func `has succeeded though the answer to it was lost, with nothing of the app's to delete`() async throws {
        let device = try await Fixture()
        let user = try await device.signUp()
        device.link.holdAnswer("accounts:delete")
        let first = Task { await failure { () throws(FlowError) in try await device.manager.deleteAccount() } }
        await device.link.untilAnswerIsHeld()
        first.cancel()
        #expect(await first.value == .cancelled)
        device.link.holdAnswer(nil)
        #expect(device.manager.state.deletion?.phase == .interrupted)
        let account = try await device.manager.deleteAccount()
        #expect(account.uid == user.uid)
        #expect(!device.manager.state.session.isSignedIn && device.manager.state.deletion == nil)
        #expect(await device.flows.load().isAbsent)
    }

    @Test func `tells Apple once, whatever becomes of the calls in between`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let told = Locked(0)
        func delete(_ answer: ReauthenticationAnswer) async -> FlowError? {
            await failure { () throws(FlowError) in
                try await device.manager.deleteAccount(
                    reauthenticate: { _ in answer },
                    revokeApple: { _ in told.withLock { $0 += 1 } }
                )
            }
        }
        device.link.hold("accounts:delete")
        let first = Task { await delete(.password(Fixture.password)) }
        await until { device.link.count("accounts:delete") == 1 }
        first.cancel()
        #expect(await first.value == .cancelled && told.withLock(\.self) == 1)
        // The user looks at the question, and gives up for now.
        device.backend.clock.advance(by: .minutes(10))
        #expect(await delete(.cancel) == .cancelled)
        #expect(device.manager.state.deletion?.phase == .interrupted)
        #expect(device.manager.state.deletion?.isRevoked == true)
        let next = await device.nextRun()
        await next.manager.ready()
        #expect(next.manager.state.deletion?.isRevoked == true)
        device.link.hold(nil)
        #expect(await delete(.password(Fixture.password)) == nil)
        #expect(told.withLock(\.self) == 1)
    }

    @Test func `keeps what is done while other steps are tried and given up`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let shop = Shop()
        let stopped = await Self.deleteUntilPhotos(of: shop, device)
        #expect(stopped == .appFailed && device.manager.state.deletion?.completed == 1)
        device.backend.clock.advance(by: .minutes(10))
        // Another version of the app has another first step; its user declines.
        let declined = await failure { () throws(FlowError) in
            try await device.manager.deleteAccount {
                shop.step("Drafts")
            } reauthenticate: { _ in
                .cancel
            }
        }
        #expect(declined == .cancelled)
        let deletion = try #require(device.manager.state.deletion)
        #expect(deletion.completed == 1 && deletion.steps == ["Orders", "Photos"] && deletion.phase == .interrupted)
        shop.isClosed.withLock { $0 = false }
        _ = try await device.manager.deleteAccount {
            shop.step("Orders")
            shop.step("Photos", mayFail: true)
        } reauthenticate: { _ in
            .password(Fixture.password)
        }
        #expect(shop.done.withLock(\.self) == ["Orders", "Photos"])
    }

    @Test(
        arguments: [
            (["Orders", "Photos"], ["Photos"]), (["Orders", "Photos", "Notes"], ["Photos", "Notes"]),
            (["Orders", "Notes"], ["Notes"]), (["Orders"], []),
            // What does not begin as the earlier one did begins anew.
            (["Photos", "Orders"], ["Photos", "Orders"]), (["Orders 2", "Photos"], ["Orders 2", "Photos"]),
            (["O\u{308}rders", "Photos"], ["O\u{308}rders", "Photos"]), ([], []),
        ] as [([String], [String])]
    )
    func `goes on behind the steps that both have in common, in the next run too`(
        names: [String],
        expected: [String]
    ) async throws {
        let device = try await Fixture()
        try await device.signUp()
        let shop = Shop()
        let stopped = await Self.deleteUntilPhotos(of: shop, device)
        #expect(stopped == .appFailed && shop.done.withLock(\.self) == ["Orders"])
        shop.done.withLock { $0 = [] }
        shop.isClosed.withLock { $0 = false }
        let next = await device.nextRun()
        _ = try await next.manager.deleteAccount {
            for name in names { shop.step(name) }
        }
        #expect(shop.done.withLock(\.self) == expected)
    }

    @Test func `is of the account that it was begun for, and of no other`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        let shop = Shop()
        _ = await failure { () throws(FlowError) in
            try await device.manager.deleteAccount {
                shop.step("Orders")
                shop.step("Photos", mayFail: true)
            }
        }
        try await device.manager.signOut()
        #expect(device.manager.state.deletion == nil)
        try await device.signUp("ada@example.com")
        shop.isClosed.withLock { $0 = false }
        _ = try await device.manager.deleteAccount {
            shop.step("Orders")
            shop.step("Photos", mayFail: true)
        }
        #expect(shop.done.withLock(\.self) == ["Orders", "Orders", "Photos"])
    }
}
