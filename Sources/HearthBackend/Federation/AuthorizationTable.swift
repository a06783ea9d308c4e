internal import HearthCore
internal import HearthDatabase

/// The `authorizations` table: every statement that touches it is in this file.
///
/// An authorization is a browser that was sent to a provider. It is found by the SHA-256 of the session's identifier,
/// which the client alone knows, and taken with the first answer. A SAML provider's answer comes with the state instead,
/// from the browser: what waits for it, and then the answer itself, is found by the SHA-256 of the state.
struct AuthorizationTable: Sendable {
    /// What has to fit the answer that a browser brings back.
    struct Pending: Sendable {
        let providerID: ProviderID
        /// The SHA-256 of the state.
        let stateDigest: [UInt8]
        /// The proof key.
        let verifier: Secret<String>
        /// Where the provider sends the browser.
        let redirectURI: String
    }

    /// Adds an authorization, known by the SHA-256 of what its answer comes with, and forgets those that have ended.
    func insert(
        _ pending: Pending,
        knownBy digest: [UInt8],
        now: UnixTime,
        expiresAt: UnixTime,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            DELETE FROM authorizations WHERE session_digest IN (
                SELECT session_digest FROM authorizations WHERE expires_at <= \(now) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
        try tx.execute(
            """
            INSERT INTO authorizations (
                session_digest, project, tenant, provider, state_digest, verifier, redirect, expires_at
            )
            VALUES (
                \(digest), \(tx.scope.project), \(tx.scope.tenantKey), \(pending.providerID),
                \(pending.stateDigest), \(pending.verifier.reveal()), \(pending.redirectURI), \(expiresAt)
            )
            """
        )
    }

    /// Takes an authorization that has not ended out of the table by its name, whichever project it belongs to.
    func takeFromAnyScope(_ name: Secret<String>, _ tx: borrowing Transaction) throws -> (Pending, Scope)? {
        let row = try tx.first(
            """
            DELETE FROM authorizations WHERE session_digest = \(TokenDigest.of(name)) AND expires_at > \(tx.now)
            RETURNING project, tenant, provider, state_digest, verifier, redirect
            """
        )
        guard let row, let project = ProjectID(rawValue: try row["project"]) else { return nil }
        return (try Self.pending(row), Scope(project: project, tenant: TenantID(rawValue: try row["tenant"])))
    }

    /// Takes an authorization that has not ended out of the table: there is one try.
    func take(
        _ session: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> Pending? {
        let row = try tx.first(
            """
            DELETE FROM authorizations
            WHERE session_digest = \(TokenDigest.of(session)) AND project = \(tx.scope.project)
                AND tenant = \(tx.scope.tenantKey) AND expires_at > \(tx.now)
            RETURNING provider, state_digest, verifier, redirect
            """
        )
        return try row.map(Self.pending)
    }

    private static func pending(_ row: Row) throws -> Pending {
        Pending(
            providerID: try row["provider"],
            stateDigest: try row["state_digest"],
            verifier: Secret(try row["verifier"]),
            redirectURI: try row["redirect"]
        )
    }
}
