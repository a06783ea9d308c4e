internal import HearthCore
internal import HearthDatabase

/// Lists of accounts in an order.
extension AccountTable {
    /// What accounts are sorted by.
    ///
    /// Those without a name or an address come first, by their creation; accounts that are alike are sorted by their
    /// identifiers.
    enum Order: Sendable {
        case id
        case name
        case creation
        case lastLogin
        case email
    }

    /// An account's place in an order.
    struct Place: Sendable {
        /// The number of its section.
        var section: Int
        /// What the section is sorted by; `nil` in one that is sorted by identifiers alone.
        var key: SQL.Value?
        var id: UserID
    }

    /// A part of the accounts in an order.
    struct Page: Sendable {
        var order = Order.id
        var isDescending = false
        var offset = 0
        /// The largest number of accounts; negative for all of them.
        var limit: Int
    }

    /// A page of the accounts; it costs as much as the accounts that it shows and those that it passes over.
    func list(_ page: Page, _ tx: borrowing Transaction) throws -> [Account] {
        var found: [Row] = []
        var offset = page.offset
        for (_, section) in page.order.sections(isDescending: page.isDescending) {
            var part = Part(section: section, isDescending: page.isDescending, offset: offset, limit: page.limit)
            if page.limit >= 0 { part.limit = page.limit - found.count }
            let rows = try rows("accounts.*", of: part, tx)
            found += rows
            if found.count == page.limit { break }
            offset = rows.isEmpty && offset > 0 ? offset - (try count(section, upTo: offset, tx)) : 0
        }
        return try accounts(found, tx)
    }

    /// So many accounts after a place in an order; it costs as much as the accounts that it shows, wherever they are.
    func list(_ order: Order, isDescending: Bool, after place: Place?, limit: Int, _ tx: borrowing Transaction) throws
        -> [Account]
    {
        let found = try rows("accounts.*", of: order, isDescending: isDescending, after: place, limit: limit, tx)
        return try accounts(found.map(\.row), tx)
    }

