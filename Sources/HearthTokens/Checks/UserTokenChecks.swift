internal import HearthCore

/// What an ID token or a session cookie of a project must satisfy, but for its signature: one check a line.
///
/// They run in the order in which a refusal explains most. The signature is checked last, by the verifier, because it
/// costs most and needs a key; then a stranger's token makes no one look for one.
struct UserTokenChecks: Sendable {
    let project: ProjectID
    let kind: TokenKind
    var tenants: TenantScope
    let clockSkew: Duration
    /// Who chooses the algorithm is the verifier, not the token; `none` is for ``EmulatorTokenVerifier`` alone.
    var algorithm = "RS256"

    /// What is asked, in this order.
    static let rules: [TokenRule] = [
        .algorithm, .header, .kind, .issuer, .audience, .party, .subject, .tenant, .lifetime, .authenticationTime,
    ]

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) -> VerifiedToken {
        for rule in Self.rules { try ask(rule, of: token, at: now) }
        let (issuedAt, expiresAt) = try token.lifetime(at: now, clockSkew: clockSkew)
        let authenticatedAt = try token.authenticationTime(at: now, clockSkew: clockSkew, isRequired: true)
        return VerifiedToken(
            uid: try token.userID(),
            project: project,
            tenant: try token.tenant(in: tenants),
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            authenticatedAt: authenticatedAt ?? issuedAt,
            claims: token.jws.payload
        )
    }

    func ask(_ rule: TokenRule, of token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        switch rule {
        // The one algorithm that is expected: RFC 8725 §3.1.
        case .algorithm: try token.isSigned(with: algorithm)
        // No key that comes along or is pointed to, and no extension: RFC 7515 §4.1.11, RFC 8725 §3.10.
        case .header: try token.hasPlainHeader(type: "JWT")
        // Neither a custom token nor the other of ID token and session cookie: RFC 8725 §3.11 and §3.12.
        case .kind: try token.isOfKind(kind)
        // Exactly the issuer of this project and this kind: RFC 8725 §3.8.
        case .issuer: try token.isIssued(byOneOf: [kind.issuer(of: project)])
        // For this project, and for nothing beside it: RFC 8725 §3.9.
        case .audience: try token.isMeant(forOneOf: [project.rawValue], acceptsList: false)
        // Asked for by this project, if it says who asked: OpenID Connect Core §3.1.3.7 (5).
        case .party: try token.isRequested(byOneOf: [project.rawValue])
        // Of one user, whose second name is the same: RFC 7519 §4.1.2.
        case .subject: _ = try token.userID()
        // A user of the scope: a tenant's users are not the project's.
        case .tenant: _ = try token.tenant(in: tenants)
        // Issued, begun and not expired: RFC 7519 §4.1.4 to §4.1.6.
        case .lifetime: _ = try token.lifetime(at: now, clockSkew: clockSkew)
        // After the user signed in: OpenID Connect Core §2, `auth_time`.
        case .authenticationTime: _ = try token.authenticationTime(at: now, clockSkew: clockSkew, isRequired: true)
        // The verifier asks for key and signature, and nothing is asked of other claims.
        case .claims, .key, .signature: break
        }
    }
}
