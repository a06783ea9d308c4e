internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// An address or a number by which an account is found, and which it may have to itself.
struct Contact: Sendable, Hashable {
    /// What the value is, as the table has it.
    enum Kind: String, Sendable {
        case email
        case phone
        case providerEmail = "provider-email"
    }

    let kind: Kind
    /// The key of an address, or a number.
    let value: String

    /// An account's own address.
    static func email(_ address: EmailAddress) -> Contact { Contact(kind: .email, value: address.key) }

    /// An account's own number.
    static func phone(_ number: PhoneNumber) -> Contact { Contact(kind: .phone, value: number.text) }

    /// An address that a provider told, which several accounts may have.
    static func providerEmail(_ address: EmailAddress) -> Contact { Contact(kind: .providerEmail, value: address.key) }

    /// Whether only one account of the scope may have it.
    var isExclusive: Bool { kind != .providerEmail }

    /// By bytes, as the database compares: Swift takes canonically equivalent texts for equal.
    static func == (left: Contact, right: Contact) -> Bool {
        left.kind == right.kind && left.value.utf8.elementsEqual(right.value.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in value.utf8 { hasher.combine(byte) }
    }

    /// Every address and number by which an account is found.
    static func all(of account: Account) -> Set<Contact> {
        var contacts: Set<Contact> = []
        if let email = account.email { contacts.insert(.email(email)) }
        if let number = account.phoneNumber { contacts.insert(.phone(number)) }
        for provider in account.linked {
            if let email = provider.email { contacts.insert(.providerEmail(email)) }
        }
        return contacts
    }
}

/// The `contacts` table: which account owns which address and number.
///
/// The database itself refuses a second owner, whatever runs at the same time.
struct ContactTable: Sendable {
    /// The identifier of the account that has a contact.
    func owner(of contact: Contact, _ tx: borrowing Transaction) throws -> UserID? {
        let row = try tx.first(
            """
            SELECT account FROM contacts
            WHERE \(tx.scope)
                AND kind = \(contact.kind.rawValue) AND value = \(contact.value)
            ORDER BY slot
            """
        )
        return try row?[0]
    }

    /// The identifiers of all accounts that have a contact.
    func owners(of contact: Contact, _ tx: borrowing Transaction) throws -> [UserID] {
        let rows = try tx.query(
            """
            SELECT account FROM contacts
            WHERE \(tx.scope)
                AND kind = \(contact.kind.rawValue) AND value = \(contact.value)
            ORDER BY slot
            """
        )
        return try rows.map { try $0[0] }
    }

    /// The accounts whose addresses or numbers begin with a text, after a place in their order.
    func list(
        kind: Contact.Kind,
        beginningWith text: String,
        after last: (value: String, account: UserID)?,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [(value: String, account: UserID)] {
        let rows = try tx.query(
            """
            SELECT value, account FROM contacts
            WHERE \(tx.scope) AND kind = \(kind.rawValue)
                AND value >= \(last?.value ?? text) AND value < \(text + "\u{10FFFF}")
            ORDER BY value, slot LIMIT \(limit + 1)
            """
        )
        let found: [(value: String, account: UserID)] = try rows.map { (try $0[0], try $0[1]) }
        // Among accounts that share an address, the one that was shown last is where the next page begins.
        guard let last, let position = found.firstIndex(where: { $0.value == last.value && $0.account == last.account })
        else { return Array(found.prefix(limit)) }
        return Array(found[(position + 1)...].prefix(limit))
    }

    /// Exchanges the contacts of an account.
    ///
    /// - Throws: `APIError` if another account has one of the new ones to itself.
    func replace(
        _ old: Set<Contact>,
        with new: Set<Contact>,
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        for contact in old.subtracting(new) {
            try tx.execute(
                """
                DELETE FROM contacts
                WHERE \(tx.scope)
                    AND kind = \(contact.kind.rawValue) AND value = \(contact.value) AND account = \(account)
                """
            )
        }
        for contact in new.subtracting(old) { try insert(contact, of: account, tx) }
    }

    /// Forgets who owns what.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM contacts WHERE \(tx.scope)")
    }

    private func insert(
        _ contact: Contact,
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        var isShared = !contact.isExclusive
        if contact.kind == .email {
            isShared = try ProjectTable().settings(of: tx.scope.project, tx).allowsDuplicateEmails
        }
        let slot = isShared ? account.rawValue : ""
        do {
            try tx.execute(
                """
                INSERT INTO contacts (project, tenant, kind, value, slot, account)
                VALUES (\(tx.scope.project), \(tx.scope.tenantKey), \(contact.kind.rawValue), \(contact.value), \(slot), \(account))
                """
            )
        } catch {
            throw error.code == .uniqueViolation ? APIError(Self.conflict(of: contact)) : error
        }
    }

    private static func conflict(of contact: Contact) -> APIError.Code {
        contact.kind == .phone ? .phoneNumberExists : .emailExists
    }
}
