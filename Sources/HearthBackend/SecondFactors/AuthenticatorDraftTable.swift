internal import HearthCore
internal import HearthDatabase

/// An authenticator app that is being enrolled, until its first code is right.
struct AuthenticatorDraft: Sendable {
    /// The account that enrolls it.
    let account: UserID
    /// The key that the app was given.
    let key: Secret<[UInt8]>
    /// How often a wrong code was typed.
    var tries = 0
    /// When the enrollment ends; `nil` for never.
    var expiresAt: UnixTime?
}

/// The `authenticator_drafts` table: every statement that touches it is in this file.
struct AuthenticatorDraftTable: Sendable {
    /// Adds a draft.
    func insert(
        _ draft: AuthenticatorDraft,
        session: Secret<String>,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO authenticator_drafts (digest, project, tenant, account, key, expires_at)
            VALUES (
                \(TokenDigest.of(session)), \(tx.scope.project), \(tx.scope.tenantKey), \(draft.account), \(draft.key),
                \(draft.expiresAt)
            )
            """
        )
    }

    /// Finds a draft by its session.
    func find(
        _ session: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> AuthenticatorDraft? {
        let row = try tx.first(
            """
            SELECT * FROM authenticator_drafts
            WHERE digest = \(TokenDigest.of(session)) AND \(tx.scope)
            """
        )
        return try row.map { row in
            AuthenticatorDraft(
                account: try row["account"],
                key: try row["key"],
                tries: try row["tries"],
                expiresAt: try row["expires_at"]
            )
        }
    }

    /// Notes that a wrong code was typed.
    func countFailure(of session: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute(
            "UPDATE authenticator_drafts SET tries = tries + 1 WHERE digest = \(TokenDigest.of(session))"
        )
    }

    /// Removes a draft, so that it cannot be used again.
    func delete(_ session: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM authenticator_drafts WHERE digest = \(TokenDigest.of(session))")
    }

    /// Removes every draft of an account.
    func deleteAll(of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM authenticator_drafts WHERE \(tx.scope) AND account = \(account)")
    }

    /// Removes a batch of the drafts that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM authenticator_drafts WHERE digest IN (
                SELECT digest FROM authenticator_drafts WHERE expires_at < \(moment) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }
}
