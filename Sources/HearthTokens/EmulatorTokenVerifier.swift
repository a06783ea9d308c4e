public import HearthCore

/// Accepts what anyone can write: the unsigned tokens of the Firebase emulator.
///
/// For tests on one machine, never for a server that someone else can reach. Everything but the signature is checked as ``TokenVerifier`` does. Signed tokens are refused.
public struct EmulatorTokenVerifier: Sendable {
    private static let headerPolicies: [any TokenPolicy] = [
        AlgorithmPolicy(name: "none"), HeaderPolicy(), NoSignaturePolicy(),
    ]

    private let project: ProjectID
    private let claimPolicies: ClaimPolicies
    private let now: @Sendable () -> UnixTime

    /// Creates a verifier that believes unsigned tokens.
    ///
    /// - Parameters:
    ///   - project: The project that tokens must be issued for.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - now: The clock. Defaults to the system's.
    public init(
        believingUnsignedTokensOf project: ProjectID,
        kind: TokenKind = .idToken,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.project = project
        self.now = now
        claimPolicies = ClaimPolicies(project: project, kind: kind, clockSkew: .zero)
    }

    /// Checks a token's claims.
    ///
    /// - Parameter token: The token, without `Bearer`.
    /// - Returns: What the token says.
    /// - Throws: The ``TokenRejection``.
    public func verify(_ token: String) throws(TokenRejection) -> VerifiedToken {
        let now = now()
        let candidate = try UnverifiedToken(token)
        for policy in Self.headerPolicies { try policy.check(candidate, at: now) }
        try claimPolicies.check(candidate, at: now)
        return try VerifiedToken(candidate, project: project)
    }
}
