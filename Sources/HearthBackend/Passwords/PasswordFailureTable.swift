internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase

/// The `password_failures` table: every statement that touches it is in this file.
///
/// How often wrong passwords came for an address and from a client. An address that no account has is counted like any
/// other, so that the limit tells nothing of accounts.
struct PasswordFailureTable: Sendable {
    /// What is counted: an address and a client together, or one of them with all that the other may be.
    struct Counter: Sendable, Hashable {
        fileprivate let address: [UInt8]
        fileprivate let source: String

        init(address: EmailAddress? = nil, source: String? = nil) {
            self.address = address.map { Digest.sha256.hash(Array($0.key.utf8)) } ?? []
            self.source = source ?? ""
        }
    }

    /// What is known of a counter.
    struct Failures: Sendable {
        var count = 0
        var last: UnixTime?
    }

    /// The failures of a counter whose latest came after a moment.
    func find(_ counter: Counter, since moment: UnixTime, _ tx: borrowing Transaction) throws -> Failures {
        let row = try tx.first(
            """
            SELECT failures, last_failed_at FROM password_failures
            WHERE \(tx.scope) AND address = \(counter.address) AND source = \(counter.source)
                AND last_failed_at > \(moment)
            """
        )
        return try row.map { Failures(count: try $0["failures"], last: try $0["last_failed_at"]) } ?? Failures()
    }

    /// Counts one more; those before a moment no longer count.
    func add(_ counter: Counter, since moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            INSERT INTO password_failures (project, tenant, address, source, failures, last_failed_at)
            VALUES (\(tx.scope.project), \(tx.scope.tenantKey), \(counter.address), \(counter.source), 1, \(tx.now))
            ON CONFLICT (project, tenant, address, source) DO UPDATE SET
                failures = iif(last_failed_at > \(moment), failures + 1, 1), last_failed_at = excluded.last_failed_at
            """
        )
    }

    /// Forgets one counter.
    func delete(_ counter: Counter, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM password_failures
            WHERE \(tx.scope) AND address = \(counter.address) AND source = \(counter.source)
            """
        )
    }

    /// Forgets what was counted for an address, from wherever.
    func deleteAll(of address: EmailAddress, _ tx: borrowing Transaction) throws {
        try tx.execute(
            "DELETE FROM password_failures WHERE \(tx.scope) AND address = \(Counter(address: address).address)"
        )
    }

    /// Removes a batch of the counters whose latest failure was before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM password_failures WHERE (project, tenant, address, source) IN (
                SELECT project, tenant, address, source FROM password_failures
                WHERE last_failed_at < \(moment) ORDER BY last_failed_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }
}
