public import HearthCore
public import HearthTokens
internal import HearthTransport

extension TokenVerifier {
    /// A verifier of the tokens of a Firebase project, whose keys are fetched with the platform's own HTTP library.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - tenants: Whose users' tokens are accepted. Defaults to the project's own users, who have no tenant.
    ///   - clockSkew: How far the clocks may be apart, at most `maximumClockSkew`. Defaults to zero.
    /// - Returns: The verifier. Keep it: it keeps the keys.
    public static func firebase(
        project: ProjectID,
        kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        clockSkew: Duration = .zero
    ) -> TokenVerifier {
        firebase(
            project: project,
            transport: SystemTransport(),
            kind: kind,
            tenants: tenants,
            clockSkew: clockSkew
        )
    }

    /// A verifier of the tokens that a Hearth server signs, whose keys are fetched with the platform's own HTTP library.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port, for example `https://identity.example.com`; plain HTTP is accepted for this
    ///     machine alone. Defaults to the address of `hearth serve` on this machine: a server in production names its own.
    ///   - project: The project.
    ///   - kind: Which tokens are accepted. Defaults to ID tokens.
    ///   - tenants: Whose users' tokens are accepted. Defaults to the project's own users, who have no tenant.
    ///   - clockSkew: How far the clocks may be apart, at most `maximumClockSkew`. Defaults to zero.
    /// - Returns: The verifier. Keep it: it keeps the keys.
    /// - Throws: `KeySourceError` with code `insecureLocation`.
    public static func hearth(
        origin: String = "http://127.0.0.1:9099",
        project: ProjectID,
        kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        clockSkew: Duration = .zero
    ) throws(KeySourceError) -> TokenVerifier {
        try hearth(
            origin: origin,
            project: project,
            transport: SystemTransport(),
            kind: kind,
            tenants: tenants,
            clockSkew: clockSkew
        )
    }
}
