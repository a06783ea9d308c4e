import HearthAuth
import HearthBackend
import HearthCore
import HearthFlows
import HearthTestSupport
import HearthTesting
import Testing

/// A device: a client and its manager, with storages that another run can begin with.
struct Fixture {
    static let eve = "eve@example.com"
    static let password = "correct horse"

    let backend: TestBackend
    let session: InMemorySessionStorage
    let flows: InMemorySessionStorage
    let link: Link
    let auth: Auth
    let manager: AuthManager

    init(_ profile: BackendConfiguration.Profile = .strict) async throws {
        try await self.init(TestBackend { $0.profile = profile })
    }

    init(
        _ backend: TestBackend,
        session: InMemorySessionStorage = InMemorySessionStorage(),
        flows: InMemorySessionStorage = InMemorySessionStorage(),
        mergeGuest: MergeGuest? = nil,
        clock: AuthClock? = nil
    ) {
        let link = Link(backend.transport)
        self.backend = backend
        self.session = session
        self.flows = flows
        self.link = link
        auth = Auth(
            .emulator(project: backend.project.rawValue),
            storage: session,
            transport: link,
            clock: clock ?? backend.clientClock
        )
        manager = AuthManager(auth, storage: flows, mergeGuest: mergeGuest)
    }

    /// The next run of the app, from what is stored now; this one may go on, and changes nothing there.
    func nextRun(mergeGuest: MergeGuest? = nil) async -> Fixture {
        Fixture(backend, session: await session.copy(), flows: await flows.copy(), mergeGuest: mergeGuest)
    }

    /// Another device.
    func otherDevice() -> Fixture {
        Fixture(backend)
    }

    @discardableResult
    func signUp(_ email: String = eve) async throws -> User {
        let outcome = try await manager.signUp(with: .password(email: email, password: Self.password))
        return try #require(outcome.user)
    }

    /// A user whose address is proved.
    func verifiedUser(_ email: String = eve) async throws -> User {
        let user = try await signUp(email)
        try await user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: email).code)
        return try await user.reload()
    }

    /// A user with a telephone for a second factor.
    func twoFactorUser() async throws {
        _ = try await verifiedUser()
        let enrollment = try await manager.enrollPhone(Self.number)
        try await manager.finish(enrollment, code: try await backend.inbox.nextText(to: Self.number).code)
    }

    /// A sign-in that waits for a code, which was texted.
    func textedSecondFactor() async throws -> SecondFactorStep {
        try await twoFactorUser()
        try await manager.signOut()
        let outcome = try await manager.signIn(with: .password(email: Self.eve, password: Self.password))
        guard case .needsSecondFactor(let step) = outcome else { throw MissingSecondFactor() }
        try await manager.sendCode(to: try #require(step.factors.first), for: step)
        return step
    }

    private struct MissingSecondFactor: Error {}

    static let number = "+15555550100"

    static var settings: ActionCodeSettings {
        var settings = ActionCodeSettings()
        settings.url = "http://localhost/finish"
        settings.handleCodeInApp = true
        return settings
    }

    /// What the emulator takes for a provider's token.
    static func google(_ sub: String, email: String? = nil, isVerified: Bool = true) -> IdentityProvider {
        .google(idToken: claims(sub, email, isVerified))
    }

    static func facebook(_ sub: String, email: String? = nil) -> IdentityProvider {
        .oidc("facebook.com", idToken: claims(sub, email, false))
    }

    private static func claims(_ sub: String, _ email: String?, _ isVerified: Bool) -> String {
        guard let email else { return #"{"sub":"\#(sub)"}"# }
        return #"{"sub":"\#(sub)","email":"\#(email)","email_verified":\#(isVerified)}"#
    }
}

extension InMemorySessionStorage {
    func copy() async -> InMemorySessionStorage {
        guard case .found(let bytes) = await load() else { return InMemorySessionStorage() }
        return InMemorySessionStorage(bytes)
    }
}

/// The error that some work throws.
func failure<Value>(_ work: () async throws(FlowError) -> Value) async -> FlowError? {
    do throws(FlowError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

/// Whether an error has a code.
func == (error: FlowError?, code: FlowError.Code) -> Bool {
    error?.code == code
}
