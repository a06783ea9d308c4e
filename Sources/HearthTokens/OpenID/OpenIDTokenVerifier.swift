public import HearthCore
internal import HearthCrypto
public import HearthJSON

/// Decides whether an ID token of another identity provider is what it says
/// ([OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation)).
///
/// Firebase's own tokens are ``TokenVerifier``'s matter. The nonce is the caller's, who knows what it sent.
public struct OpenIDTokenVerifier: Sendable {
    private let issuers: [String]
    private let audiences: Set<String>
    private let keys: any KeySource
    private let clockSkew: Duration

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - issuers: Who may have issued a token, compared byte by byte.
    ///   - audiences: The client identifiers that tokens may be meant for.
    ///   - keys: Where the issuer's keys come from.
    ///   - clockSkew: How far the issuer's clock and this one may be apart, at most
    ///     ``TokenVerifier/maximumClockSkew``. Defaults to 30 seconds.
    public init(issuers: [String], audiences: Set<String>, keys: any KeySource, clockSkew: Duration = .seconds(30)) {
        self.issuers = issuers
        self.audiences = audiences
        self.keys = keys
        self.clockSkew = min(max(clockSkew, .zero), TokenVerifier.maximumClockSkew)
    }

    /// Checks a token, fetching keys if need be.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - accessToken: The access token that came with it, to which `at_hash` binds it if it is there.
    ///   - now: The moment for which to check.
    /// - Returns: What the issuer says of the user.
    /// - Throws: The ``TokenRejection``; ``TokenRejection/keysUnavailable`` if the keys could not be had.
    public func verify(
        _ token: String,
        accessToken: Secret<String>? = nil,
        at now: UnixTime
    ) async throws(TokenRejection) -> JSONObject {
        let candidate = try UnverifiedToken(token)
        for policy in policies { try policy.check(candidate, at: now) }
        guard let key = try await key(of: candidate) else { throw .unknownKey }
        try SignaturePolicy(key: key).check(candidate, at: now)
        let claims = candidate.jws.payload
        if let accessToken, let hash = claims["at_hash"] { try Self.compare(accessToken, with: hash) }
        return claims
    }

    private var policies: [any TokenPolicy] {
        [
            AlgorithmPolicy(name: "RS256"),
            HeaderPolicy(),
            ForeignIssuerPolicy(issuers: issuers),
            ForeignAudiencePolicy(audiences: audiences),
            ForeignSubjectPolicy(),
            ForeignLifetimePolicy(clockSkew: clockSkew),
        ]
    }

    /// The key that a token names, or the provider's only one for a token that names none.
    private func key(of token: UnverifiedToken) async throws(TokenRejection) -> RSAPublicKey? {
        let isNamed = token.jws.header["kid"] != nil
        let name = isNamed ? try KeyIdentifierPolicy.identifier(of: token) : nil
        do throws(KeySourceError) {
            guard let name else { return try await keys.onlyKey() }
            return try await keys.key(name)
        } catch {
            throw .keysUnavailable
        }
    }

    /// The left half of the access token's SHA-256
    /// ([OpenID Connect Core §3.1.3.6](https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken)).
    private static func compare(_ accessToken: Secret<String>, with hash: JSONValue) throws(TokenRejection) {
        let digest = Digest.sha256.hash(Array(accessToken.reveal().utf8))
        let expected = Base64.encode(digest.prefix(digest.count / 2))
        guard let hash = hash.string, ConstantTime.equals(Array(hash.utf8), Array(expected.utf8)) else {
            throw .invalidSignature
        }
    }
}
