import HearthAuth
import HearthBackend
import HearthCore
import HearthFlows
import HearthModels
import HearthTestSupport
import HearthTesting
import Testing

/// A backend, a device and everything that models stand on.
struct Stage {
    let backend: TestBackend
    /// What the device sends passes here.
    let link: Link
    let manager: AuthManager
    let dependencies: AuthDependencies

    init(
        providers: [ProviderSignIn] = [.google(), .facebook()],
        isStrict: Bool = false,
        clock: AuthClock? = nil
    ) async throws {
        self.init(try await TestBackend { if isStrict { $0.profile = .strict } }, providers, clock: clock)
    }

    /// Another device of the same backend.
    init(
        _ backend: TestBackend,
        _ providers: [ProviderSignIn] = [.google(), .facebook()],
        passkeys: (any PasskeyAuthenticator)? = nil,
        clock: AuthClock? = nil
    ) {
        let link = Link(backend.transport)
        let auth = Auth(
            .emulator(project: backend.project.rawValue),
            storage: InMemorySessionStorage(),
            transport: link,
            retry: .never,
            clock: backend.clientClock
        )
        self.backend = backend
        self.link = link
        manager = AuthManager(auth, clock: clock)
        dependencies = AuthDependencies(manager, providers: providers, passkeys: passkeys)
    }

    /// Creates an account with a verified address, and leaves this device as it is.
    func register(_ email: String = "eve@example.com", password: String = "correct horse") async throws {
        let auth = Auth(backend)
        try await auth.createUser(withEmail: email, password: password).user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: email).code)
    }

    /// Signs in on this device; what was sent for that is forgotten.
    @discardableResult
    func signIn(_ email: String = "eve@example.com", password: String = "correct horse") async throws -> User {
        try await register(email, password: password)
        let user = try await manager.signIn(with: .password(email: email, password: password)).user
        link.forget()
        return try #require(user)
    }

    /// Lets the next request fail.
    func failNext(with fault: Fault = .offline) {
        backend.fail(next: .any, with: fault)
    }
}

extension ProviderSignIn {
    /// Google, as the emulator takes it: claims for a token.
    static func google(_ sub: String = "g1", email: String = "ada@gmail.com") -> ProviderSignIn {
        ProviderSignIn("google.com") {
            .google(idToken: #"{"sub":"\#(sub)","email":"\#(email)","email_verified":true}"#)
        }
    }

    /// Facebook, which has verified no address.
    static func facebook(_ sub: String = "f1", email: String = "eve@example.com") -> ProviderSignIn {
        ProviderSignIn("facebook.com") {
            .oidc("facebook.com", idToken: #"{"sub":"\#(sub)","email":"\#(email)"}"#)
        }
    }

    /// A provider whose sheet the user closes.
    static let declined = ProviderSignIn("google.com") { throw CancellationError() }
}

/// Something that a step throws.
struct Full: Error {}

/// All that a careless log might show of a value.
func prints(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return dumped + String(describing: value) + String(reflecting: value)
}
