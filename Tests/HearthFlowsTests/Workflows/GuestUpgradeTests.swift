import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// What becomes of a guest and of their data, whatever happens on the way.
@Suite("A guest becomes a lasting user")
struct GuestUpgradeTests {
    enum Method: String, CaseIterable, Sendable {
        case password, google

        var operation: OperationName { self == .password ? .signUp : .signInWithProvider }
        var path: String { self == .password ? "accounts:signUp" : "accounts:signInWithIdp" }
    }

    enum Loss: String, CaseIterable, Sendable {
        case lostAnswer, cancelledCall, killedProcess
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let profile: BackendConfiguration.Profile
        let method: Method
        let loss: Loss

        var testDescription: String { "\(profile.rawValue), \(method.rawValue), \(loss.rawValue)" }

        static let all = BackendConfiguration.Profile.allCases.flatMap { profile in
            Method.allCases.flatMap { method in
                Loss.allCases.map { Case(profile: profile, method: method, loss: $0) }
            }
        }
    }

    /// A device with a guest, and the issuer of Google's tokens.
    struct Guest {
        let device: Fixture
        let issuer: TestIssuer
        let uid: String

        init(_ profile: BackendConfiguration.Profile = .lenient) async throws {
            issuer = try TestIssuer()
            device = Fixture(try await issuer.backend(profile))
            uid = try #require(try await device.manager.signIn(with: .guest).user?.uid)
        }

        func provider(_ method: Method) throws -> IdentityProvider {
            switch method {
            case .password: .password(email: Fixture.eve, password: Fixture.password)
            case .google: try issuer.google("g", at: device.backend.clock.now)
            }
        }

        /// Creates the account that has the sign-in method already, on another device.
        func target(_ method: Method) async throws -> String {
            let outcome = try await device.otherDevice().manager.signUp(with: try provider(method))
            return try #require(outcome.user?.uid)
        }
    }

