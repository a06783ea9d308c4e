public import HearthCore
internal import HearthCrypto
public import HearthJSON

/// Decides whether an ID token of another identity provider is what it says
/// ([OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation)).
///
/// Firebase's own tokens are ``TokenVerifier``'s matter. What is asked of a token stands in one list,
/// `OpenIDTokenChecks`.
public struct OpenIDTokenVerifier: Sendable {
    private let checks: OpenIDTokenChecks
    private let keys: any KeySource

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - issuers: Who may have issued a token, compared byte by byte.
    ///   - audiences: The client identifiers that tokens may be meant for.
    ///   - authorizedParties: The client identifiers that may have asked for a token, where it says who did (`azp`).
    ///     Defaults to the audiences. At Google it is the identifier of the Android app whose token is meant for the web
    ///     client.
    ///   - keys: Where the issuer's keys come from.
    ///   - clockSkew: How far the issuer's clock and this one may be apart, at most
    ///     ``TokenVerifier/maximumClockSkew``. Defaults to 30 seconds.
    public init(
        issuers: [String],
        audiences: Set<String>,
        authorizedParties: Set<String>? = nil,
        keys: any KeySource,
        clockSkew: Duration = .seconds(30)
    ) {
        self.init(
            issuers: issuers,
            audiences: audiences,
            authorizedParties: authorizedParties,
            keys: keys,
            clockSkew: clockSkew,
            requiresSubject: true
        )
    }

    /// Creates a verifier of tokens that need not be about a user, such as an identity service's questions to its
    /// functions.
    package init(
        issuers: [String],
        audiences: Set<String>,
        authorizedParties: Set<String>? = nil,
        keys: any KeySource,
        clockSkew: Duration,
        requiresSubject: Bool
    ) {
        self.keys = keys
        checks = OpenIDTokenChecks(
            issuers: issuers,
            audiences: audiences,
            authorizedParties: authorizedParties ?? audiences,
            clockSkew: min(max(clockSkew, .zero), TokenVerifier.maximumClockSkew),
            requiresSubject: requiresSubject
        )
    }

    /// Checks a token, fetching keys if need be.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - accessToken: The access token that came with it, to which `at_hash` binds it if it is there.
    ///   - nonce: The nonce that was sent with the request, which the token must repeat, plainly or as its SHA-256 in
    ///     hexadecimal digits. Defaults to none: then the caller looks at the claim.
    ///   - now: The moment for which to check.
    /// - Returns: What the issuer says of the user.
    /// - Throws: The ``TokenRejection``; ``TokenRejection/keysUnavailable`` if the keys could not be had.
    public func verify(
        _ token: String,
        accessToken: Secret<String>? = nil,
        nonce: Secret<String>? = nil,
        at now: UnixTime
    ) async throws(TokenRejection) -> JSONObject {
        let candidate = try UnverifiedToken(token)
        let claims = try checks.check(candidate, accessToken: accessToken, nonce: nonce, at: now)
        guard let key = try await key(of: candidate) else { throw .unknownKey }
        try candidate.isSigned(by: key)
        return claims
    }

    /// The key that a token names, or the provider's only one for a token that names none.
    private func key(of token: UnverifiedToken) async throws(TokenRejection) -> RSAPublicKey? {
        let isNamed = token.unverifiedHeader["kid"] != nil
        let name = isNamed ? try token.keyIdentifier() : nil
        do throws(KeySourceError) {
            guard let name else { return try await keys.onlyKey() }
            return try await keys.key(name)
        } catch {
            throw .keysUnavailable
        }
    }
}
