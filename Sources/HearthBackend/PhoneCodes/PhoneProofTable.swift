internal import HearthCore
internal import HearthDatabase

/// The `phone_proofs` table: every statement that touches it is in this file.
///
/// A proof says for a while that its holder reads a telephone's messages, without another text.
struct PhoneProofTable: Sendable {
    /// Adds a proof.
    func insert(
        _ proof: Secret<String>,
        of number: PhoneNumber,
        expiresAt end: UnixTime?,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO phone_proofs (digest, project, tenant, phone_number, expires_at)
            VALUES (\(TokenDigest.of(proof)), \(tx.scope.project), \(tx.scope.tenantKey), \(number), \(end))
            """
        )
    }

    /// Whether a proof is for a number, and has not ended.
    func isValid(
        _ proof: Secret<String>,
        of number: PhoneNumber,
        at moment: UnixTime,
        _ tx: borrowing Transaction
    ) throws -> Bool {
        let row = try tx.first(
            """
            SELECT 1 FROM phone_proofs
            WHERE digest = \(TokenDigest.of(proof)) AND \(tx.scope)
                AND phone_number = \(number) AND (expires_at IS NULL OR expires_at > \(moment))
            """
        )
        return row != nil
    }

    /// Removes a proof, so that it cannot be used again.
    func delete(_ proof: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM phone_proofs WHERE digest = \(TokenDigest.of(proof))")
    }

    /// Removes every proof of a number.
    func deleteAll(of number: PhoneNumber, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM phone_proofs WHERE \(tx.scope) AND phone_number = \(number)")
    }

    /// How many proofs of a project end after one moment and up to another; counted to a limit.
    func countEnding(_ window: TimeWindow, of project: ProjectID, _ tx: borrowing Transaction) throws -> Int {
        try tx.count(
            """
            SELECT 1 FROM phone_proofs
            WHERE expires_at > \(window.start) AND expires_at <= \(window.end) AND project = \(project)
            """
        )
    }

    /// Removes a batch of the proofs that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM phone_proofs WHERE digest IN (
                SELECT digest FROM phone_proofs WHERE expires_at < \(moment) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }
}
