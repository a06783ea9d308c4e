internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthWire

/// The `used_tokens` table: every statement that touches it is in this file.
///
/// A provider's token that is bound by a nonce is good for one use, any other one for one use in each flow, which the
/// client of that use may repeat if the provider's configuration says so: its answer may have been lost. A token is
/// known again by the SHA-256 of what makes it unique, a client by its network.
struct UsedTokenTable: Sendable {
    /// Notes that a token was used.
    ///
    /// - Parameters:
    ///   - use: What makes the token unique.
    ///   - user: What the token says.
    ///   - caller: The user whose account the provider is linked to; `nil` for a sign-in.
    ///   - tx: The transaction.
    /// - Throws: `APIError` `MISSING_OR_INVALID_NONCE` if it was used before.
    func insert(
        _ use: ProviderClaims.Use,
        of user: ProviderClaims,
        by caller: UserID?,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            DELETE FROM used_tokens WHERE digest IN (
                SELECT digest FROM used_tokens WHERE expires_at <= \(tx.now) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
        var parts = [
            tx.scope.project.rawValue, tx.scope.tenantKey, user.providerID.rawValue, user.rawID.rawValue,
            use.mark,
        ]
        if !use.isBound { parts.append(caller?.rawValue ?? "") }
        let digest = Digest.sha256.hash(Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        do {
            try tx.execute(
                """
                INSERT INTO used_tokens (digest, source, expires_at)
                VALUES (\(digest), \(tx.call.source), \(use.expiresAt))
                """
            )
        } catch {
            guard error.code == .uniqueViolation else { throw error }
            if use.repeatsFromOneNetwork == true, try isSameClient(digest, tx) { return }
            throw APIError(
                .missingOrInvalidNonce,
                "Duplicate credential received. Please try again with a new credential."
            )
        }
    }

    private func isSameClient(_ digest: [UInt8], _ tx: borrowing Transaction) throws -> Bool {
        let row = try tx.first("SELECT source FROM used_tokens WHERE digest = \(digest)")
        let source: String? = try row?["source"] ?? nil
        return source == tx.call.source
    }
}
