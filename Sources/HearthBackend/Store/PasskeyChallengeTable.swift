internal import HearthCore
internal import HearthDatabase

/// A challenge that waits to be signed.
struct PasskeyChallenge: Sendable {
    /// What the signature is for.
    enum Purpose: String, Sendable {
        /// To enroll a passkey.
        case enrollment
        /// To sign in.
        case signIn = "sign-in"
    }

    let purpose: Purpose
    /// Who enrolls the passkey; `nil` for a sign-in, which begins without a name.
    let account: String?
    let expiresAt: UnixTime
}

/// The `passkey_challenges` table: every statement that touches it is in this file.
struct PasskeyChallengeTable: Sendable {
    /// Adds a challenge, of which the SHA-256 is kept.
    func insert(
        _ challenge: PasskeyChallenge,
        secret: Secret<String>,
        in scope: Scope,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            INSERT INTO passkey_challenges (digest, project, tenant, purpose, account, expires_at)
            VALUES (
                \(TokenDigest.of(secret)), \(scope.project), \(scope.tenantKey), \(challenge.purpose.rawValue),
                \(challenge.account), \(challenge.expiresAt)
            )
            """
        )
    }

    /// Takes a challenge out of the table: whoever comes second finds none.
    func take(_ secret: Secret<String>, in scope: Scope, _ db: borrowing Connection) throws -> PasskeyChallenge? {
        let row = try db.first(
            """
            DELETE FROM passkey_challenges
            WHERE digest = \(TokenDigest.of(secret)) AND project = \(scope.project) AND tenant = \(scope.tenantKey)
            RETURNING purpose, account, expires_at
            """
        )
        guard let row, let purpose = PasskeyChallenge.Purpose(rawValue: try row["purpose"]) else { return nil }
        return PasskeyChallenge(purpose: purpose, account: try row["account"], expiresAt: try row["expires_at"])
    }

    /// Removes the challenges that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM passkey_challenges WHERE expires_at < \(moment)")
    }
}
