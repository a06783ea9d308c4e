internal import HearthCore
internal import HearthJSON

/// What a custom token must satisfy, but for its signature: one check a line.
///
/// The rules are those of
/// [Firebase's custom tokens](https://firebase.google.com/docs/auth/admin/create-custom-tokens#create_custom_tokens_using_a_third-party_jwt_library).
struct CustomTokenChecks: Sendable {
    /// The audience of every custom token.
    static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let longestLifetime: Duration = .hours(1)

    let clockSkew: Duration

    /// What is asked, in this order.
    static let rules: [TokenRule] = [.algorithm, .header, .audience, .issuer, .tenant, .lifetime, .subject, .claims]

    func check(
        _ token: UnverifiedToken,
        tenant: TenantID?,
        at now: UnixTime
    ) throws(TokenRejection) -> CustomToken {
        for rule in Self.rules { try ask(rule, of: token, tenant: tenant, at: now) }
        let (issuedAt, expiresAt) = try token.lifetime(at: now, clockSkew: clockSkew)
        return CustomToken(
            uid: try Self.uid(of: token),
            tenant: tenant,
            serviceAccount: try token.serviceAccount(),
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            claims: try token.customClaims()
        )
    }

    func ask(
        _ rule: TokenRule,
        of token: UnverifiedToken,
        tenant: TenantID?,
        at now: UnixTime
    ) throws(TokenRejection) {
        switch rule {
        // The one algorithm that is expected: RFC 8725 §3.1.
        case .algorithm: try token.isSigned(with: "RS256")
        // No key that comes along or is pointed to, and no extension: RFC 7515 §4.1.11, RFC 8725 §3.10.
        case .header: try token.hasPlainHeader(type: "JWT")
        // For signing in, and so neither an ID token nor a token of someone else: RFC 8725 §3.9 and §3.12.
        case .audience: try token.isMeant(forOneOf: [Self.audience], acceptsList: false)
        // From a service account that speaks for itself.
        case .issuer: _ = try token.serviceAccount()
        // For the tenant that the request names, or for none like the request: each is the other's stranger.
        case .tenant: guard try token.customTokenTenant() == tenant else { throw .wrongTenant }
        // Issued, begun, not expired, and for an hour at most: RFC 7519 §4.1.4 to §4.1.6.
        case .lifetime:
            let (issuedAt, expiresAt) = try token.lifetime(at: now, clockSkew: clockSkew)
            guard expiresAt - issuedAt <= Self.longestLifetime else { throw .invalidLifetime }
        // For a user.
        case .subject: _ = try Self.uid(of: token)
        // With claims that are an object if there are any.
        case .claims: _ = try token.customClaims()
        // The verifier asks for key and signature.
        case .kind, .party, .authenticationTime, .key, .signature: break
        }
    }

    private static func uid(of token: UnverifiedToken) throws(TokenRejection) -> UserID {
        guard let uid = token.jws.payload["uid"]?.string.flatMap(UserID.init) else { throw .invalidSubject }
        return uid
    }
}
