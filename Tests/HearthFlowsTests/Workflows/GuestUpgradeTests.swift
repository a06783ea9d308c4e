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
            // The client finds out by itself that the link was made.
            let first = try await device.manager.upgradeGuest(with: provider, mergeGuest: refuse)
            #expect(first.user?.uid == guest.uid && first.user?.isAnonymous == false)
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

    @Test(arguments: BackendConfiguration.Profile.allCases, Method.allCases)
    func `has succeeded when the same credential comes once more, and with no other`(
        _ profile: BackendConfiguration.Profile,
        _ method: Method
    ) async throws {
        let guest = try await Guest(profile)
        let manager = guest.device.manager
        try await guest.device.otherDevice().signUp("ada@example.com")
        try await manager.upgradeGuest(with: try guest.provider(method))
        guest.device.backend.clock.advance(by: .minutes(1))
        let again = try await manager.upgradeGuest(with: try guest.provider(method))
        #expect(again.user?.uid == guest.uid && manager.currentUser?.uid == guest.uid)
        let others: [IdentityProvider] = [
            .password(email: "ada@example.com", password: Fixture.password),
            .password(email: Fixture.eve, password: "wrong horse"),
            try guest.issuer.google("h", at: guest.device.backend.clock.now),
        ]
        for other in others {
            let error = await failure { () throws(FlowError) in try await manager.upgradeGuest(with: other) }
            #expect(error == .notPending && manager.currentUser?.uid == guest.uid)
        }
        #expect(try await manager.reload().uid == guest.uid && guest.device.link.count("accounts:delete") == 0)
    }

    @Test func `keeps the guest until the service says what became of the link`() async throws {
        let guest = try await Guest(.strict)
        let device = guest.device
        let provider = try guest.provider(.password)
        try await giveUp(guest, provider, Method.password.path)
        // The guest's session is over, and the password of neither call can be tried now.
        device.backend.fail(next: 2, of: .signInWithPassword, with: .error("TOO_MANY_ATTEMPTS_TRY_LATER"))
        let error = await failure { () throws(FlowError) in try await device.manager.upgradeGuest(with: provider) }
        #expect(error?.recovery == .wait && device.manager.currentUser?.uid == guest.uid)
        let user = try await device.manager.upgradeGuest(with: provider).user
        #expect(user?.uid == guest.uid && user?.isAnonymous == false)
    }

    @Test func `leads to the other account when the guest's session is over and the credential is another's`()
        async throws
    {
        let guest = try await Guest(.strict)
        let device = guest.device
        try await device.otherDevice().signUp("ada@example.com")
        try await giveUp(guest, try guest.provider(.google), Method.google.path)
        let ada = IdentityProvider.password(email: "ada@example.com", password: Fixture.password)
        let next = await device.nextRun()
        let outcome = try await next.manager.upgradeGuest(with: ada) { _, _ in
            Issue.record("copied from a guest whom the service does not know as one")
        }
        guard case .needsLinking(let conflict) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(next.manager.state.session == .signedOut(.revoked))
        #expect(try await next.manager.resolve(conflict, with: ada).user?.email == "ada@example.com")
        #expect(next.link.count("accounts:delete") == 0)
        let own = try await device.otherDevice().manager.signIn(with: try guest.provider(.google))
        #expect(own.user?.uid == guest.uid)
    }

    @Test func `says that the user has to sign in where the credential was good for one use`() async throws {
        let guest = try await Guest(.strict)
        let device = guest.device
        let code = try await textedCode(device)
        device.backend.fail(next: .signInWithPhoneNumber, with: .drop)
        let error = await failure { () throws(FlowError) in try await device.manager.upgradeGuest(with: code) }
        #expect(error?.recovery == .sessionEnded && device.manager.state.session == .signedOut(.revoked))
        let user = try await device.manager.signIn(with: try await textedCode(device)).user
        #expect(user?.uid == guest.uid && user?.isAnonymous == false)
    }

    @Test func `keeps the account when a code was used and the call given up`() async throws {
        let guest = try await Guest(.strict)
        let device = guest.device
        try await giveUp(guest, try await textedCode(device), "accounts:signInWithPhoneNumber")
        let next = await device.nextRun()
        let user = try await next.manager.upgradeGuest(with: try await textedCode(next)).user
        #expect(user?.uid == guest.uid && user?.isAnonymous == false && next.manager.currentUser?.uid == guest.uid)
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

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `copies nothing from a guest who became a user elsewhere`(_ profile: BackendConfiguration.Profile) async throws
    {
        let guest = try await Guest(profile)
        _ = try await guest.target(.password)
        let twin = await guest.device.nextRun()
        try await twin.manager.upgradeGuest(with: try guest.provider(.google))
        let outcome = try await guest.device.manager.upgradeGuest(with: try guest.provider(.password)) { _, _ in
            Issue.record("copied from a user who is no guest")
        }
        guard case .needsLinking = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(guest.device.link.count("accounts:delete") == 0)
        #expect(try await twin.manager.reload().uid == guest.uid)
    }

    /// Begins an upgrade, and gives it up when the service has done its part.
    private func giveUp(_ guest: Guest, _ provider: IdentityProvider, _ path: String) async throws {
        guest.device.link.holdAnswer(path)
        let first = Task {
            await failure { () throws(FlowError) in try await guest.device.manager.upgradeGuest(with: provider) }
        }
        await guest.device.link.untilAnswerIsHeld()
        first.cancel()
        #expect(await first.value == .cancelled)
        guest.device.link.holdAnswer(nil)
    }

    /// A telephone number with the code that was texted to it.
    private func textedCode(_ device: Fixture) async throws -> IdentityProvider {
        let id = try await PhoneAuthProvider(device.auth).verifyPhoneNumber(Fixture.number)
        return .phone(verificationID: id, code: try await device.backend.inbox.nextText(to: Fixture.number).code)
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