    @Test(arguments: Case.all) func `keeps the account when the answer to the first call never arrived`(
        _ test: Case
    ) async throws {
        let guest = try await Guest(test.profile)
        var device = guest.device
        let provider = try guest.provider(test.method)
        let refuse: MergeGuest = { _, _ in Issue.record("nothing is to be copied") }
        switch test.loss {
        case .lostAnswer:
            device.backend.fail(next: test.method.operation, with: .drop)
            #expect(
                await failure { () throws(FlowError) in
                    try await device.manager.upgradeGuest(with: provider, mergeGuest: refuse)
                } == .refused
            )
        case .cancelledCall, .killedProcess:
            device.link.holdAnswer(test.method.path)
            let first = Task { [device] in
                await failure { () throws(FlowError) in
                    try await device.manager.upgradeGuest(with: provider, mergeGuest: refuse)
                }
            }
            await device.link.untilAnswerIsHeld()
            if test.loss == .killedProcess { device = await device.nextRun() }
            first.cancel()
            #expect(await first.value == .cancelled)
            device.link.holdAnswer(nil)
        }
        let outcome = try await device.manager.upgradeGuest(
            with: try guest.provider(test.method),
            mergeGuest: refuse
        )
        guard case .signedIn(let user) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(user.uid == guest.uid && !user.isAnonymous && device.manager.currentUser?.uid == guest.uid)
        #expect(device.manager.state.flow == .idle)
        #expect(device.link.count("accounts:delete") == 0)
        #expect(try await device.manager.currentUser?.reload().isAnonymous == false)
        let elsewhere = device.otherDevice()
        #expect(try await elsewhere.manager.signIn(with: try guest.provider(test.method)).user?.uid == guest.uid)
    }

    @Test func `proves the credential again after a process that died while data was copied`() async throws {
        let guest = try await Guest()
        let target = try await guest.target(.google)
        try await guest.device.otherDevice().signUp("ada@example.com")
        let next = try await interrupted(guest, try guest.provider(.google))
        next.backend.clock.advance(by: .hours(29 * 24))
        await next.manager.ready()
        let wrong = IdentityProvider.password(email: "ada@example.com", password: "wrong horse")
        let refused = await failure { () throws(FlowError) in
            try await next.manager.upgradeGuest(with: wrong) { _, _ in Issue.record("copied for a wrong password") }
        }
        #expect(refused?.auth?.code == .wrongPassword || refused?.auth?.code == .invalidCredential)
        #expect(next.manager.currentUser?.uid == guest.uid)
        let ada = IdentityProvider.password(email: "ada@example.com", password: Fixture.password)
        let user = try await next.manager.upgradeGuest(with: ada) { from, to in
            #expect(from.uid == guest.uid && to.email == "ada@example.com")
        }.user
        #expect(user?.email == "ada@example.com" && user?.uid != target)
    }

    @Test func `deletes no guest whose data was never copied`() async throws {
        let guest = try await Guest()
        _ = try await guest.target(.password)
        let password = try guest.provider(.password)
        let next = try await interrupted(guest, password)
        // The user signs in to the other account by hand, and the app is opened once more.
        try await next.manager.signIn(with: password)
        let last = await next.nextRun()
        await last.manager.ready()
        await last.manager.untilNothingIsUnderWay()
        #expect(try await accountExists(guest.uid, last.backend))
    }

    @Test func `asks before a guest is left behind where the app copies nothing`() async throws {
        let guest = try await Guest()
        let target = try await guest.target(.password)
        let password = try guest.provider(.password)
        guard case .needsLinking(let conflict) = try await guest.device.manager.upgradeGuest(with: password) else {
            Issue.record("no conflict")
            return
        }
        #expect(guest.device.manager.currentUser?.uid == guest.uid)
        let user = try await guest.device.manager.resolve(conflict, with: password).user
        #expect(user?.uid == target)
        #expect(guest.device.link.count("accounts:delete") == 0)
        #expect(try await accountExists(guest.uid, guest.device.backend))
    }

    @Test func `deletes no guest who is none any more`() async throws {
        let guest = try await Guest()
        _ = try await guest.target(.password)
        // Meanwhile the guest becomes a lasting user elsewhere, with the same session.
        let twin = await guest.device.nextRun()
        await twin.manager.ready()
        let user = try await guest.device.manager.upgradeGuest(with: try guest.provider(.password)) { _, _ in
            do { try await twin.manager.link(Fixture.google("twin", email: "twin@gmail.com")) } catch {
                Issue.record(error)
            }
        }.user
        #expect(user?.email == Fixture.eve)
        #expect(guest.device.link.count("accounts:delete") == 0)
        #expect(try await accountExists(guest.uid, guest.device.backend))
    }

    /// Begins an upgrade, and ends the process while the app copies.
    private func interrupted(_ guest: Guest, _ provider: IdentityProvider) async throws -> Fixture {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            await failure { () throws(FlowError) in
                try await guest.device.manager.upgradeGuest(with: provider) { _, _ in
                    start.yield()
                    try await Task.sleep(for: .seconds(3600))
                }
            }
        }
        _ = await started.first { true }
        let next = await guest.device.nextRun()
        first.cancel()
        _ = await first.value
        return next
    }

    private func accountExists(_ uid: String, _ backend: TestBackend) async throws -> Bool {
        let body: JSONValue = ["localId": [.string(uid)]]
        let request = HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/v1/projects/\(backend.project)/accounts:lookup",
            fields: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: JSON.serialize(body)
        )
        let response = try await backend.transport.send(request)
        try #require(response.status == 200)
        return try JSON.parse(response.bytes)["users"]?.array?.isEmpty == false
    }
}

extension AuthManager {
    /// Waits until everything that goes on without a caller has ended.
    func untilNothingIsUnderWay() async {
        for task in tasks.values { await task.value }
    }
}
