internal import HearthCore
internal import HearthDatabase

/// The `authorizations` table: every statement that touches it is in this file.
///
/// An authorization is a browser that was sent to a provider. It is found by the SHA-256 of the session's identifier,
/// which the client alone knows, and taken by whoever brings the first answer.
struct AuthorizationTable: Sendable {
    /// What has to fit the answer that a browser brings back.
    struct Pending: Sendable {
        let providerID: String
        /// The SHA-256 of the state.
        let stateDigest: [UInt8]
        /// The proof key.
        let verifier: Secret<String>
        /// Where the provider sends the browser.
        let redirectURI: String
    }

    /// Adds an authorization, and forgets those that have ended.
    func insert(
        _ pending: Pending,
        session: Secret<String>,
        now: UnixTime,
        expiresAt: UnixTime,
        in scope: Scope,
        _ db: borrowing Connection
    ) throws {
        try db.execute("DELETE FROM authorizations WHERE expires_at <= \(now)")
        try db.execute(
            """
            INSERT INTO authorizations (
                session_digest, project, tenant, provider, state_digest, verifier, redirect, expires_at
            )
            VALUES (
                \(TokenDigest.of(session)), \(scope.project), \(scope.tenantKey), \(pending.providerID),
                \(pending.stateDigest), \(pending.verifier.reveal()), \(pending.redirectURI), \(expiresAt)
            )
            """
        )
    }

    /// Takes an authorization that has not ended out of the table: there is one try.
    func take(
        _ session: Secret<String>,
        now: UnixTime,
        in scope: Scope,
        _ db: borrowing Connection
    ) throws -> Pending? {
        let row = try db.first(
            """
            DELETE FROM authorizations
            WHERE session_digest = \(TokenDigest.of(session)) AND project = \(scope.project)
                AND tenant = \(scope.tenantKey) AND expires_at > \(now)
            RETURNING provider, state_digest, verifier, redirect
            """
        )
        guard let row else { return nil }
        return Pending(
            providerID: try row["provider"],
            stateDigest: try row["state_digest"],
            verifier: Secret(try row["verifier"]),
            redirectURI: try row["redirect"]
        )
    }
}
