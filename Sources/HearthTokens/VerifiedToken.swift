public import HearthCore
public import HearthJSON

/// What is known of a user because a token proves it.
///
/// Only a verifier makes one.
public struct VerifiedToken: Sendable {
    /// The second factor that a user signed in with.
    public struct SecondFactor: Sendable, Hashable {
        /// What it is: `phone` or `totp`.
        public let provider: String
        /// The identifier of the enrollment.
        public let identifier: String?
    }

    /// Whose token it is.
    public let uid: UserID
    /// The project that it was issued for.
    public let project: ProjectID
    /// The tenant whose user it is; `nil` for a user of the project itself.
    public let tenant: TenantID?
    /// When it was issued.
    public let issuedAt: UnixTime
    /// When it expires.
    public let expiresAt: UnixTime
    /// When the user signed in; a refresh does not change it.
    public let authenticatedAt: UnixTime
    /// Every claim, the registered ones included.
    public let claims: JSONObject

    /// Only ``UserTokenChecks`` has all of it, and only a verifier that checked the signature hands it out.
    init(
        uid: UserID,
        project: ProjectID,
        tenant: TenantID?,
        issuedAt: UnixTime,
        expiresAt: UnixTime,
        authenticatedAt: UnixTime,
        claims: JSONObject
    ) {
        self.uid = uid
        self.project = project
        self.tenant = tenant
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.authenticatedAt = authenticatedAt
        self.claims = claims
    }

    /// The e-mail address, proved only if ``isEmailVerified``.
    public var email: String? { claims["email"]?.string }

    /// Whether the user has shown to own the address.
    public var isEmailVerified: Bool { claims["email_verified"]?.bool ?? false }

    /// The telephone number, in E.164 form.
    public var phoneNumber: String? { claims["phone_number"]?.string }

    /// The display name.
    public var name: String? { claims["name"]?.string }

    /// The address of a picture.
    public var picture: String? { claims["picture"]?.string }

    /// How the user signed in, for example `password`, `google.com` or `anonymous`.
    public var signInProvider: String? { claims["firebase"]?["sign_in_provider"]?.string }

    /// The second factor that the user signed in with, if any.
    public var secondFactor: SecondFactor? {
        guard let firebase = claims["firebase"], let provider = firebase["sign_in_second_factor"]?.string else {
            return nil
        }
        return SecondFactor(provider: provider, identifier: firebase["second_factor_identifier"]?.string)
    }

    /// The key that the token is bound to, if its issuer bound it to one
    /// ([RFC 9449 §6.1](https://www.rfc-editor.org/rfc/rfc9449#section-6.1)).
    public var boundKey: KeyThumbprint? { claims["cnf"]?["jkt"]?.string.flatMap(KeyThumbprint.init(rawValue:)) }

    /// Reads the claims as a type of the application, for example its custom claims.
    ///
    /// - Parameter type: The type to read.
    /// - Returns: The value.
    /// - Throws: `JSONError` if the claims are not those of the type.
    public func claims<Claims: Decodable>(as type: Claims.Type) throws(JSONError) -> Claims {
        try JSON.decode(type, from: .object(claims))
    }
}
