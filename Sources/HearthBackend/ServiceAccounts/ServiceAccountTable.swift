internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// The tables `service_accounts` and `service_account_keys`: every statement that touches them is in this file.
struct ServiceAccountTable: Sendable {
    /// Finds an account by its address or its digits, whatever its project.
    func find(_ name: String, _ db: borrowing Connection) throws -> StoredServiceAccount? {
        try db.first("SELECT * FROM service_accounts WHERE email = \(name) OR unique_id = \(name)").map(Self.account)
    }

    /// So many accounts of a project after an address, in the order of their addresses.
    func list(
        of project: ProjectID,
        after email: String,
        limit: Int,
        _ db: borrowing Connection
    ) throws -> [StoredServiceAccount] {
        try db.query(
            """
            SELECT * FROM service_accounts WHERE project = \(project) AND email > \(email) ORDER BY email LIMIT \(limit)
            """
        ).map(Self.account)
    }

    /// - Throws: `APIError` with status 409 if there is an account with the address.
    func insert(_ account: StoredServiceAccount, _ db: borrowing Connection) throws {
        guard try find(account.email, db) == nil else {
            throw APIError(
                APIError.Code(rawValue: "Service account \(account.email) already exists."),
                httpStatus: 409,
                status: "ALREADY_EXISTS",
                item: APIError.Item(reason: "alreadyExists")
            )
        }
        try db.execute(
            """
            INSERT INTO service_accounts (email, project, unique_id, display_name, created_at)
            VALUES (
                \(account.email), \(account.project), \(account.uniqueID), \(account.displayName), \(account.createdAt)
            )
            """
        )
    }

    /// Removes an account with its keys.
    func delete(_ account: StoredServiceAccount, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM service_account_keys WHERE account = \(account.email)")
        try db.execute("DELETE FROM service_accounts WHERE email = \(account.email)")
    }

    /// The keys of an account, newest first.
    func keys(
        of account: StoredServiceAccount,
        held holder: StoredServiceAccountKey.Holder? = nil,
        _ db: borrowing Connection
    ) throws -> [StoredServiceAccountKey] {
        try db.query(
            """
            SELECT * FROM service_account_keys WHERE account = \(account.email) ORDER BY created_at DESC, id
            """
        ).map { row in
            let name: String = try row["holder"]
            return StoredServiceAccountKey(
                id: try row["id"],
                holder: StoredServiceAccountKey.Holder(rawValue: name) ?? .owner,
                publicKey: try row["public_key"],
                sealedKey: try row["sealed_key"],
                isUploaded: try row["is_uploaded"],
                createdAt: try row["created_at"]
            )
        }.filter { holder == nil || $0.holder == holder }
    }

    /// - Throws: `APIError` with status 400 if the account has as many keys as it may have.
    func insert(
        _ key: StoredServiceAccountKey,
        of account: StoredServiceAccount,
        _ db: borrowing Connection
    ) throws {
        if key.holder == .owner, try keys(of: account, held: .owner, db).count >= Self.mostKeys {
            throw APIError(
                APIError.Code(rawValue: "A service account has \(Self.mostKeys) keys at most; delete one first."),
                httpStatus: 400,
                status: "FAILED_PRECONDITION",
                item: APIError.Item(reason: "failedPrecondition")
            )
        }
        try db.execute(
            """
            INSERT INTO service_account_keys (
                account, id, holder, public_key, sealed_key, is_uploaded, created_at
            ) VALUES (
                \(account.email), \(key.id), \(key.holder.rawValue), \(key.publicKey), \(key.sealedKey),
                \(key.isUploaded), \(key.createdAt)
            )
            """
        )
    }

    /// Removes a key that the account's owner holds.
    ///
    /// - Returns: Whether there was one.
    func deleteKey(_ id: String, of account: StoredServiceAccount, _ db: borrowing Connection) throws -> Bool {
        try db.execute(
            """
            DELETE FROM service_account_keys
            WHERE account = \(account.email) AND id = \(id) AND holder = \(StoredServiceAccountKey.Holder.owner.rawValue)
            """
        ) > 0
    }

    /// Removes the keys that the server holds for an account.
    func deleteServerKeys(of account: StoredServiceAccount, _ db: borrowing Connection) throws {
        try db.execute(
            """
            DELETE FROM service_account_keys
            WHERE account = \(account.email) AND holder = \(StoredServiceAccountKey.Holder.server.rawValue)
            """
        )
    }

    private static let mostKeys = 10

    private static func account(_ row: Row) throws -> StoredServiceAccount {
        StoredServiceAccount(
            project: try row["project"],
            email: try row["email"],
            uniqueID: try row["unique_id"],
            displayName: try row["display_name"],
            createdAt: try row["created_at"]
        )
    }
}