    /// Columns of so many accounts after a place in an order, with the section of each; `place` is what it is sorted by.
    ///
    /// With `bounds`, a condition on the order's column, only the accounts are read that meet it.
    func rows(
        _ columns: SQL,
        of order: Order,
        isDescending: Bool,
        after place: Place?,
        bounds: SQL? = nil,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [(section: Int, row: Row)] {
        var found: [(section: Int, row: Row)] = []
        for (number, section) in order.sections(isDescending: isDescending) where found.count < limit {
            if let place, isDescending ? number > place.section : number < place.section { continue }
            // Accounts without a value meet no condition on it.
            if bounds != nil, !section.isKeyed { continue }
            let part = Part(
                section: section,
                isDescending: isDescending,
                place: place?.section == number ? place : nil,
                bounds: bounds,
                limit: limit - found.count
            )
            found += try rows(columns, of: part, tx).map { (number, $0) }
        }
        return found
    }

    /// So many accounts whose names begin with a text, letter by letter as they are written.
    func list(
        name: String,
        after last: (value: String, account: UserID)?,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [Account] {
        let (from, id) = last ?? (name, .none)
        let rows = try tx.query(
            """
            SELECT * FROM accounts INDEXED BY accounts_by_name WHERE \(tx.scope) AND display_name IS NOT NULL
                AND (display_name, id) > (\(from), \(id)) AND display_name < \(name + "\u{10FFFF}")
            ORDER BY display_name, id LIMIT \(limit)
            """
        )
        return try accounts(rows, tx)
    }

    private func rows(_ columns: SQL, of part: Part, _ tx: borrowing Transaction) throws -> [Row] {
        let direction = part.direction
        if part.section.isTable {
            return try tx.query(
                """
                SELECT \(fragment: columns), NULL AS place FROM accounts
                WHERE \(tx.scope) AND \(fragment: part.condition(on: part.section.indexes[0]))
                ORDER BY id \(fragment: direction) \(fragment: part.range)
                """
            )
        }
        // The entries of several indexes are merged in their order, so that no more are read than are shown.
        let order: SQL = part.section.isKeyed ? "place \(fragment: direction), found" : "found"
        return try tx.query(
            """
            SELECT \(fragment: columns), place
            FROM (\(fragment: places(of: part, tx)) ORDER BY \(fragment: order) \(fragment: direction)
            \(fragment: part.range)) AS places CROSS JOIN accounts
            WHERE \(tx.scope) AND id = found ORDER BY \(fragment: order) \(fragment: direction)
            """
        )
    }

    /// A query of the places of a part, in the columns `place` and `found`.
    private func places(of part: Part, _ tx: borrowing Transaction) -> SQL {
        Self.union(
            part.section.indexes.map { index in
                """
                SELECT \(fragment: index.key ?? "NULL") AS place, \(fragment: index.id) AS found
                FROM \(fragment: index.rows) WHERE \(tx.scope) AND \(fragment: part.condition(on: index))
                """
            }
        )
    }

    /// What several queries find, one after the other.
    static func union(_ queries: [SQL]) -> SQL {
        queries.dropFirst().reduce(queries[0]) { all, query in "\(fragment: all) UNION ALL \(fragment: query)" }
    }

    /// The number of accounts of a section, counted up to a limit.
    private func count(_ section: Section, upTo limit: Int, _ tx: borrowing Transaction) throws -> Int {
        let places = places(of: Part(section: section, isDescending: false, limit: limit), tx)
        return try tx.first("SELECT count(*) FROM (\(fragment: places) LIMIT \(limit))")?[0] ?? 0
    }
}

// MARK: Where an order is read

extension AccountTable {
    /// Accounts that are read in an order: by a value that all of them have, or by their identifiers alone.
    struct Section: Sendable {
        /// What holds the accounts, each once.
        fileprivate let indexes: [Index]

        /// Whether it is the table itself, all accounts by their identifiers.
        fileprivate var isTable = false

        fileprivate init(_ indexes: [Index]) { self.indexes = indexes }

        fileprivate static var table: Section {
            var section = Section([Index(rows: "accounts")])
            section.isTable = true
            return section
        }

        fileprivate var isKeyed: Bool { indexes[0].key != nil }
    }

    /// An index that holds some of the accounts, sorted.
    fileprivate struct Index: Sendable {
        let rows: SQL
        var condition: SQL = "TRUE"
        /// What it is sorted by, before the identifiers.
        var key: SQL?
        var id: SQL = "id"
    }

    /// Some of the accounts of a section.
    private struct Part {
        let section: Section
        let isDescending: Bool
        /// The place after which it begins; `nil` for the beginning of the section.
        var place: Place?
        var bounds: SQL?
        var offset = 0
        var limit: Int

        var direction: SQL { isDescending ? "DESC" : "ASC" }
        /// Passing over accounts reads each of them: it is said only where it is asked for.
        var range: SQL { offset == 0 ? "LIMIT \(limit)" : "LIMIT \(limit) OFFSET \(offset)" }

        /// The condition that an account of an index is in the part.
        func condition(on index: Index) -> SQL {
            var condition = index.condition
            if let bounds { condition = "\(fragment: condition) AND \(fragment: bounds)" }
            guard let place else { return condition }
            let beyond: SQL = isDescending ? "<" : ">"
            guard let key = index.key, let value = place.key else {
                return "\(fragment: condition) AND \(fragment: index.id) \(fragment: beyond) \(place.id)"
            }
            return """
                \(fragment: condition)
                AND (\(fragment: key), \(fragment: index.id)) \(fragment: beyond) (\(value), \(place.id))
                """
        }
    }
}

extension AccountTable.Order {
    /// The sections of the order, one after the other, with their numbers.
    fileprivate func sections(isDescending: Bool) -> [(Int, AccountTable.Section)] {
        let numbered = sections.enumerated().map { ($0.offset, $0.element) }
        return isDescending ? numbered.reversed() : numbered
    }

    private typealias Index = AccountTable.Index
    private typealias Section = AccountTable.Section

    /// The sections in ascending order.
    private var sections: [Section] {
        switch self {
        case .id: [.table]
        case .name:
            Self.byCreation(AccountTable.Kind.unnamed) + [
                Section([
                    Index(
                        rows: "accounts INDEXED BY accounts_by_name",
                        condition: "display_name IS NOT NULL",
                        key: "display_name"
                    )
                ])
            ]
        case .creation: Self.byCreation(AccountTable.Kind.all)
        case .lastLogin:
            [
                Section([Self.bySignIn("last_login_at IS NULL", key: nil)]),
                Section([Self.bySignIn("last_login_at IS NOT NULL", key: "last_login_at")]),
            ]
        case .email:
            Self.byCreation(AccountTable.Kind.unaddressed) + [
                // Each account that has an address is among the owners of addresses.
                Section([
                    Index(
                        rows: "contacts",
                        condition: "kind = \(Contact.Kind.email.rawValue)",
                        key: "value",
                        id: "account"
                    )
                ])
            ]
        }
    }

    private static func bySignIn(_ condition: SQL, key: SQL?) -> Index {
        Index(rows: "accounts INDEXED BY accounts_by_sign_in", condition: condition, key: key)
    }

    /// The accounts whose moment of creation is unknown, then the others.
    private static func byCreation(_ kinds: [AccountTable.Kind]) -> [Section] {
        func section(_ condition: SQL, key: SQL?) -> Section {
            Section(
                kinds.map { kind in
                    Index(
                        rows: kind.rows,
                        condition: "\(fragment: kind.condition) AND \(fragment: condition)",
                        key: key
                    )
                }
            )
        }
        return [section("created_at IS NULL", key: nil), section("created_at IS NOT NULL", key: "created_at")]
    }

    /// The number of an account's section and its key there, computed from its columns.
    ///
    /// Addresses are compared by their text here, not by their key: the two differ only outside ASCII.
    var columns: (section: SQL, key: SQL) {
        switch self {
        case .id: ("0", "NULL")
        case .creation: ("created_at IS NOT NULL", "created_at")
        case .lastLogin: ("last_login_at IS NOT NULL", "last_login_at")
        case .name: Self.columns("display_name")
        case .email: Self.columns("email")
        }
    }

    private static func columns(_ value: SQL) -> (section: SQL, key: SQL) {
        (
            "CASE WHEN \(fragment: value) IS NOT NULL THEN 2 ELSE created_at IS NOT NULL END",
            "coalesce(\(fragment: value), created_at)"
        )
    }

    /// The place of an account.
    func place(of account: Account) -> AccountTable.Place {
        let created = account.createdAt.map { SQL.Value.integer($0.milliseconds) }
        let (section, key): (Int, SQL.Value?) =
            switch self {
            case .id: (0, nil)
            case .creation: (created == nil ? 0 : 1, created)
            case .lastLogin:
                (account.lastLoginAt == nil ? 0 : 1, account.lastLoginAt.map { .integer($0.milliseconds) })
            case .name: account.displayName.map { (2, .text($0)) } ?? (created == nil ? 0 : 1, created)
            case .email: account.email.map { (2, .text($0.key)) } ?? (created == nil ? 0 : 1, created)
            }
        return AccountTable.Place(section: section, key: key, id: account.id)
    }
}

// MARK: Kinds of accounts

extension AccountTable {
    /// Some accounts, and the index that holds them in the order of their creation.
    ///
    /// Most accounts lack something. Those that lack the same are in one index: it is at once the list of what they lack
    /// and a part of the list of all, and a new account is written where the last one was.
    struct Kind: Sendable {
        private let index: SQL
        let condition: SQL

        private init(_ index: SQL, _ condition: SQL) {
            self.index = index
            self.condition = condition
        }

        var rows: SQL { "accounts INDEXED BY \(fragment: index)" }

        /// The accounts that have neither a name nor anything that reaches or names their user.
        private static let bare = Kind(
            "accounts_bare",
            "display_name IS NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0"
        )

        /// All accounts, each in one of these.
        static let all = unnamed + [Kind("accounts_named", "display_name IS NOT NULL")]

        /// The accounts without a name.
        static let unnamed = [
            bare,
            Kind(
                "accounts_unnamed",
                "display_name IS NULL AND (email IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)"
            ),
        ]

        /// The accounts without an address.
        static let unaddressed = [
            bare,
            Kind(
                "accounts_unaddressed",
                "email IS NULL AND (display_name IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)"
            ),
        ]

        /// The accounts that have nothing that reaches or names their user, whether they have a name or not.
        static let unreachable = [
            bare,
            Kind(
                "accounts_named_only",
                "display_name IS NOT NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0"
            ),
        ]
    }
}
