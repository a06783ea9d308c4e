internal import HearthCore
internal import HearthDatabase

/// Lists of accounts in an order.
extension AccountTable {
    /// What accounts are sorted by; accounts that are alike are sorted by their identifiers.
    enum Order: Sendable {
        case id
        case name
        case creation
        case lastLogin
        case email

        /// The index of the order and its first column; no column for the order of identifiers.
        var key: (index: SQL, column: SQL?) {
            switch self {
            case .id: ("", nil)
            case .name: ("accounts_by_name", "display_name")
            case .creation: ("accounts_by_creation", "created_at")
            case .lastLogin: ("accounts_by_sign_in", "last_login_at")
            case .email: ("accounts_by_email", "email")
            }
        }

        /// The indexes that together hold the accounts without a value, each once, with the condition of each.
        fileprivate var empty: [(index: SQL, condition: SQL)] {
            switch self {
            case .id: []
            case .name: [("accounts_bare", AccountTable.isBare), ("accounts_unnamed", AccountTable.isUnnamed)]
            case .email: [("accounts_bare", AccountTable.isBare), ("accounts_unaddressed", AccountTable.isUnaddressed)]
            case .creation: [("accounts_by_creation", "created_at IS NULL")]
            case .lastLogin: [("accounts_by_sign_in", "last_login_at IS NULL")]
            }
        }
    }

    /// An account's place in an order: its value there, and its identifier.
    struct Place: Sendable {
        /// `nil` for an account without one.
        var value: SQL.Value?
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

    /// Some of the accounts of an order: those with a value in it, or those without.
    private struct Part {
        var order: Order
        var isDescending: Bool
        /// Whether it holds the accounts without a value, of which the order of identifiers has none.
        var isEmpty: Bool
        /// What else is true of the accounts, for example that they come after a place.
        var condition: SQL = "TRUE"
        var offset = 0
        var limit: Int

        var direction: SQL { isDescending ? "DESC" : "ASC" }
        /// Passing over accounts reads each of them: it is said only where it is asked for.
        var bounds: SQL { offset == 0 ? "LIMIT \(limit)" : "LIMIT \(limit) OFFSET \(offset)" }

        /// Both parts of an order, the one that comes first at the beginning: accounts without a value are smaller than
        /// all others.
        static func both(of order: Order, isDescending: Bool, offset: Int = 0, limit: Int) -> [Part] {
            let valued = Part(order: order, isDescending: isDescending, isEmpty: false, offset: offset, limit: limit)
            guard order.key.column != nil else { return [valued] }
            var empty = valued
            empty.isEmpty = true
            return isDescending ? [valued, empty] : [empty, valued]
        }
    }

    /// A page of the accounts; it costs as much as the accounts that it shows and those that it passes over.
    func list(_ page: Page, _ tx: borrowing Transaction) throws -> [Account] {
        var found: [Row] = []
        var offset = page.offset
        for part in Part.both(of: page.order, isDescending: page.isDescending, limit: page.limit) {
            var part = part
            part.offset = offset
            if page.limit >= 0 { part.limit = page.limit - found.count }
            let rows = try rows("accounts.*", of: part, tx)
            found += rows
            if found.count == page.limit { break }
            offset = rows.isEmpty && offset > 0 ? offset - (try count(part, upTo: offset, tx)) : 0
        }
        return try accounts(found, tx)
    }

    /// So many accounts after a place in an order; it costs as much as the accounts that it shows, wherever they are.
    func list(_ order: Order, isDescending: Bool, after place: Place?, limit: Int, _ tx: borrowing Transaction) throws
        -> [Account]
    {
        try accounts(
            rows("accounts.*", of: order, isDescending: isDescending, after: place, limit: limit, tx),
            tx
        )
    }

    /// Columns of so many accounts after a place in an order.
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
    ) throws -> [Row] {
        var found: [Row] = []
        for part in Part.both(of: order, isDescending: isDescending, limit: limit) where found.count < limit {
            if part.isEmpty, bounds != nil { continue }
            guard let start = start(of: part, after: place) else { continue }
            var part = part
            part.condition = "\(fragment: bounds ?? "TRUE") AND \(fragment: start)"
            part.limit = limit - found.count
            found += try rows(columns, of: part, tx)
        }
        return found
    }

