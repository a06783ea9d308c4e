internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Something by which an account can be found, and which it may have to itself.
struct Identity: Sendable, Hashable {
    /// What the value is: `email`, `phone`, a provider's identifier, or `provider-email`.
    let kind: String
    /// The address, the number or the provider's own identifier of the user.
    let value: String
    /// Whether only one account of the scope may have it.
    let isExclusive: Bool

    /// An account's own address.
    static func email(_ address: EmailAddress) -> Identity {
        Identity(kind: "email", value: address.key, isExclusive: true)
    }

    /// An account's own number.
    static func phone(_ number: PhoneNumber) -> Identity {
        Identity(kind: ProviderName.phone, value: number.text, isExclusive: true)
    }

    /// A user of a provider.
    static func federated(_ providerID: String, _ rawID: String) -> Identity {
        Identity(kind: "provider:" + providerID, value: rawID, isExclusive: true)
    }

    /// An address that a provider told, which several accounts may have.
    static func providerEmail(_ address: EmailAddress) -> Identity {
        Identity(kind: "provider-email", value: address.key, isExclusive: false)
    }

    /// By bytes, as the database compares: Swift takes canonically equivalent texts for equal.
    static func == (left: Identity, right: Identity) -> Bool {
        left.kind.utf8.elementsEqual(right.kind.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in value.utf8 { hasher.combine(byte) }
    }

    /// Everything by which an account can be found.
    static func all(of account: Account) -> Set<Identity> {
        var identities: Set<Identity> = []
        if let email = account.email { identities.insert(.email(email)) }
        if let number = account.phoneNumber { identities.insert(.phone(number)) }
        for provider in account.linked {
            identities.insert(.federated(provider.providerID, provider.rawID))
            if let email = provider.email { identities.insert(.providerEmail(email)) }
        }
        return identities
    }
}

/// The `identities` table: who owns which address, number and provider's user.
///
/// The database itself refuses a second owner, whatever runs at the same time.
struct IdentityTable: Sendable {
    /// The identifier of the account that has an identity.
    func owner(of identity: Identity, _ tx: borrowing Transaction) throws -> UserID? {
        let row = try tx.first(
            """
            SELECT account FROM identities
            WHERE \(tx.scope)
                AND kind = \(identity.kind) AND value = \(identity.value)
            ORDER BY slot
            """
        )
        return try row?[0]
    }

    /// The identifiers of all accounts that have an identity.
    func owners(of identity: Identity, _ tx: borrowing Transaction) throws -> [UserID] {
        let rows = try tx.query(
            """
            SELECT account FROM identities
            WHERE \(tx.scope)
                AND kind = \(identity.kind) AND value = \(identity.value)
            ORDER BY slot
            """
        )
        return try rows.map { try $0[0] }
    }

    /// The accounts whose addresses or numbers begin with a text, after a place in their order.
    func list(
        kind: String,
        beginningWith text: String,
        after last: (value: String, account: UserID)?,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [(value: String, account: UserID)] {
        let from = last ?? (text, .none)
        let rows = try tx.query(
            """
            SELECT value, account FROM identities
            WHERE \(tx.scope) AND kind = \(kind) AND value >= \(from.value) AND value < \(text + "\u{10FFFF}")
            ORDER BY value, slot LIMIT \(limit + 1)
            """
        )
        let found: [(value: String, account: UserID)] = try rows.map { (try $0[0], try $0[1]) }
        // Among accounts that share an address, the one that was shown last is where the next page begins.
        guard let last, let position = found.firstIndex(where: { $0.value == last.value && $0.account == last.account })
        else { return Array(found.prefix(limit)) }
        return Array(found[(position + 1)...].prefix(limit))
    }

    /// Exchanges the identities of an account.
    ///
    /// - Throws: `APIError` if another account has one of the new ones to itself.
    func replace(
        _ old: Set<Identity>,
        with new: Set<Identity>,
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        for identity in old.subtracting(new) {
            try tx.execute(
                """
                DELETE FROM identities
                WHERE \(tx.scope)
                    AND kind = \(identity.kind) AND value = \(identity.value) AND account = \(account)
                """
            )
        }
        for identity in new.subtracting(old) { try insert(identity, of: account, tx) }
    }

    /// Forgets who owns what.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM identities WHERE \(tx.scope)")
    }

    private func insert(
        _ identity: Identity,
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        var isShared = !identity.isExclusive
        if identity.kind == "email" {
            isShared = try ProjectTable().settings(of: tx.scope.project, tx).allowsDuplicateEmails
        }
        let slot = isShared ? account.rawValue : ""
        do {
            try tx.execute(
                """
                INSERT INTO identities (project, tenant, kind, value, slot, account)
                VALUES (\(tx.scope.project), \(tx.scope.tenantKey), \(identity.kind), \(identity.value), \(slot), \(account))
                """
            )
        } catch {
            throw error.code == .uniqueViolation ? APIError(Self.conflict(of: identity)) : error
        }
    }

    private static func conflict(of identity: Identity) -> APIError.Code {
        switch identity.kind {
        case "email": .emailExists
        case ProviderName.phone: .phoneNumberExists
        default: .federatedUserIDAlreadyLinked
        }
    }
}
