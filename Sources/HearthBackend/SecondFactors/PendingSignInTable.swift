internal import HearthCore
internal import HearthDatabase

/// A sign-in whose first factor was right and which waits for the second one.
struct PendingSignIn: Sendable {
    /// The account that is to be signed in.
    let account: UserID
    /// How the user signed in, for example `password`.
    let provider: ProviderID
    /// Claims of the session, as JSON text.
    var claims: String?
    /// What the provider told beside the user's identity, as JSON text.
    var attributes: String?
    /// How often a wrong code was typed.
    var tries = 0
    /// When the wait ends; `nil` for never.
    var expiresAt: UnixTime?
}

/// The `pending_sign_ins` table: every statement that touches it is in this file.
struct PendingSignInTable: Sendable {
    /// Adds a sign-in.
    func insert(
        _ pending: PendingSignIn,
        credential: Secret<String>,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO pending_sign_ins (digest, project, tenant, account, provider, claims, attributes, expires_at)
            VALUES (
                \(TokenDigest.of(credential)), \(tx.scope.project), \(tx.scope.tenantKey), \(pending.account),
                \(pending.provider), \(pending.claims), \(pending.attributes), \(pending.expiresAt)
            )
            """
        )
    }

    /// Finds a sign-in, and where its account belongs.
    func find(
        _ credential: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> (pending: PendingSignIn, scope: Scope)? {
        let row = try tx.first("SELECT * FROM pending_sign_ins WHERE digest = \(TokenDigest.of(credential))")
        guard let row else { return nil }
        let pending = PendingSignIn(
            account: try row["account"],
            provider: try row["provider"],
            claims: try row["claims"],
            attributes: try row["attributes"],
            tries: try row["tries"],
            expiresAt: try row["expires_at"]
        )
        return (pending, try Scope(row))
    }

    /// Notes that a wrong code was typed.
    func countFailure(of credential: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute(
            "UPDATE pending_sign_ins SET tries = tries + 1 WHERE digest = \(TokenDigest.of(credential))"
        )
    }

    /// Removes a sign-in, so that it cannot be ended twice.
    func delete(_ credential: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM pending_sign_ins WHERE digest = \(TokenDigest.of(credential))")
    }

    /// Removes every sign-in of an account.
    func deleteAll(of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM pending_sign_ins
            WHERE \(tx.scope) AND account = \(account)
            """
        )
    }

    /// Removes every sign-in.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute(
            "DELETE FROM pending_sign_ins WHERE \(tx.scope)"
        )
    }

    /// How many sign-ins of a project that wait for a second factor end after one moment and up to another; counted to a limit.
    func countEnding(_ window: TimeWindow, of project: ProjectID, _ tx: borrowing Transaction) throws -> Int {
        try tx.count(
            """
            SELECT 1 FROM pending_sign_ins
            WHERE expires_at > \(window.start) AND expires_at <= \(window.end) AND project = \(project)
            """
        )
    }

    /// Removes a batch of the sign-ins that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM pending_sign_ins WHERE digest IN (
                SELECT digest FROM pending_sign_ins WHERE expires_at < \(moment) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }
}
