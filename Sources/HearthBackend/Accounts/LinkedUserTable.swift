internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// The `linked_users` table: every statement that touches it is in this file.
///
/// Which user of which identity provider is linked to which account. The database itself refuses a second account,
/// whatever runs at the same time.
struct LinkedUserTable: Sendable {
    /// The account that a provider's user is linked to.
    func owner(of user: ProviderUser, _ tx: borrowing Transaction) throws -> UserID? {
        let row = try tx.first(
            """
            SELECT account FROM linked_users
            WHERE \(tx.scope) AND provider = \(user.provider) AND user_id = \(user.id)
            """
        )
        return try row?[0]
    }

    /// So many accounts with a user of a provider, in the order of the users' identifiers.
    func owners(at provider: ProviderID, limit: Int, _ tx: borrowing Transaction) throws -> [UserID] {
        try tx.query(
            """
            SELECT account FROM linked_users WHERE \(tx.scope) AND provider = \(provider)
            ORDER BY user_id LIMIT \(limit)
            """
        ).map { row in try row[0] }
    }

    /// The providers' users of an account, in the order in which they were linked.
    func list(of account: UserID, _ tx: borrowing Transaction) throws -> [LinkedProvider] {
        try tx.query("SELECT * FROM linked_users WHERE \(tx.scope) AND account = \(account) ORDER BY position")
            .map { try LinkedProvider($0) }
    }

    /// Exchanges the providers' users of an account.
    ///
    /// - Throws: `APIError` `FEDERATED_USER_ID_ALREADY_LINKED` if another account has one of the new ones.
    func replace(
        _ old: [LinkedProvider],
        with new: [LinkedProvider],
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        guard old != new else { return }
        for provider in old where !new.contains(where: { $0.user == provider.user }) {
            try tx.execute(
                """
                DELETE FROM linked_users
                WHERE \(tx.scope) AND provider = \(provider.providerID) AND user_id = \(provider.rawID)
                """
            )
        }
        for (position, provider) in new.enumerated() {
            if old.contains(where: { $0.user == provider.user }) {
                try update(provider, at: position, tx)
            } else {
                try insert(provider, at: position, of: account, tx)
            }
        }
    }

    /// Removes every linked user.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM linked_users WHERE \(tx.scope)")
    }

    private func update(_ provider: LinkedProvider, at position: Int, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE linked_users SET position = \(position), federated_id = \(provider.federatedID),
                email = \(provider.email), display_name = \(provider.displayName), photo_url = \(provider.photoURL),
                screen_name = \(provider.screenName)
            WHERE \(tx.scope) AND provider = \(provider.providerID) AND user_id = \(provider.rawID)
            """
        )
    }

    private func insert(
        _ provider: LinkedProvider,
        at position: Int,
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        do {
            try tx.execute(
                """
                INSERT INTO linked_users (
                    project, tenant, provider, user_id, account, position, federated_id, email, display_name,
                    photo_url, screen_name
                ) VALUES (
                    \(tx.scope.project), \(tx.scope.tenantKey), \(provider.providerID), \(provider.rawID), \(account),
                    \(position), \(provider.federatedID), \(provider.email), \(provider.displayName),
                    \(provider.photoURL), \(provider.screenName)
                )
                """
            )
        } catch {
            throw error.code == .uniqueViolation ? APIError(.federatedUserIDAlreadyLinked) : error
        }
    }
}

extension LinkedProvider {
    fileprivate init(_ row: Row) throws {
        self.init(
            providerID: try row["provider"],
            rawID: try row["user_id"],
            federatedID: try row["federated_id"],
            email: try row["email"],
            displayName: try row["display_name"],
            photoURL: try row["photo_url"],
            screenName: try row["screen_name"]
        )
    }
}
