public import HearthCore
public import HearthCrypto

/// Decides whether a token is what it says, and if so what it proves.
///
/// What it asks of a token stands in one list, `UserTokenChecks`.
/// Tokens must be signed with RS256 by a key of the source, and be issued for the project. A verifier that accepts
/// anything else does not exist but for ``EmulatorTokenVerifier``, which has another name for that reason.
public struct TokenVerifier: Sendable {
    /// The most that two clocks may be apart.
    public static let maximumClockSkew: Duration = .seconds(60)

    private let keys: any KeySource
    private let checks: UserTokenChecks
    private let now: @Sendable () -> UnixTime

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - project: The project that tokens must be issued for.
    ///   - keys: Where keys come from. ID tokens and session cookies are signed by different keys.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - tenants: Whose users' tokens are accepted. Defaults to the project's own users, who have no tenant.
    ///   - clockSkew: How far the issuer's clock and this one may be apart, brought into the range from zero to
    ///     ``maximumClockSkew``. Defaults to zero: raise it to a few seconds where fresh tokens are refused as
    ///     ``TokenRejection/notYetValid``.
    ///   - now: The clock. Defaults to the system's.
    public init(
        project: ProjectID,
        keys: any KeySource,
        kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        clockSkew: Duration = .zero,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.keys = keys
        self.now = now
        let skew = min(max(clockSkew, .zero), Self.maximumClockSkew)
        checks = UserTokenChecks(project: project, kind: kind, tenants: tenants, clockSkew: skew)
    }

    private init(keys: any KeySource, checks: UserTokenChecks, now: @escaping @Sendable () -> UnixTime) {
        self.keys = keys
        self.checks = checks
        self.now = now
    }

    /// A verifier with the same keys that accepts the tokens of other users.
    ///
    /// - Parameter tenants: Whose users' tokens are accepted.
    /// - Returns: The verifier.
    public func accepting(_ tenants: TenantScope) -> TokenVerifier {
        var checks = checks
        checks.tenants = tenants
        return TokenVerifier(keys: keys, checks: checks, now: now)
    }

    /// Checks a token, fetching keys if need be.
    ///
    /// - Parameter token: The token, without `Bearer`.
    /// - Returns: What the token proves.
    /// - Throws: The ``TokenRejection``; ``TokenRejection/keysUnavailable`` if the keys could not be had.
    public func verify(_ token: String) async throws(TokenRejection) -> VerifiedToken {
        let candidate = try candidate(token, at: now())
        return try complete(candidate, key: try await key(candidate.keyIdentifier))
    }

    /// Checks a token with keys that are at hand.
    ///
    /// - Parameters:
    ///   - token: The token, without `Bearer`.
    ///   - now: The moment for which to check.
    ///   - keys: Returns the key of a name, or `nil` if there is none.
    /// - Returns: What the token proves.
    /// - Throws: The ``TokenRejection``.
    public func verify(
        _ token: String,
        at now: UnixTime,
        keys: (_ keyIdentifier: String) -> RSAPublicKey?
    ) throws(TokenRejection) -> VerifiedToken {
        let candidate = try candidate(token, at: now)
        return try complete(candidate, key: keys(candidate.keyIdentifier))
    }

    /// A token that says the right things, and is not signed by a known key yet.
    private struct Candidate {
        var token: UnverifiedToken
        var keyIdentifier: String
        var claim: VerifiedToken
    }

    private func candidate(_ text: String, at now: UnixTime) throws(TokenRejection) -> Candidate {
        let token = try UnverifiedToken(text)
        let claim = try checks.check(token, at: now)
        return Candidate(token: token, keyIdentifier: try token.keyIdentifier(), claim: claim)
    }

    private func complete(_ candidate: Candidate, key: RSAPublicKey?) throws(TokenRejection) -> VerifiedToken {
        guard let key else { throw .unknownKey }
        try candidate.token.isSigned(by: key)
        return candidate.claim
    }

    private func key(_ identifier: String) async throws(TokenRejection) -> RSAPublicKey? {
        do throws(KeySourceError) {
            return try await keys.key(identifier)
        } catch {
            throw .keysUnavailable
        }
    }
}
