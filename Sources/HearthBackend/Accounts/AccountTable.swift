internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// The `accounts` table: every statement that touches it is in this file.
///
/// Who owns an address, a number or a provider's user is decided by ``IdentityTable``, in the same transaction; the
/// keys of second factors and passkeys that are gone are removed from ``AuthenticatorTable`` and ``PasskeyTable``.
struct AccountTable: Sendable {
    private let identities = IdentityTable()
    private let authenticators = AuthenticatorTable()
    private let passkeys = PasskeyTable()

    /// Finds an account by its identifier.
    func find(_ id: String, _ tx: borrowing Transaction) throws -> Account? {
        let row = try tx.first(
            """
            SELECT * FROM accounts
            WHERE \(tx.scope) AND id = \(id)
            """
        )
        return try row.map { try Account($0) }
    }

    /// Finds the account that owns an identity.
    func find(_ identity: Identity, _ tx: borrowing Transaction) throws -> Account? {
        // An identity without an owner costs a look at the accounts too, so that the time does not tell.
        try find(try identities.owner(of: identity, tx) ?? "", tx)
    }

    /// Finds the accounts that have an address, their own or a provider's.
    func findAll(email: String, _ tx: borrowing Transaction) throws -> [Account] {
        var ids: [String] = []
        for identity in [Identity.email(email), .providerEmail(email)] {
            for id in try identities.owners(of: identity, tx) where !ids.contains(id) { ids.append(id) }
        }
        var accounts: [Account] = []
        for id in ids {
            if let account = try find(id, tx) { accounts.append(account) }
        }
        return accounts
    }

    /// Adds an account.
    ///
    /// - Throws: `APIError` if another account owns one of its identities.
    func insert(_ account: Account, _ tx: borrowing Transaction) throws {
        try identities.replace([], with: Identity.all(of: account), of: account.id, tx)
        try write(account, tx)
    }

    /// Puts a changed account in place of the old one, which was found in the same transaction.
    ///
    /// - Throws: `APIError` if another account owns one of its identities.
    func update(_ account: Account, from old: Account, _ tx: borrowing Transaction) throws {
        let before = Identity.all(of: old)
        let after = Identity.all(of: account)
        if before != after { try identities.replace(before, with: after, of: account.id, tx) }
        for id in old.authenticatorIDs.subtracting(account.authenticatorIDs) {
            try authenticators.delete(id, of: account.id, tx)
        }
        for id in old.passkeyIDs.subtracting(account.passkeyIDs) { try passkeys.delete(id, tx) }
        try write(account, tx)
    }

