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

    func check(
        _ token: UnverifiedToken,
        tenant: TenantID?,
        at now: UnixTime
    ) throws(TokenRejection) -> CustomToken {
        // The one algorithm that is expected: RFC 8725 §3.1.
        try token.isSigned(with: "RS256")
        // No key that comes along or is pointed to, and no extension: RFC 7515 §4.1.11, RFC 8725 §3.10.
        try token.hasPlainHeader(type: "JWT")
        // For signing in, and so neither an ID token nor a token of someone else: RFC 8725 §3.9 and §3.12.
        try token.isMeant(forOneOf: [Self.audience], acceptsList: false)
        // From a service account that speaks for itself.
        let account = try token.serviceAccount()
        // For the tenant that the request names, or for none like the request: each is the other's stranger.
        guard try token.customTokenTenant() == tenant else { throw .wrongTenant }
        // Issued, begun, not expired, and for an hour at most: RFC 7519 §4.1.4 to §4.1.6.
        let (issuedAt, expiresAt) = try token.lifetime(at: now, clockSkew: clockSkew)
        guard expiresAt - issuedAt <= Self.longestLifetime else { throw .invalidLifetime }
        // For a user, with claims that are an object if there are any.
        guard let uid = token.jws.payload["uid"]?.string.flatMap(UserID.init) else { throw .invalidSubject }
        return CustomToken(
            uid: uid,
            tenant: tenant,
            serviceAccount: account,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            claims: try token.customClaims()
        )
    }
}
