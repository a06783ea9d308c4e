import HearthAuth
import HearthBackend
import HearthCore
import HearthFlows
import HearthModels
import HearthTesting
import Testing

/// A backend, a device and everything that models stand on; calls are noted on their way.
struct Stage {
    let backend: TestBackend
    let manager: AuthManager
    let repository: RecordingAuthRepository
    let dependencies: AuthDependencies

    init(providers: [ProviderSignIn] = [.google(), .facebook()], isStrict: Bool = false) async throws {
        self.init(try await TestBackend { if isStrict { $0.profile = .strict } }, providers)
    }

    /// Another device of the same backend.
    init(_ backend: TestBackend, _ providers: [ProviderSignIn] = [.google(), .facebook()]) {
        self.backend = backend
        manager = AuthManager(Auth(backend))
        repository = RecordingAuthRepository(over: ManagedAuthRepository(manager))
        dependencies = AuthDependencies(repository, providers: providers, clock: backend.clientClock)
    }

    /// Creates an account with a verified address, and leaves nobody signed in.
    func register(_ email: String = "eve@example.com", password: String = "correct horse") async throws {
        let auth = Auth(backend)
        try await auth.createUser(withEmail: email, password: password).user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: email).code)
    }

    /// Signs in on this device.
    @discardableResult
    func signIn(_ email: String = "eve@example.com", password: String = "correct horse") async throws -> AuthUser {
        try await register(email, password: password)
        return try #require(
            try await manager.signIn(with: .password(email: email, password: password)).user.map(AuthUser.init)
        )
    }
}

extension ProviderSignIn {
    /// Google, as the emulator takes it: claims for a token.
    static func google(_ sub: String = "g1", email: String = "ada@gmail.com") -> ProviderSignIn {
        ProviderSignIn("google.com") {
            .google(idToken: #"{"sub":"\#(sub)","email":"\#(email)","email_verified":true}"#)
        }
    }

    /// Facebook, whose addresses nobody has verified.
    static func facebook(_ sub: String = "f1", email: String = "eve@example.com") -> ProviderSignIn {
        ProviderSignIn("facebook.com") {
            .oidc("facebook.com", idToken: #"{"sub":"\#(sub)","email":"\#(email)"}"#)
        }
    }

    /// A provider whose sheet the user closes.
    static let declined = ProviderSignIn("google.com") { throw CancellationError() }
}

extension AppError {
    static let offline = AppError(FlowError(.refused, auth: AuthError(.networkError)))
    static let superseded = AppError(FlowError(.superseded))
    static let wrong = AppError(FlowError(.refused, auth: AuthError(.invalidCredential)))
}

extension AuthUser {
    static let eve = AuthUser(uid: "eve", email: "eve@example.com", providers: ["password"])
    static let guest = AuthUser(uid: "guest", isAnonymous: true)
}

/// Lets other tasks run until something has come about.
@MainActor
func until(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async {
    for _ in 0..<100_000 where !condition() { await Task.yield() }
    #expect(condition(), "it never came about", sourceLocation: sourceLocation)
}

/// All that a careless log might show of a value.
func prints(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return dumped + String(describing: value) + String(reflecting: value)
}
