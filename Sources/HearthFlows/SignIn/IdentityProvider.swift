public import HearthAuth
internal import HearthCore

/// A sign-in method, with what proves it.
///
/// ```swift
/// try await manager.signIn(with: .google(idToken: idToken, accessToken: accessToken))
/// try await manager.signIn(with: .password(email: email, password: password))
/// try await manager.signIn(with: .guest)
/// ```
public struct IdentityProvider: Sendable {
    enum Proof: Sendable {
        case credential(AuthCredential)
        case password(email: String, password: Secret<String>)
        case guest
        case customToken(Secret<String>)
    }

    /// The provider, for example `google.com`.
    public let id: String

    let proof: Proof
}

extension IdentityProvider {
    /// An address and its password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    /// - Returns: The provider.
    public static func password(email: String, password: String) -> IdentityProvider {
        IdentityProvider(id: EmailAuthProvider.id, proof: .password(email: email, password: Secret(password)))
    }

    /// An address and a link that was mailed to it.
    ///
    /// ``AuthManager/completeEmailLink(_:email:)`` knows the address by itself.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - link: The link, wrapped in others or not.
    /// - Returns: The provider.
    public static func emailLink(email: String, link: String) -> IdentityProvider {
        .credential(EmailAuthProvider.credential(withEmail: email, link: link))
    }

    /// Google.
    ///
    /// - Parameters:
    ///   - idToken: The identity token that Google's SDK gave.
    ///   - accessToken: The access token that came with it. Defaults to none.
    /// - Returns: The provider.
    public static func google(idToken: String, accessToken: String? = nil) -> IdentityProvider {
        .credential(GoogleAuthProvider.credential(withIDToken: idToken, accessToken: accessToken))
    }

    /// Sign in with Apple.
    ///
    /// - Parameters:
    ///   - idToken: The token that Apple gave.
    ///   - rawNonce: The `Nonce.raw` text whose hash Apple was given.
    ///   - fullName: The name, which Apple tells on the first sign-in only. Defaults to none.
    /// - Returns: The provider.
    public static func apple(idToken: String, rawNonce: String?, fullName: PersonName? = nil) -> IdentityProvider {
        .credential(OAuthProvider.appleCredential(withIDToken: idToken, rawNonce: rawNonce, fullName: fullName))
    }

    /// Facebook.
    ///
    /// - Parameter accessToken: The access token that Facebook's SDK gave.
    /// - Returns: The provider.
    public static func facebook(accessToken: String) -> IdentityProvider {
        .credential(FacebookAuthProvider.credential(withAccessToken: accessToken))
    }

    /// GitHub.
    ///
    /// - Parameter token: The access token that GitHub gave.
    /// - Returns: The provider.
    public static func gitHub(token: String) -> IdentityProvider {
        .credential(GitHubAuthProvider.credential(withToken: token))
    }

    /// Any provider that speaks OpenID Connect or OAuth.
    ///
    /// - Parameters:
    ///   - id: The provider, for example `microsoft.com` or `oidc.staff`.
    ///   - idToken: The identity token that the provider gave. Defaults to none.
    ///   - rawNonce: The `Nonce.raw` text whose hash the provider was given. Defaults to none.
    ///   - accessToken: The access token that the provider gave. Defaults to none.
    /// - Returns: The provider.
    public static func oidc(
        _ id: String,
        idToken: String? = nil,
        rawNonce: String? = nil,
        accessToken: String? = nil
    ) -> IdentityProvider {
        .credential(
            OAuthProvider.credential(
                providerID: id,
                idToken: idToken,
                rawNonce: rawNonce,
                accessToken: accessToken
            )
        )
    }

    /// A telephone number whose code was texted by `PhoneAuthProvider`.
    ///
    /// `AuthManager.sendCode(to:for:)` keeps the identifier by itself.
    ///
    /// - Parameters:
    ///   - verificationID: What the code has to come back with.
    ///   - code: The code that the user typed.
    /// - Returns: The provider.
    public static func phone(verificationID: String, code: String) -> IdentityProvider {
        .credential(PhoneAuthProvider.credential(withVerificationID: verificationID, verificationCode: code))
    }

    /// A token that a server of yours signed; good for signing in only.
    ///
    /// - Parameter token: The token.
    /// - Returns: The provider.
    public static func customToken(_ token: String) -> IdentityProvider {
        IdentityProvider(id: "custom", proof: .customToken(Secret(token)))
    }

    /// No credential at all: a guest; good for signing in only.
    public static let guest = IdentityProvider(id: "anonymous", proof: .guest)

    /// Any credential of the client.
    ///
    /// - Parameter credential: The credential.
    /// - Returns: The provider.
    public static func credential(_ credential: AuthCredential) -> IdentityProvider {
        IdentityProvider(id: credential.providerID, proof: .credential(credential))
    }
}

extension IdentityProvider: CustomStringConvertible, CustomReflectable {
    /// The provider, and nothing secret.
    public var description: String { "IdentityProvider(\(id))" }

    /// The provider, and nothing secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension IdentityProvider {
    /// The credential to link or to confirm with; `nil` for a guest and a custom token, which can do neither.
    var credential: AuthCredential? {
        switch proof {
        case .credential(let credential): credential
        case .password(let email, let password):
            EmailAuthProvider.credential(withEmail: email, password: password.reveal())
        case .guest, .customToken: nil
        }
    }

    /// Signs in or up, with a refusal for an answer.
    func attempt(at auth: Auth, asNew isNew: Bool = false) async -> Result<AuthDataResult, AuthError> {
        await Result.of { () throws(AuthError) in isNew ? try await signUp(to: auth) : try await signIn(to: auth) }
    }

    /// Signs in.
    func signIn(to auth: Auth) async throws(AuthError) -> AuthDataResult {
        switch proof {
        case .credential(let credential): try await auth.signIn(with: credential)
        case .password(let email, let password):
            try await auth.signIn(withEmail: email, password: password.reveal())
        case .guest: try await auth.signInAnonymously()
        case .customToken(let token): try await auth.signIn(withCustomToken: token.reveal())
        }
    }

    /// Signs up: an address and a password make a new account, every other method signs up by signing in.
    private func signUp(to auth: Auth) async throws(AuthError) -> AuthDataResult {
        guard case .password(let email, let password) = proof else { return try await signIn(to: auth) }
        return try await auth.createUser(withEmail: email, password: password.reveal())
    }

    /// The address, if the credential is a password's.
    var email: String? {
        if case .password(let email, _) = proof { email } else { nil }
    }
}