    /// Notes that a token was issued, and nothing else.
    func touch(_ id: String, lastRefreshAt: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE accounts SET last_refresh_at = \(lastRefreshAt)
            WHERE \(tx.scope) AND id = \(id)
            """
        )
    }

    /// Removes an account and what it owns.
    func delete(_ account: Account, _ tx: borrowing Transaction) throws {
        try identities.replace(Identity.all(of: account), with: [], of: account.id, tx)
        try authenticators.deleteAll(of: account.id, tx)
        for id in account.passkeyIDs { try passkeys.delete(id, tx) }
        try tx.execute(
            """
            DELETE FROM accounts
            WHERE \(tx.scope) AND id = \(account.id)
            """
        )
    }

    /// Removes every account.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try identities.deleteAll(tx)
        try authenticators.deleteAll(tx)
        try passkeys.deleteAll(tx)
        try tx.execute("DELETE FROM accounts WHERE \(tx.scope)")
    }

    /// So many accounts after an identifier, in the order of their identifiers; all of them if the limit is negative.
    func list(after id: String, limit: Int, _ tx: borrowing Transaction) throws -> [Account] {
        let rows = try tx.query(
            """
            SELECT * FROM accounts
            WHERE \(tx.scope) AND id > \(id)
            ORDER BY id LIMIT \(limit)
            """
        )
        return try rows.map { try Account($0) }
    }

    /// A page of the accounts, in the order of their identifiers or the reverse.
    func page(
        offset: Int,
        limit: Int,
        isDescending: Bool,
        _ tx: borrowing Transaction
    ) throws -> [Account] {
        let order: SQL = isDescending ? "ORDER BY id DESC" : "ORDER BY id"
        let rows = try tx.query(
            """
            SELECT * FROM accounts WHERE \(tx.scope)
            \(fragment: order) LIMIT \(limit) OFFSET \(offset)
            """
        )
        return try rows.map { try Account($0) }
    }

    /// So many accounts that have a user of a provider.
    func list(provider: String, limit: Int, _ tx: borrowing Transaction) throws -> [Account] {
        let rows = try tx.query(
            """
            SELECT accounts.* FROM identities
            JOIN accounts ON accounts.project = identities.project AND accounts.tenant = identities.tenant
                AND accounts.id = identities.account
            WHERE identities.project = \(tx.scope.project) AND identities.tenant = \(tx.scope.tenantKey)
                AND identities.kind = \(Identity.federated(provider, "").kind)
            ORDER BY identities.value LIMIT \(limit)
            """
        )
        return try rows.map { try Account($0) }
    }

    /// The number of accounts.
    func count(_ tx: borrowing Transaction) throws -> Int {
        let row = try tx.first(
            "SELECT count(*) FROM accounts WHERE \(tx.scope)"
        )
        return try row?[0] ?? 0
    }

    /// Finds the account whose address was this one before it was first changed.
    func find(initialEmail: String, _ tx: borrowing Transaction) throws -> Account? {
        let row = try tx.first(
            """
            SELECT * FROM accounts
            WHERE \(tx.scope) AND initial_email = \(initialEmail)
            """
        )
        return try row.map { try Account($0) }
    }

    private func write(_ account: Account, _ tx: borrowing Transaction) throws {
        // Most accounts have a password or a number and no provider: their list follows from the other columns.
        let providers = account.hasFederatedProvider ? try JSON.text(account.providers) : nil
        let factors = account.secondFactors.isEmpty ? nil : try JSON.text(account.secondFactors)
        let passkeys = account.passkeys.isEmpty ? nil : try JSON.text(account.passkeys)
        try tx.execute(
            """
            INSERT OR REPLACE INTO accounts (
                project, tenant, id, email, email_verified, email_link, initial_email, display_name, photo_url,
                phone_number, screen_name, password, password_updated_at, providers, second_factors, passkeys,
                disabled, custom_auth, custom_attributes, created_at, last_login_at, last_refresh_at, valid_since
            ) VALUES (
                \(tx.scope.project), \(tx.scope.tenantKey), \(account.id), \(account.email), \(account.isEmailVerified),
                \(account.hasEmailLink), \(account.initialEmail), \(account.displayName), \(account.photoURL),
                \(account.phoneNumber), \(account.screenName), \(account.password),
                \(account.passwordUpdatedAt), \(providers), \(factors), \(passkeys),
                \(account.isDisabled), \(account.hasCustomAuth), \(account.customAttributes), \(account.createdAt),
                \(account.lastLoginAt), \(account.lastRefreshAt), \(account.validSince)
            )
            """
        )
    }
}

extension Account {
    fileprivate init(_ row: Row) throws {
        self.init(id: try row["id"])
        email = try row["email"]
        isEmailVerified = try row["email_verified"]
        hasEmailLink = try row["email_link"]
        initialEmail = try row["initial_email"]
        displayName = try row["display_name"]
        photoURL = try row["photo_url"]
        phoneNumber = try row["phone_number"]
        screenName = try row["screen_name"]
        password = try row["password"]
        passwordUpdatedAt = try row["password_updated_at"]
        if let text: String = try row["providers"] {
            providers = try JSON.decode([ProviderUserInfo].self, from: Array(text.utf8))
        } else {
            updateProviders()
        }
        if let text: String = try row["second_factors"] {
            secondFactors = try JSON.decode([SecondFactorInfo].self, from: Array(text.utf8))
        }
        if let text: String = try row["passkeys"] {
            passkeys = try JSON.decode([PasskeyInfo].self, from: Array(text.utf8))
        }
        isDisabled = try row["disabled"]
        hasCustomAuth = try row["custom_auth"]
        customAttributes = try row["custom_attributes"]
        createdAt = try row["created_at"]
        lastLoginAt = try row["last_login_at"]
        lastRefreshAt = try row["last_refresh_at"]
        validSince = try row["valid_since"]
    }
}

extension JSON {
    /// A message as text, for a column.
    static func text(_ value: some Encodable) throws(JSONError) -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }
}
