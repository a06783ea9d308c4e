internal import HearthCore
internal import HearthDatabase

/// The `code_failures` table: every statement that touches it is in this file.
///
/// How many wrong codes of an account's second factor a client typed. They are counted by client, so that one who
/// guesses slows itself down and not the owner.
struct CodeFailureTable: Sendable {
    /// What is known of a client.
    struct Failures: Sendable {
        var count = 0
        var last: UnixTime?
    }

    /// The failures of the caller's network since a moment.
    func find(_ factor: FactorID, of account: UserID, since moment: UnixTime, _ tx: borrowing Transaction) throws
        -> Failures
    {
        let row = try tx.first(
            """
            SELECT failures, last_failed_at FROM code_failures
            WHERE \(tx.scope) AND account = \(account) AND factor = \(factor) AND source = \(tx.call.source ?? "")
                AND last_failed_at > \(moment)
            """
        )
        return try row.map { Failures(count: try $0["failures"], last: try $0["last_failed_at"]) } ?? Failures()
    }

    /// Notes how often the caller's network has failed.
    func save(_ failures: Int, of factor: FactorID, _ account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            INSERT OR REPLACE INTO code_failures (
                project, tenant, account, factor, source, failures, last_failed_at
            ) VALUES (
                \(tx.scope.project), \(tx.scope.tenantKey), \(account), \(factor), \(tx.call.source ?? ""),
                \(failures), \(tx.now)
            )
            """
        )
    }

    /// Forgets the failures of the caller's network.
    func delete(_ factor: FactorID, of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM code_failures
            WHERE \(tx.scope) AND account = \(account) AND factor = \(factor) AND source = \(tx.call.source ?? "")
            """
        )
    }

    /// Removes a batch of the failures before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM code_failures WHERE (project, tenant, account, factor, source) IN (
                SELECT project, tenant, account, factor, source FROM code_failures
                WHERE last_failed_at < \(moment) ORDER BY last_failed_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }
}
