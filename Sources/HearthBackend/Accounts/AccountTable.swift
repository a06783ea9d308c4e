internal import HearthCore
internal import HearthDatabase
internal import HearthJSON

/// The `accounts` table: every statement that touches it is in this file, or for lists that are sorted or filtered in
/// those of its extensions.
///
/// ``ContactTable`` decides, in the same transaction, which account owns an address or a number, ``LinkedUserTable`` which
/// one a provider's user is linked to; its second factors and its passkeys are in ``SecondFactorTable`` and
/// ``PasskeyTable``. Every endpoint reads accounts; ``AccountWriter`` alone writes them.
struct AccountTable: Sendable {
    private let contacts = ContactTable()
    private let linkedUsers = LinkedUserTable()
    private let secondFactors = SecondFactorTable()
    private let passkeys = PasskeyTable()
    private let claimNames = ClaimNameTable()

    /// Finds an account by its identifier.
    ///
    /// One that is not there costs as many statements as one that is, so that the time does not tell.
    func find(_ id: UserID, _ tx: borrowing Transaction) throws -> Account? {
        guard let row = try tx.first("SELECT * FROM accounts WHERE \(tx.scope) AND id = \(id)") else {
            _ = try linkedUsers.list(of: id, tx)
            _ = try secondFactors.list(of: id, tx)
            _ = try passkeys.list(of: id, tx)
            return nil
        }
        return try account(row, tx)
    }

    /// Finds the account that owns an address or a number.
    func find(_ contact: Contact, _ tx: borrowing Transaction) throws -> Account? {
        try find(try contacts.owner(of: contact, tx) ?? .none, tx)
    }

    /// Finds the account that a provider's user is linked to.
    func find(_ user: ProviderUser, _ tx: borrowing Transaction) throws -> Account? {
        try find(try linkedUsers.owner(of: user, tx) ?? .none, tx)
    }

    /// Finds the accounts that have an address, their own or a provider's.
    func findAll(email: EmailAddress, _ tx: borrowing Transaction) throws -> [Account] {
        var ids: [UserID] = []
        for contact in [Contact.email(email), .providerEmail(email)] {
            for id in try contacts.owners(of: contact, tx) where !ids.contains(id) { ids.append(id) }
        }
        var accounts: [Account] = []
        for id in ids {
            if let account = try find(id, tx) { accounts.append(account) }
        }
        return accounts
    }

    /// Finds the account whose address was this one before it was first changed.
    func find(initialEmail: EmailAddress, _ tx: borrowing Transaction) throws -> Account? {
        // Left to itself, SQLite prefers the primary key and reads every account of the project.
        let row = try tx.first(
            """
            SELECT * FROM accounts INDEXED BY accounts_by_initial_email
            WHERE \(tx.scope) AND initial_email = \(initialEmail) LIMIT 1
            """
        )
        return try row.map { row in try account(row, tx) }
    }

    /// So many accounts after an identifier, in the order of their identifiers; all of them if the limit is negative.
    func list(after id: String, limit: Int, _ tx: borrowing Transaction) throws -> [Account] {
        let rows = try tx.query(
            "SELECT * FROM accounts WHERE \(tx.scope) AND id > \(id) ORDER BY id LIMIT \(limit)"
        )
        return try accounts(rows, tx)
    }

    /// The accounts that have an address or a number: several, if it is an address that they may share.
    func owners(of contact: Contact, _ tx: borrowing Transaction) throws -> [Account] {
        var accounts: [Account] = []
        for id in try contacts.owners(of: contact, tx) {
            if let account = try find(id, tx) { accounts.append(account) }
        }
        return accounts
    }

    /// So many accounts that have a user of a provider.
    func list(provider: ProviderID, limit: Int, _ tx: borrowing Transaction) throws -> [Account] {
        try linkedUsers.owners(at: provider, limit: limit, tx).compactMap { id in try find(id, tx) }
    }

    /// Notes that a token was issued and, if `isSignIn`, that the user signed in; nothing else.
    func touch(_ id: UserID, isSignIn: Bool, _ tx: borrowing Transaction) throws {
        try tx.execute(
            isSignIn
                ? """
                UPDATE accounts SET last_login_at = \(tx.now), last_refresh_at = \(tx.now)
                WHERE \(tx.scope) AND id = \(id)
                """
                : "UPDATE accounts SET last_refresh_at = \(tx.now) WHERE \(tx.scope) AND id = \(id)"
        )
    }

    /// The accounts of whole rows, with all that other tables hold of them.
    func accounts(_ rows: [Row], _ tx: borrowing Transaction) throws -> [Account] {
        var accounts: [Account] = []
        accounts.reserveCapacity(rows.count)
        for row in rows { accounts.append(try account(row, tx)) }
        return accounts
    }

    private func account(_ row: Row, _ tx: borrowing Transaction) throws -> Account {
        var account = try Account(row)
        account.linked = try linkedUsers.list(of: account.id, tx)
        account.secondFactors = try secondFactors.list(of: account.id, tx)
        account.passkeys = try passkeys.list(of: account.id, tx)
        return account
    }
}

// MARK: What the writer alone can do

extension AccountTable {
    /// Adds an account.
    ///
    /// - Throws: `APIError` if another account has its address, its number or a provider's user of it.
    func insert(_ account: Account, _ tx: borrowing Transaction, _ permit: AccountWriter.Permit) throws {
        try contacts.replace([], with: Contact.all(of: account), of: account.id, tx)
        try linkedUsers.replace([], with: account.linked, of: account.id, tx)
        try secondFactors.replace([], with: account.secondFactors, of: account.id, tx)
        try claimNames.replace(nil, with: account.customAttributes, of: account.id, tx)
        try write(account, tx)
    }

