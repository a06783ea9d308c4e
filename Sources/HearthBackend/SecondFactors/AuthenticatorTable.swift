internal import HearthCore
internal import HearthDatabase

/// An authenticator app that was enrolled.
struct Authenticator: Sendable {
    /// The enrollment's identifier.
    let id: String
    /// The key that the app and the backend share.
    let key: Secret<[UInt8]>
    /// The step whose code was accepted last.
    var lastStep: Int64
    /// How many wrong codes were typed since ``failingSince``.
    var failures = 0
    var failingSince: UnixTime?
}

/// The `authenticators` table: every statement that touches it is in this file.
///
/// The list of second factors in the account says which apps are enrolled; here are their keys.
struct AuthenticatorTable: Sendable {
    /// Adds an app, or notes what has changed of it.
    func save(
        _ authenticator: Authenticator,
        of account: String,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT OR REPLACE INTO authenticators (
                project, tenant, account, id, key, last_step, failures, failing_since
            ) VALUES (
                \(tx.scope.project), \(tx.scope.tenantKey), \(account), \(authenticator.id), \(authenticator.key),
                \(authenticator.lastStep), \(authenticator.failures), \(authenticator.failingSince)
            )
            """
        )
    }

    /// Finds an app of an account.
    func find(
        _ id: String,
        of account: String,
        _ tx: borrowing Transaction
    ) throws -> Authenticator? {
        let row = try tx.first(
            """
            SELECT * FROM authenticators
            WHERE \(tx.scope) AND account = \(account) AND id = \(id)
            """
        )
        return try row.map { row in
            Authenticator(
                id: try row["id"],
                key: try row["key"],
                lastStep: try row["last_step"],
                failures: try row["failures"],
                failingSince: try row["failing_since"]
            )
        }
    }

    /// Removes an app of an account.
    func delete(_ id: String, of account: String, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM authenticators
            WHERE \(tx.scope) AND account = \(account) AND id = \(id)
            """
        )
    }

    /// Removes every app of an account.
    func deleteAll(of account: String, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM authenticators
            WHERE \(tx.scope) AND account = \(account)
            """
        )
    }

    /// Removes every app.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute(
            "DELETE FROM authenticators WHERE \(tx.scope)"
        )
    }
}
