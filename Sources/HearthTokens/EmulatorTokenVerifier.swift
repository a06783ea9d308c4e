public import HearthCore

/// Accepts what anyone can write: the unsigned tokens of the Firebase emulator.
///
/// For tests on one machine, never for a server that someone else can reach. Everything but the signature is checked
/// as ``TokenVerifier`` does. Signed tokens are refused.
public struct EmulatorTokenVerifier: Sendable {
    private let checks: UserTokenChecks
    private let now: @Sendable () -> UnixTime

    /// Creates a verifier that believes unsigned tokens.
    ///
    /// - Parameters:
    ///   - project: The project that tokens must be issued for.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - tenants: Whose users' tokens are accepted. Defaults to the project's own users, who have no tenant.
    ///   - now: The clock. Defaults to the system's.
    public init(
        believingUnsignedTokensOf project: ProjectID,
        kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.now = now
        checks = UserTokenChecks(project: project, kind: kind, tenants: tenants, clockSkew: .zero, algorithm: "none")
    }

    /// Checks a token's claims.
    ///
    /// - Parameter token: The token, without `Bearer`.
    /// - Returns: What the token says.
    /// - Throws: The ``TokenRejection``.
    public func verify(_ token: String) throws(TokenRejection) -> VerifiedToken {
        try checks.check(try UnverifiedToken(token), at: now())
    }
}