    /// Puts a changed account in place of the old one, which was found in the same transaction.
    ///
    /// - Throws: `APIError` if another account has its address, its number or a provider's user of it.
    func update(
        _ account: Account,
        from old: Account,
        _ tx: borrowing Transaction,
        _ permit: AccountWriter.Permit
    ) throws {
        let before = Contact.all(of: old)
        let after = Contact.all(of: account)
        if before != after { try contacts.replace(before, with: after, of: account.id, tx) }
        try linkedUsers.replace(old.linked, with: account.linked, of: account.id, tx)
        try secondFactors.replace(old.secondFactors, with: account.secondFactors, of: account.id, tx)
        for passkey in old.passkeys where !account.passkeys.contains(where: { $0.id == passkey.id }) {
            try passkeys.delete(passkey.id, tx)
        }
        try claimNames.replace(old.customAttributes, with: account.customAttributes, of: account.id, tx)
        try write(account, tx)
    }

    /// Removes an account and what it owns.
    func delete(_ account: Account, _ tx: borrowing Transaction, _ permit: AccountWriter.Permit) throws {
        try contacts.replace(Contact.all(of: account), with: [], of: account.id, tx)
        try linkedUsers.replace(account.linked, with: [], of: account.id, tx)
        try secondFactors.replace(account.secondFactors, with: [], of: account.id, tx)
        for passkey in account.passkeys { try passkeys.delete(passkey.id, tx) }
        try claimNames.replace(account.customAttributes, with: nil, of: account.id, tx)
        try tx.execute("DELETE FROM accounts WHERE \(tx.scope) AND id = \(account.id)")
    }

    /// Removes every account.
    func deleteAll(_ tx: borrowing Transaction, _ permit: AccountWriter.Permit) throws {
        try contacts.deleteAll(tx)
        try linkedUsers.deleteAll(tx)
        try secondFactors.deleteAll(tx)
        try passkeys.deleteAll(tx)
        try claimNames.deleteAll(tx)
        try tx.execute("DELETE FROM accounts WHERE \(tx.scope)")
    }

    private func write(_ account: Account, _ tx: borrowing Transaction) throws {
        let proved = try account.provedMethods.map { try JSON.text($0) }
        try tx.execute(
            """
            INSERT INTO accounts (
                project, tenant, id, email, email_verified, email_claimed, email_link, initial_email, display_name,
                photo_url, phone_number, screen_name, password, password_updated_at, proved_methods,
                lists_no_factors, disabled, custom_auth, custom_attributes, created_at, last_login_at, last_refresh_at,
                valid_since
            ) VALUES (
                \(tx.scope.project), \(tx.scope.tenantKey), \(account.id), \(account.email), \(account.isEmailVerified),
                \(account.isEmailClaimed), \(account.hasEmailLink), \(account.initialEmail), \(account.displayName),
                \(account.photoURL), \(account.phoneNumber), \(account.screenName), \(account.password),
                \(account.passwordUpdatedAt), \(proved),
                \(account.listsNoFactors), \(account.isDisabled), \(account.hasCustomAuth), \(account.customAttributes), \(account.createdAt),
                \(account.lastLoginAt), \(account.lastRefreshAt), \(account.validSince)
            )
            ON CONFLICT (project, tenant, id) DO UPDATE SET
                email = excluded.email, email_verified = excluded.email_verified,
                email_claimed = excluded.email_claimed, email_link = excluded.email_link,
                initial_email = excluded.initial_email, display_name = excluded.display_name,
                photo_url = excluded.photo_url, phone_number = excluded.phone_number,
                screen_name = excluded.screen_name, password = excluded.password,
                password_updated_at = excluded.password_updated_at, proved_methods = excluded.proved_methods,
                lists_no_factors = excluded.lists_no_factors, disabled = excluded.disabled,
                custom_auth = excluded.custom_auth, custom_attributes = excluded.custom_attributes,
                created_at = excluded.created_at, last_login_at = excluded.last_login_at,
                last_refresh_at = excluded.last_refresh_at, valid_since = excluded.valid_since
            """
        )
    }
}

extension UserID {
    /// An identifier that no account has: it is looked for all the same, so that the time does not tell.
    static let none = UserID(stored: "")
}

extension Account {
    fileprivate init(_ row: Row) throws {
        self.init(id: try row["id"])
        email = try row["email"]
        isEmailVerified = try row["email_verified"]
        isEmailClaimed = try row["email_claimed"]
        hasEmailLink = try row["email_link"]
        initialEmail = try row["initial_email"]
        displayName = try row["display_name"]
        photoURL = try row["photo_url"]
        phoneNumber = try row["phone_number"]
        screenName = try row["screen_name"]
        password = try row["password"]
        passwordUpdatedAt = try row["password_updated_at"]
        provedMethods = try JSON.value(row["proved_methods"])
        listsNoFactors = try row["lists_no_factors"]
        isDisabled = try row["disabled"]
        hasCustomAuth = try row["custom_auth"]
        customAttributes = try row["custom_attributes"]
        createdAt = try row["created_at"]
        lastLoginAt = try row["last_login_at"]
        lastRefreshAt = try row["last_refresh_at"]
        validSince = try row["valid_since"]
    }
}
