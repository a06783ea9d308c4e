internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON

/// The `pending_credentials` table: every statement that touches it is in this file.
///
/// A pending credential is what a provider said of a user who could not be let in at once: the client shows it again
/// when the conflict is settled. It is found by its SHA-256.
struct PendingCredentialTable: Sendable {
    /// Adds a credential, and forgets those that have ended.
    func insert(
        _ user: ProviderClaims,
        secret: Secret<String>,
        now: UnixTime,
        expiresAt: UnixTime,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            DELETE FROM pending_credentials WHERE digest IN (
                SELECT digest FROM pending_credentials WHERE expires_at <= \(now) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
        try tx.execute(
            """
            INSERT INTO pending_credentials (digest, project, tenant, profile, expires_at)
            VALUES (
                \(Self.digest(secret)), \(tx.scope.project), \(tx.scope.tenantKey), \(try JSON.text(user)), \(expiresAt)
            )
            """
        )
    }

    /// Finds a credential that has not ended.
    func find(
        _ secret: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> ProviderClaims? {
        let row = try tx.first(
            """
            SELECT profile FROM pending_credentials
            WHERE digest = \(Self.digest(secret)) AND \(tx.scope)
                AND expires_at > \(tx.now)
            """
        )
        guard let text: String = try row?["profile"] else { return nil }
        return try JSON.decode(ProviderClaims.self, from: Array(text.utf8))
    }

    /// Removes a credential, so that it cannot be used again.
    func delete(_ secret: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM pending_credentials WHERE digest = \(Self.digest(secret))")
    }

    private static func digest(_ secret: Secret<String>) -> [UInt8] {
        Digest.sha256.hash(Array(secret.reveal().utf8))
    }
}
