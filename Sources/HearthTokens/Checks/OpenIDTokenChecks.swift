internal import HearthCore
internal import HearthJSON

/// What an ID token of another provider must satisfy, but for its signature: one check a line.
///
/// The order and the references are those of ``UserTokenChecks`` where both ask the same; the numbers are those of
/// [OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
struct OpenIDTokenChecks: Sendable {
    let issuers: [String]
    let audiences: Set<String>
    let authorizedParties: Set<String>
    let clockSkew: Duration
    /// Whether every token is about a user.
    let requiresSubject: Bool

    func check(
        _ token: UnverifiedToken,
        accessToken: Secret<String>?,
        nonce: Secret<String>?,
        at now: UnixTime
    ) throws(TokenRejection) -> JSONObject {
        // (7), (8): the one algorithm that is expected.
        try token.isSigned(with: "RS256")
        // No key that comes along or is pointed to, and no extension.
        try token.hasPlainHeader(type: "JWT")
        // (2): exactly one of the expected issuers.
        try token.isIssued(byOneOf: issuers)
        // (3): for one of our clients.
        try token.isMeant(forOneOf: audiences, acceptsList: true)
        // (4), (5): asked for by one of ours, where it is for several or says who asked.
        try token.isRequested(byOneOf: authorizedParties)
        // §2: the provider's identifier of the user has 1 to 255 bytes.
        if requiresSubject || token.jws.payload["sub"] != nil { try token.hasSubject(of: 1...255) }
        // (9), (10): issued, begun and not expired.
        _ = try token.lifetime(at: now, clockSkew: clockSkew)
        // (13): after the user signed in, if it says when.
        _ = try token.authenticationTime(at: now, clockSkew: clockSkew, isRequired: false)
        // (11): for the request that we sent, if we sent a nonce.
        if let nonce { try token.answers(nonce) }
        // §3.1.3.8: together with this access token, if it is bound to one.
        if let accessToken { try token.isBound(to: accessToken) }
        return token.jws.payload
    }
}
