internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// A passkey that was enrolled.
struct Passkey: Sendable {
    let id: PasskeyID
    /// Whose it is.
    let account: UserID
    /// The public key as COSE writes it; `nil` if it was enrolled by its identifier alone, as only lenient allows.
    let key: [UInt8]?
    /// How often the authenticator says that it has signed; zero for ever if it does not count.
    let signCount: UInt32
}

/// The `passkeys` table: every statement that touches it is in this file.
struct PasskeyTable: Sendable {
    /// Finds a passkey.
    func find(_ id: PasskeyID, _ tx: borrowing Transaction) throws -> Passkey? {
        let row = try tx.first(
            """
            SELECT * FROM passkeys
            WHERE \(tx.scope) AND id = \(id)
            """
        )
        return try row.map { row in
            let signCount: Int64 = try row["sign_count"]
            return Passkey(
                id: id,
                account: try row["account"],
                key: try row["public_key"],
                signCount: UInt32(clamping: signCount)
            )
        }
    }

    /// The passkeys of an account, in the order in which they were enrolled.
    func list(of account: UserID, _ tx: borrowing Transaction) throws -> [EnrolledPasskey] {
        try tx.query(
            "SELECT id, name FROM passkeys WHERE \(tx.scope) AND account = \(account) ORDER BY position"
        ).map { row in EnrolledPasskey(id: try row["id"], name: try row["name"]) }
    }

    /// Adds a passkey after the others of its account.
    ///
    /// - Throws: `APIError` `CREDENTIAL_ALREADY_IN_USE` if there is one with this identifier.
    func insert(_ passkey: Passkey, name: String, _ tx: borrowing Transaction) throws {
        do {
            try tx.execute(
                """
                INSERT INTO passkeys (project, tenant, id, account, name, position, public_key, sign_count)
                VALUES (
                    \(tx.scope.project), \(tx.scope.tenantKey), \(passkey.id), \(passkey.account), \(name),
                    (SELECT coalesce(max(position), -1) + 1 FROM passkeys
                        WHERE \(tx.scope) AND account = \(passkey.account)),
                    \(passkey.key),
                    \(Int64(passkey.signCount))
                )
                """
            )
        } catch {
            throw error.code == .uniqueViolation ? APIError(.credentialAlreadyInUse) : error
        }
    }

    /// Notes how often a passkey has signed.
    func note(_ signCount: UInt32, of id: PasskeyID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE passkeys SET sign_count = \(Int64(signCount))
            WHERE \(tx.scope) AND id = \(id)
            """
        )
    }

    /// Removes a passkey.
    func delete(_ id: PasskeyID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM passkeys
            WHERE \(tx.scope) AND id = \(id)
            """
        )
    }

    /// Removes every passkey.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM passkeys WHERE \(tx.scope)")
    }
}
