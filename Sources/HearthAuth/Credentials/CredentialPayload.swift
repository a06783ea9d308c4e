internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// What a kind of credential says to the service.
///
/// A new kind is a new type, and nothing else changes.
protocol CredentialPayload: Sendable {
    /// Trades the credential for tokens.
    ///
    /// - Parameters:
    ///   - purpose: What the tokens are wanted for.
    ///   - caller: The way to the service.
    /// - Returns: The service's answer.
    /// - Throws: ``AuthError``.
    func exchange(_ purpose: CredentialPurpose, over caller: Caller) async throws(AuthError) -> CredentialAnswer

    /// Everything that tells the credential from others, secrets included.
    var parts: [String] { get }

    /// Whether the credential may be shown more than once.
    var isRepeatable: Bool { get }

    /// Whether the credential may be of an account, as far as that can be known without the service.
    func mayBelong(to account: Account) -> Bool
}

extension CredentialPayload {
    func mayBelong(to account: Account) -> Bool { true }
}

/// What a credential is used for.
enum CredentialPurpose: Sendable {
    /// To sign in, or to sign up.
    case signIn
    /// To add a sign-in method to the account of this identity token.
    case link(Secret<String>)
    /// To show that the user is still the same: no account is made.
    case reauthenticate
}

/// What the service answered to a credential.
struct CredentialAnswer: TokenFields {
    var idToken: Secret<String>?
    var refreshToken: Secret<String>?
    var expiresIn: DecimalString?
    var isNewUser = false
    var profile: JSONValue?
    var username: String?
    var credential: AuthCredential?

    /// What it has of the wire; the rest is the client's own.
    private enum CodingKeys: CodingKey {
        case idToken, refreshToken, expiresIn
    }

    init() {}

    init(_ response: some TokenFields, isNewUser: Bool?) {
        idToken = response.idToken
        refreshToken = response.refreshToken
        expiresIn = response.expiresIn
        self.isNewUser = isNewUser ?? false
    }
}
