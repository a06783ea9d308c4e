public import HearthCore
public import HearthCrypto

/// Decides whether a token is what it says, and if so what it proves.
///
/// Tokens must be signed with RS256 by a key of the source, and be issued for the project. A verifier that accepts
/// anything else does not exist but for ``EmulatorTokenVerifier``, which has another name for that reason.
public struct TokenVerifier: Sendable {
    /// The most that two clocks may be apart.
    public static let maximumClockSkew: Duration = .seconds(60)

    private static let headerPolicies: [any TokenPolicy] = [
        AlgorithmPolicy(name: "RS256"), HeaderPolicy(), KeyIdentifierPolicy(),
    ]

    private let project: ProjectID
    private let keys: any KeySource
    private let claimPolicies: ClaimPolicies
    private let now: @Sendable () -> UnixTime

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - project: The project that tokens must be issued for.
    ///   - keys: Where keys come from. ID tokens and session cookies are signed by different keys.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - clockSkew: How far the issuer's clock and this one may be apart, brought into the range from zero to
    ///     ``maximumClockSkew``. Defaults to zero: raise it to a few seconds where fresh tokens are refused as
    ///     ``TokenRejection/notYetValid``.
    ///   - now: The clock. Defaults to the system's.
    public init(
        project: ProjectID,
        keys: any KeySource,
        kind: TokenKind = .idToken,
        clockSkew: Duration = .zero,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.project = project
        self.keys = keys
        self.now = now
        let skew = min(max(clockSkew, .zero), Self.maximumClockSkew)
        claimPolicies = ClaimPolicies(project: project, kind: kind, clockSkew: skew)
    }

    /// Checks a token, fetching keys if need be.
    ///
    /// - Parameter token: The token, without `Bearer`.
    /// - Returns: What the token proves.
    /// - Throws: The ``TokenRejection``; ``TokenRejection/keysUnavailable`` if the keys could not be had.
    public func verify(_ token: String) async throws(TokenRejection) -> VerifiedToken {
        let now = now()
        let candidate = try candidate(token, at: now)
        return try complete(candidate, key: try await key(candidate.keyIdentifier), at: now)
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
        return try complete(candidate, key: keys(candidate.keyIdentifier), at: now)
    }

    private struct Candidate {
        var token: UnverifiedToken
        var keyIdentifier: String
    }

    // What the token says is looked at first: it is cheaper, explains more, and a stranger's token then makes no one
    // look for a key.
    private func candidate(_ text: String, at now: UnixTime) throws(TokenRejection) -> Candidate {
        let token = try UnverifiedToken(text)
        for policy in Self.headerPolicies { try policy.check(token, at: now) }
        try claimPolicies.check(token, at: now)
        return Candidate(token: token, keyIdentifier: try KeyIdentifierPolicy.identifier(of: token))
    }

    private func complete(
        _ candidate: Candidate,
        key: RSAPublicKey?,
        at now: UnixTime
    ) throws(TokenRejection) -> VerifiedToken {
        guard let key else { throw .unknownKey }
        try SignaturePolicy(key: key).check(candidate.token, at: now)
        return try VerifiedToken(candidate.token, project: project)
    }

    private func key(_ identifier: String) async throws(TokenRejection) -> RSAPublicKey? {
        do throws(KeySourceError) {
            return try await keys.key(identifier)
        } catch {
            throw .keysUnavailable
        }
    }
}