    /// So many accounts whose names begin with a text, letter by letter as they are written.
    func list(name: String, after place: Place?, limit: Int, _ tx: borrowing Transaction) throws -> [Account] {
        let from: (String, UserID) = (place?.value.flatMap { String(columnValue: $0) } ?? name, place?.id ?? .none)
        let rows = try tx.query(
            """
            SELECT * FROM accounts INDEXED BY accounts_by_name WHERE \(tx.scope) AND display_name IS NOT NULL
                AND (display_name, id) > (\(from.0), \(from.1)) AND display_name < \(name + "\u{10FFFF}")
            ORDER BY display_name, id LIMIT \(limit)
            """
        )
        return try accounts(rows, tx)
    }

    /// The condition that an account of a part comes after a place; `nil` if none of the part does.
    private func start(of part: Part, after place: Place?) -> SQL? {
        guard let place else { return "TRUE" }
        let beyond: SQL = part.isDescending ? "<" : ">"
        let isBeyond: SQL = "id \(fragment: beyond) \(place.id)"
        guard let column = part.order.key.column else { return isBeyond }
        switch (part.isEmpty, place.value) {
        case (true, nil): return isBeyond
        // Among accounts with a value, the next ones have a larger one or a larger identifier.
        case (false, let value?): return "(\(fragment: column), id) \(fragment: beyond) (\(value), \(place.id))"
        // The place is in the other part, which comes before this one or after it.
        case (true, _): return part.isDescending ? "TRUE" : nil
        case (false, nil): return part.isDescending ? nil : "TRUE"
        }
    }

    private func rows(_ columns: SQL, of part: Part, _ tx: borrowing Transaction) throws -> [Row] {
        let (index, column) = part.order.key
        if part.isEmpty {
            // The identifiers of several indexes are merged in their order, so that no more are read than are shown.
            return try tx.query(
                """
                SELECT \(fragment: columns) FROM (\(fragment: identifiers(of: part, tx)) ORDER BY found \(fragment: part.direction)
                \(fragment: part.bounds)) AS places CROSS JOIN accounts
                WHERE \(tx.scope) AND id = found ORDER BY id \(fragment: part.direction)
                """
            )
        }
        guard let column else {
            return try tx.query(
                """
                SELECT \(fragment: columns) FROM accounts WHERE \(tx.scope) AND \(fragment: part.condition)
                ORDER BY id \(fragment: part.direction) \(fragment: part.bounds)
                """
            )
        }
        // Left to itself, SQLite prefers the primary key and sorts.
        return try tx.query(
            """
            SELECT \(fragment: columns) FROM accounts INDEXED BY \(fragment: index)
            WHERE \(tx.scope) AND \(fragment: column) IS NOT NULL AND \(fragment: part.condition)
            ORDER BY \(fragment: column) \(fragment: part.direction), id \(fragment: part.direction)
            \(fragment: part.bounds)
            """
        )
    }

    /// A query of the identifiers of a part without values, in the column `found`.
    private func identifiers(of part: Part, _ tx: borrowing Transaction) -> SQL {
        part.order.empty.reduce("") { (all: SQL, source) -> SQL in
            let one: SQL = """
                SELECT id AS found FROM accounts INDEXED BY \(fragment: source.index)
                WHERE \(tx.scope) AND \(fragment: source.condition) AND \(fragment: part.condition)
                """
            return all.text.isEmpty ? one : "\(fragment: all) UNION ALL \(fragment: one)"
        }
    }

    /// The number of accounts of a part, counted up to a limit.
    private func count(_ part: Part, upTo limit: Int, _ tx: borrowing Transaction) throws -> Int {
        let (index, column) = part.order.key
        let rows: SQL =
            if part.isEmpty {
                identifiers(of: part, tx)
            } else if let column {
                "SELECT 1 FROM accounts INDEXED BY \(fragment: index) WHERE \(tx.scope) AND \(fragment: column) IS NOT NULL"
            } else {
                "SELECT 1 FROM accounts WHERE \(tx.scope)"
            }
        return try tx.first("SELECT count(*) FROM (\(fragment: rows) LIMIT \(limit))")?[0] ?? 0
    }
}

// MARK: What few values have

/// Most accounts lack something: for them there are indexes of identifiers alone, of which an account is in as few as can
/// be. A guest is in one, ``AccountTable/isBare``, for that is all that a sign-up without an address has to write.
extension AccountTable {
    /// The accounts that have neither a name nor anything that reaches or names their user.
    static let isBare: SQL = """
        display_name IS NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0
        """
    /// The other accounts without a name.
    static let isUnnamed: SQL = """
        display_name IS NULL AND (email IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)
        """
    /// The other accounts without an address.
    static let isUnaddressed: SQL = """
        email IS NULL AND (display_name IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)
        """
    /// The accounts with a name and nothing else that reaches their user.
    static let isNamedOnly: SQL = """
        display_name IS NOT NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0
        """
}
