internal import HearthCore
internal import HearthDatabase

/// The `phone_proofs` table: every statement that touches it is in this file.
///
/// A proof says for a while that its holder reads a telephone's messages, without another text.
struct PhoneProofTable: Sendable {
    /// Adds a proof.
    func insert(
        _ proof: Secret<String>,
        of number: String,
        expiresAt end: UnixTime?,
        in scope: Scope,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            INSERT INTO phone_proofs (digest, project, tenant, phone_number, expires_at)
            VALUES (\(TokenDigest.of(proof)), \(scope.project), \(scope.tenantKey), \(number), \(end))
            """
        )
    }

    /// Whether a proof is for a number, and has not ended.
    func isValid(
        _ proof: Secret<String>,
        of number: String,
        at moment: UnixTime,
        in scope: Scope,
        _ db: borrowing Connection
    ) throws -> Bool {
        let row = try db.first(
            """
            SELECT 1 FROM phone_proofs
            WHERE digest = \(TokenDigest.of(proof)) AND project = \(scope.project) AND tenant = \(scope.tenantKey)
                AND phone_number = \(number) AND (expires_at IS NULL OR expires_at > \(moment))
            """
        )
        return row != nil
    }

    /// Removes a proof, so that it cannot be used again.
    func delete(_ proof: Secret<String>, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM phone_proofs WHERE digest = \(TokenDigest.of(proof))")
    }

    /// Removes the proofs that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM phone_proofs WHERE expires_at < \(moment)")
    }
}
