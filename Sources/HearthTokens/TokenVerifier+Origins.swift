public import HearthCore
public import HearthHTTP

extension TokenVerifier {
    /// A verifier of the tokens of a Firebase project, with the keys that Google publishes.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - transport: How keys are fetched.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - tenants: Whose users' tokens are accepted. Defaults to the project's own users, who have no tenant.
    ///   - clockSkew: How far the clocks may be apart, at most ``maximumClockSkew``. Defaults to zero.
    ///   - now: The clock. Defaults to the system's.
    /// - Returns: The verifier. Keep it: it keeps the keys.
    public static func firebase(
        project: ProjectID,
        transport: any HTTPTransport,
        kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        clockSkew: Duration = .zero,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) -> TokenVerifier {
        let keys = KeySet(trusted: SecureLocation(trusted: kind.firebaseKeysURL), transport: transport, now: now)
        return TokenVerifier(
            project: project,
            keys: keys,
            kind: kind,
            tenants: tenants,
            clockSkew: clockSkew,
            now: now
        )
    }

    /// A verifier of the tokens that a backend of one's own signs.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port, for example `https://identity.example.com`; plain HTTP is accepted for this
    ///     machine alone.
    ///   - project: The project.
    ///   - transport: How keys are fetched.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - tenants: Whose users' tokens are accepted. Defaults to the project's own users, who have no tenant.
    ///   - clockSkew: How far the clocks may be apart, at most ``maximumClockSkew``. Defaults to zero.
    ///   - now: The clock. Defaults to the system's.
    /// - Returns: The verifier. Keep it: it keeps the keys.
    /// - Throws: ``KeySourceError`` with code ``KeySourceError/Code/insecureLocation``.
    public static func hearth(
        origin: String,
        project: ProjectID,
        transport: any HTTPTransport,
        kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        clockSkew: Duration = .zero,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) throws(KeySourceError) -> TokenVerifier {
        let base = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        var limits = KeySet.Limits()
        // A backend that is started anew while one develops has new keys, and no one wants to wait for them.
        limits.refetchInterval = .seconds(1)
        let keys = try KeySet(url: base + kind.localKeysPath, transport: transport, limits: limits, now: now)
        return TokenVerifier(
            project: project,
            keys: keys,
            kind: kind,
            tenants: tenants,
            clockSkew: clockSkew,
            now: now
        )
    }
}
