internal import HearthCore
internal import HearthDatabase

/// What a key signs, by the name under which it is stored.
enum SigningPurpose: String, Sendable, CaseIterable {
    case idToken
    case sessionCookie
    /// Requests to SAML providers.
    case samlRequest
}

/// A signing key as it is stored.
struct StoredSigningKey: Sendable {
    /// The key's identifier in tokens and key sets.
    let id: String
    /// The private key, PKCS #8 in PEM.
    let privateKey: Secret<String>
    /// The self-signed certificate of the public key, PEM.
    let certificate: String
    var createdAt: UnixTime
    /// Whether it took the place of a withdrawn key.
    var signsAtOnce = false

    var beginning: KeySchedule.Beginning { KeySchedule.Beginning(createdAt: createdAt, signsAtOnce: signsAtOnce) }
}

/// The `signing_keys` table: every statement that touches it is in this file.
struct SigningKeyTable: Sendable {
    /// Every key for a purpose, newest first.
    func all(for kind: SigningPurpose, _ db: borrowing Connection) throws -> [StoredSigningKey] {
        let rows = try db.query(
            "SELECT * FROM signing_keys WHERE kind = \(kind.rawValue) ORDER BY created_at DESC, id"
        )
        return try rows.map { row in
            StoredSigningKey(
                id: try row["id"],
                privateKey: try row["private_key"],
                certificate: try row["certificate"],
                createdAt: try row["created_at"],
                signsAtOnce: try row["signs_at_once"]
            )
        }
    }

    /// What a stored key signs; `nil` if there is no such key.
    func purpose(of id: String, _ db: borrowing Connection) throws -> SigningPurpose? {
        let kind: String? = try db.first("SELECT kind FROM signing_keys WHERE id = \(id)")?[0]
        return kind.flatMap { SigningPurpose(rawValue: $0) }
    }

    /// Adds a key for a purpose.
    func insert(_ key: StoredSigningKey, for kind: SigningPurpose, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO signing_keys (id, kind, private_key, certificate, created_at, signs_at_once)
            VALUES (
                \(key.id), \(kind.rawValue), \(key.privateKey), \(key.certificate), \(key.createdAt), \(key.signsAtOnce)
            )
            """
        )
    }

    /// Forgets a key.
    func delete(_ id: String, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM signing_keys WHERE id = \(id)")
    }
}
