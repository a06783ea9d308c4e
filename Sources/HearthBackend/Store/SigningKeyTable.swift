internal import HearthCore
internal import HearthDatabase

/// A signing key as it is stored.
struct StoredSigningKey: Sendable {
    /// The key's identifier in tokens and key sets.
    let id: String
    /// The private key, PKCS #8 in PEM.
    let privateKey: Secret<String>
    /// The self-signed certificate of the public key, PEM.
    let certificate: String
    let createdAt: UnixTime
}

/// The `signing_keys` table: every statement that touches it is in this file.
struct SigningKeyTable: Sendable {
    /// Every key, newest first: the first one signs, all of them verify.
    func all(_ db: borrowing Connection) throws -> [StoredSigningKey] {
        try db.query("SELECT * FROM signing_keys ORDER BY created_at DESC, id").map { row in
            StoredSigningKey(
                id: try row["id"],
                privateKey: try row["private_key"],
                certificate: try row["certificate"],
                createdAt: try row["created_at"]
            )
        }
    }

    /// Adds a key.
    func insert(_ key: StoredSigningKey, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO signing_keys (id, private_key, certificate, created_at)
            VALUES (\(key.id), \(key.privateKey), \(key.certificate), \(key.createdAt))
            """
        )
    }
}
