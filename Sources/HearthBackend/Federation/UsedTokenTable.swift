internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthWire

/// The `used_tokens` table: every statement that touches it is in this file.
///
/// A provider's token that is bound by a nonce is good for one use, any other one for one use in each flow. It is known
/// again by the SHA-256 of what makes it unique.
struct UsedTokenTable: Sendable {
    /// Notes that a token was used.
    ///
    /// - Parameters:
    ///   - use: What makes the token unique.
    ///   - profile: What the token says.
    ///   - caller: The user whose account the provider is linked to; `nil` for a sign-in.
    ///   - tx: The transaction.
    /// - Throws: `APIError` `MISSING_OR_INVALID_NONCE` if it was used before.
    func insert(
        _ use: ProviderProfile.Use,
        of profile: ProviderProfile,
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
        var parts = [tx.scope.project.rawValue, tx.scope.tenantKey, profile.providerID, profile.rawID, use.mark]
        if !use.isBound { parts.append(caller?.rawValue ?? "") }
        let digest = Digest.sha256.hash(Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        do {
            try tx.execute(
                "INSERT INTO used_tokens (digest, expires_at) VALUES (\(digest), \(use.expiresAt))"
            )
        } catch {
            guard error.code == .uniqueViolation else { throw error }
            throw APIError(
                .missingOrInvalidNonce,
                "Duplicate credential received. Please try again with a new credential."
            )
        }
    }
}
