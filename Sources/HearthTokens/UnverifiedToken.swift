public import HearthCore
internal import HearthCrypto
public import HearthJSON

/// A token that can be read and grants nothing.
///
/// For a client that looks into its own token, and for tools. A server uses ``TokenVerifier``.
public struct UnverifiedToken: Sendable {
    let jws: CompactJWS

    /// Takes a token apart, without asking who made it.
    ///
    /// - Parameter text: The token.
    /// - Throws: ``TokenRejection/tooLong`` or ``TokenRejection/malformed``.
    public init(_ text: String) throws(TokenRejection) {
        jws = try CompactJWS(text)
    }

    /// The header's parameters.
    public var unverifiedHeader: JSONObject { jws.header }

    /// What the token claims.
    public var unverifiedClaims: JSONObject { jws.payload }

    /// The tenant that the token claims, as text; `nil` for none.
    public var unverifiedTenant: String? { jws.payload["firebase"]?["tenant"]?.string }

    /// When the token says it was issued.
    public var unverifiedIssuedAt: UnixTime? { moment("iat") }

    /// When the token says it expires.
    public var unverifiedExpiresAt: UnixTime? { moment("exp") }

    /// A claim that is a moment, if it is one: seconds since 1970, not negative.
    func moment(_ name: String) -> UnixTime? {
        guard let seconds = jws.payload[name]?.integer, seconds >= 0 else { return nil }
        return UnixTime(seconds: seconds)
    }

    /// Throws unless the signature was made by a key over these bytes.
    func isSigned(by key: RSAPublicKey) throws(TokenRejection) {
        guard key.verifyRS256(jws.signature, over: jws.signedBytes) else { throw .invalidSignature }
    }
}
