internal import HearthCore
internal import HearthDatabase

/// A challenge that waits to be signed.
struct PasskeyChallenge: Sendable {
    /// What the signature is for.
    enum Purpose: Sendable, Hashable {
        /// To enroll a passkey in an account.
        case enrollment(account: UserID)
        /// To sign in, which begins without a name.
        case signIn
    }

    let purpose: Purpose
    let expiresAt: UnixTime
}

/// The `passkey_challenges` table: every statement that touches it is in this file.
struct PasskeyChallengeTable: Sendable {
    /// Adds a challenge, of which the SHA-256 is kept.
    func insert(
        _ challenge: PasskeyChallenge,
        secret: Secret<String>,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO passkey_challenges (digest, project, tenant, account, expires_at)
            VALUES (
                \(TokenDigest.of(secret)), \(tx.scope.project), \(tx.scope.tenantKey), \(challenge.purpose.account),
                \(challenge.expiresAt)
            )
            """
        )
    }

    /// Takes a challenge out of the table: a second caller finds none.
    func take(_ secret: Secret<String>, _ tx: borrowing Transaction) throws -> PasskeyChallenge? {
        let row = try tx.first(
            """
            DELETE FROM passkey_challenges
            WHERE digest = \(TokenDigest.of(secret)) AND \(tx.scope)
            RETURNING account, expires_at
            """
        )
        return try row.map { row in
            PasskeyChallenge(purpose: .init(account: try row["account"]), expiresAt: try row["expires_at"])
        }
    }

    /// Removes the challenges for enrolling a passkey in an account.
    func deleteAll(of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM passkey_challenges WHERE \(tx.scope) AND account = \(account)")
    }

    /// Removes a batch of the challenges that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM passkey_challenges WHERE digest IN (
                SELECT digest FROM passkey_challenges WHERE expires_at < \(moment) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }
}

// The column of the account says what the challenge is for.
extension PasskeyChallenge.Purpose {
    fileprivate init(account: UserID?) {
        self = account.map { .enrollment(account: $0) } ?? .signIn
    }

    fileprivate var account: UserID? {
        if case .enrollment(let account) = self { account } else { nil }
    }
}
