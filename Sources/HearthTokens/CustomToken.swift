public import HearthCore
public import HearthCrypto
public import HearthJSON

/// What a custom token proves: that one of the project's own servers wants a user to be signed in.
public struct CustomToken: Sendable {
    /// The user to sign in.
    public let uid: UserID
    /// The tenant to sign in to; `nil` for the project itself.
    public let tenant: TenantID?
    /// The service account that signed.
    public let serviceAccount: String
    /// When it was issued.
    public let issuedAt: UnixTime
    /// When it expires, an hour later at most.
    public let expiresAt: UnixTime
    /// Claims for every token of the session, not yet held against the reserved names.
    public let claims: JSONObject
}

/// Decides whether a custom token was signed by a server of the project.
public struct CustomTokenVerifier: Sendable {
    private let checks: CustomTokenChecks
    private let key: @Sendable (_ serviceAccount: String) -> RSAPublicKey?

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - clockSkew: How far the server's clock and this one may be apart, at most
    ///     ``TokenVerifier/maximumClockSkew``. Defaults to zero.
    ///   - key: Returns the key of one of the project's service accounts, or `nil` for any other text.
    public init(
        clockSkew: Duration = .zero,
        key: @escaping @Sendable (_ serviceAccount: String) -> RSAPublicKey?
    ) {
        checks = CustomTokenChecks(clockSkew: min(max(clockSkew, .zero), TokenVerifier.maximumClockSkew))
        self.key = key
    }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - tenant: The tenant that the request names; `nil` for none. The token must name the same.
    ///   - now: The moment for which to check.
    /// - Returns: What the token proves.
    /// - Throws: The ``TokenRejection``: ``TokenRejection/unknownKey`` if the service account is not the project's.
    public func verify(
        _ token: String,
        tenant: TenantID? = nil,
        at now: UnixTime
    ) throws(TokenRejection) -> CustomToken {
        let candidate = try UnverifiedToken(token)
        let custom = try checks.check(candidate, tenant: tenant, at: now)
        guard let key = key(custom.serviceAccount) else { throw .unknownKey }
        try candidate.isSigned(by: key)
        return custom
    }
}
