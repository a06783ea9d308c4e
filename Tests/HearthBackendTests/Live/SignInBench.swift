import HearthAuth
import HearthBackend
import HearthCore
import HearthCrypto
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

/// A strict backend, and someone with a mailbox, a telephone and an account at every provider.
struct SignInBench: Sendable {
    static let email = "ada@example.com"
    static let password = "correct horse"
    static let number = "+15555550100"
    private static let serviceAccount = "server@example.com"

    let backend: TestBackend
    private let issuer: FakeIssuer

    init() async throws {
        let issuer = try FakeIssuer()
        let pem = try issuer.key.publicKey.pem()
        self.issuer = issuer
        backend = try await TestBackend(outbound: issuer) { configuration in
            configuration.profile = .strict
            configuration.providers = Array(ProviderBench.configurations.values)
            configuration.serviceAccountKeys = [Self.serviceAccount: pem]
        }
    }

    /// What someone has in hand before they use a sign-in method.
    enum Ticket: Sendable {
        case credential(AuthCredential)
        case customToken(String)
        case guest
    }

    /// Fetches whatever the sign-in method needs: a code, a link, a token.
    func ticket(_ way: SignInKind, for auth: Auth) async throws -> Ticket {
        switch way {
        case .password: .credential(EmailAuthProvider.credential(withEmail: Self.email, password: Self.password))
        case .emailLink: .credential(try await mailedLink(auth))
        case .phone: .credential(try await textedCode(auth))
        case .google, .apple, .facebook, .openID: .credential(try providerToken(way))
        case .customToken: .customToken(try customToken())
        case .guest: .guest
        }
    }

    /// Uses a ticket to sign in.
    @discardableResult
    func use(_ ticket: Ticket, on auth: Auth) async throws(AuthError) -> AuthDataResult {
        switch ticket {
        case .credential(let credential): try await auth.signIn(with: credential)
        case .customToken(let token): try await auth.signIn(withCustomToken: token)
        case .guest: try await auth.signInAnonymously()
        }
    }

    /// Makes the account, and leaves someone signed in to it; with a password that is signing up.
    func enter(_ way: SignInKind, on auth: Auth) async throws -> AuthDataResult {
        guard way == .password else { return try await use(try await ticket(way, for: auth), on: auth) }
        return try await auth.createUser(withEmail: Self.email, password: Self.password)
    }

    /// Proves the account's address, and enrolls an authenticator app.
    func enrollSecondFactor(_ user: User, of auth: Auth) async throws {
        try await user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: Self.email).code)
        let proved = try await user.reload()
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await proved.multiFactor.session())
        let app = try #require(AuthenticatorApp(key: secret.sharedSecretKey()))
        let code = app.code(at: backend.clock.now)
        _ = try await proved.multiFactor.enroll(
            with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code),
            displayName: "app"
        )
    }

    /// Disables an account, as an administrator does.
    func disable(_ user: User) async throws {
        let request: JSONValue = ["localId": .string(user.uid), "disableUser": true]
        let answer = try await TestClient(backend).admin("accounts:update", request)
        #expect(answer.status == 200)
    }

    private func mailedLink(_ auth: Auth) async throws -> AuthCredential {
        var settings = ActionCodeSettings()
        settings.url = "http://localhost/finish"
        settings.handleCodeInApp = true
        try await auth.sendSignInLink(toEmail: Self.email, actionCodeSettings: settings)
        let link = try await backend.inbox.next(.emailSignIn, to: Self.email).link
        return EmailAuthProvider.credential(withEmail: Self.email, link: link)
    }

    private func textedCode(_ auth: Auth) async throws -> AuthCredential {
        let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(Self.number)
        let code = try await backend.inbox.nextText(to: Self.number).code
        return PhoneAuthProvider.credential(withVerificationID: id, verificationCode: code)
    }

    private func providerToken(_ way: SignInKind) throws -> AuthCredential {
        let provider = try #require(way.provider)
        let configuration = try #require(ProviderBench.configurations[provider])
        let nonce = Nonce.make()
        let claims = issuer.claims(
            configuration,
            sub: "ada",
            at: backend.clock.now,
            ["nonce": .string(nonce.sha256)]
        )
        return OAuthProvider.credential(
            providerID: provider,
            idToken: try issuer.token(claims),
            rawNonce: nonce.raw
        )
    }

    private func customToken() throws -> String {
        let now = backend.clock.now.seconds
        let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        return try issuer.token([
            "iss": .string(Self.serviceAccount),
            "sub": .string(Self.serviceAccount),
            "aud": .string(audience),
            "iat": .integer(now),
            "exp": .integer(now + 3600),
            "uid": "ada",
        ])
    }
}
