internal import HearthCore
internal import HearthDatabase
internal import HearthServerCrypto

/// The `password_schemes` table: every statement that touches it is in this file.
///
/// How the imported passwords of a project or a tenant were hashed. Checking a password of an unknown account costs what checking
/// an imported one costs only if it is known what that is.
struct PasswordSchemeTable: Sendable {
    /// The most schemes that are imitated: an import with more than these costs is told from unknown addresses.
    static let limit = 4

    /// Notes how an imported password was hashed, by the hash that the account keeps.
    func insert(_ hash: Secret<String>, _ tx: borrowing Transaction) throws {
        guard let hash = try? PasswordHash(text: hash.reveal()) else { return }
        let sample = hash.decoy
        try tx.execute(
            """
            INSERT OR IGNORE INTO password_schemes (project, tenant, scheme, sample)
            VALUES (\(tx.scope.project), \(tx.scope.tenantKey), \(hash.scheme), \(sample.text))
            """
        )
    }

    /// A hash of each scheme, which is of no password.
    func samples(_ tx: borrowing Transaction) throws -> [PasswordHash] {
        let rows = try tx.query(
            "SELECT sample FROM password_schemes WHERE \(tx.scope) ORDER BY scheme LIMIT \(Self.limit)"
        )
        return try rows.map { row in
            let text: Secret<String> = try row["sample"]
            return try PasswordHash(text: text.reveal())
        }
    }

    /// Forgets every scheme.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM password_schemes WHERE \(tx.scope)")
    }
}
