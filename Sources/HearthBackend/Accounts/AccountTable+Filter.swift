internal import HearthCore
internal import HearthDatabase

/// Lists of accounts that pass a filter.
///
/// Each part of a filter is a condition on an account, and where an index serves it, a source of the accounts that may
/// pass. A source of up to ``AccountSearch/countLimit`` accounts is read whole: what passes is counted exactly and comes in any order.
/// Without one, the accounts are read in the order that is asked for, so many at a time, whether they pass or not.
extension AccountTable {
    /// The identifiers of accounts that may pass a filter: those with one of its parts, or all of a small scope.
    struct Source: Sendable {
        /// A query of identifiers in the column `found`.
        fileprivate let query: SQL
        /// The number of accounts in it, up to one more than are counted.
        let count: Int
        /// Whether every account of it passes.
        let isExact: Bool
    }

    /// Where an account is in an order, and whether it passes.
    struct Candidate: Sendable {
        let place: Place
        let passes: Bool
    }

    /// The smallest source of the accounts that may pass a filter, if one is small enough to be read whole; otherwise a
    /// source that holds exactly the accounts that pass, if there is one.
    func source(of filter: AccountFilter, _ tx: borrowing Transaction) throws -> Source? {
        let limit = AccountSearch.countLimit
        var best: Source?
        for part in filter.parts {
            guard let query = try part.source(tx.scope) else { continue }
            let source = Source(
                query: query,
                count: try count(query, tx),
                isExact: filter.parts.count == 1 && part.isSourceExact
            )
            if source.count < best?.count ?? .max || source.isExact { best = source }
        }
        if let best, best.count <= limit || best.isExact { return best }
        let all: SQL = "SELECT DISTINCT id AS found FROM accounts WHERE \(tx.scope) LIMIT \(limit + 1)"
        let source = Source(query: all, count: try count(all, tx), isExact: false)
        return source.count <= limit ? source : nil
    }

    /// The number of accounts of a source that pass.
    func count(_ filter: AccountFilter, in source: Source, _ tx: borrowing Transaction) throws -> Int {
        let row = try tx.first(
            """
            SELECT count(*) FROM (\(fragment: source.query)) AS source CROSS JOIN accounts
            WHERE \(tx.scope) AND id = found AND \(fragment: filter.condition(tx.scope))
            """
        )
        return try row?[0] ?? 0
    }

    /// The places of so many accounts of a source that pass, after a place in an order; it costs as much as the source.
    func places(
        _ filter: AccountFilter,
        in source: Source,
        by order: Order,
        isDescending: Bool,
        after place: Place?,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [Place] {
        let direction: SQL = isDescending ? "DESC" : "ASC"
        let (section, key) = order.columns
        let rows = try tx.query(
            """
            SELECT id AS account, \(fragment: section) AS section, \(fragment: key) AS place
            FROM (\(fragment: source.query)) AS source CROSS JOIN accounts
            WHERE \(tx.scope) AND id = found AND \(fragment: filter.condition(tx.scope))
                AND \(fragment: Self.isBeyond(place, of: order, isDescending: isDescending))
            ORDER BY section \(fragment: direction), place \(fragment: direction), id \(fragment: direction) LIMIT \(limit)
            """
        )
        return try rows.map { Place(section: try $0["section"], key: try $0["place"], id: try $0["account"]) }
    }

    /// So many accounts after a place in an order, and whether they pass; it costs as much as those accounts.
    func candidates(
        _ filter: AccountFilter,
        by order: Order,
        isDescending: Bool,
        after place: Place?,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [Candidate] {
        let rows = try rows(
            "id AS account, (\(fragment: filter.condition(tx.scope))) IS TRUE AS passes",
            of: order,
            isDescending: isDescending,
            after: place,
            bounds: filter.bounds(of: order),
            limit: limit,
            tx
        )
        return try rows.map { section, row in
            let place = Place(section: section, key: try row["place"], id: try row["account"])
            return Candidate(place: place, passes: try row["passes"])
        }
    }

    /// Whether one account passes.
    func passes(_ id: UserID, _ filter: AccountFilter, _ tx: borrowing Transaction) throws -> Bool {
        try tx.first(
            "SELECT 1 FROM accounts WHERE \(tx.scope) AND id = \(id) AND \(fragment: filter.condition(tx.scope))"
        ) != nil
    }

    private func count(_ source: SQL, _ tx: borrowing Transaction) throws -> Int {
        try tx.first("SELECT count(*) FROM (\(fragment: source))")?[0] ?? 0
    }

    /// The condition that an account comes after a place; a `+` keeps SQLite from looking for it in an index.
    private static func isBeyond(_ place: Place?, of order: Order, isDescending: Bool) -> SQL {
        guard let place else { return "TRUE" }
        let beyond: SQL = isDescending ? "<" : ">"
        let (section, key) = order.columns
        let isNext: SQL =
            if let value = place.key, value != .null {
                "(+\(fragment: key), +id) \(fragment: beyond) (\(value), \(place.id))"
            } else {
                "+id \(fragment: beyond) \(place.id)"
            }
        return """
            ((\(fragment: section)) \(fragment: beyond) \(place.section)
            OR (\(fragment: section)) = \(place.section) AND \(fragment: isNext))
            """
    }
}

extension AccountTable {
    /// The identifiers of accounts of several kinds that meet a condition.
    fileprivate static func rows(of kinds: [Kind], _ scope: Scope, where condition: SQL = "TRUE") -> SQL {
        let queries = kinds.map { kind -> SQL in
            """
            SELECT id FROM \(fragment: kind.rows)
            WHERE \(scope) AND \(fragment: kind.condition) AND \(fragment: condition)
            """
        }
        return "(\(fragment: union(queries)))"
    }
}

/// A part of a filter.
private enum FilterPart {
    case method(AccountFilter.Method)
    case state(AccountFilter.State)
    case created(AccountFilter.Span)
    case signedIn(AccountFilter.Span)
    case claim(String)
}

extension AccountFilter {
    fileprivate var parts: [FilterPart] {
        methods.map(FilterPart.method) + states.map(FilterPart.state)
            + (created.isEmpty ? [] : [.created(created)]) + (signedIn.isEmpty ? [] : [.signedIn(signedIn)])
            + (claim.map { [.claim($0)] } ?? [])
    }

    /// The condition that an account passes.
    fileprivate func condition(_ scope: Scope) -> SQL {
        parts.reduce("TRUE") { all, part in "\(fragment: all) AND \(fragment: part.condition(scope))" }
    }

    /// The range of an order's column in which everything that passes is.
    fileprivate func bounds(of order: AccountTable.Order) -> SQL? {
        switch order {
        case .creation where !created.isEmpty: created.condition(on: "created_at")
        case .lastLogin where !signedIn.isEmpty: signedIn.condition(on: "last_login_at")
        default: nil
        }
    }
}

extension AccountFilter.Span {
    fileprivate func condition(on column: SQL) -> SQL {
        switch (start, end) {
        case (let start?, let end?):
            "\(fragment: column) >= \(start) AND \(fragment: column) < \(end)"
        case (let start?, nil): "\(fragment: column) >= \(start)"
        case (nil, let end?): "\(fragment: column) < \(end)"
        case (nil, nil): "\(fragment: column) IS NOT NULL"
        }
    }
}

extension FilterPart {
    /// Whether the source of the part holds only accounts that have it.
    var isSourceExact: Bool {
        switch self {
        case .method(.password), .state(.guest): false
        default: true
        }
    }

    /// The condition that an account has the part.
    ///
    /// A `+` keeps SQLite from choosing an index by a part: the statement has one already.
    func condition(_ scope: Scope) -> SQL {
        switch self {
        case .method(let method): method.condition(scope)
        case .state(let state): state.condition(scope)
        case .created(let span): span.condition(on: "+created_at")
        case .signedIn(let span): span.condition(on: "+last_login_at")
        case .claim(let name):
            """
            EXISTS (SELECT 1 FROM claim_names WHERE \(scope) AND name = \(name) AND claim_names.account = accounts.id)
            """
        }
    }

    /// A query of the identifiers of accounts that may have the part, one more than are counted; `nil` where no index
    /// tells them from most others.
    func source(_ scope: Scope) throws -> SQL? {
        guard let (column, rows) = rows(scope) else { return nil }
        return """
            SELECT DISTINCT \(fragment: column) AS found FROM \(fragment: rows) LIMIT \(AccountSearch.countLimit + 1)
            """
    }

    private func rows(_ scope: Scope) -> (column: SQL, rows: SQL)? {
        switch self {
        case .method(let method): method.rows(scope)
        case .state(let state): state.rows(scope)
        case .created(let span):
            ("id", AccountTable.rows(of: AccountTable.Kind.all, scope, where: span.condition(on: "created_at")))
        case .signedIn(let span):
            (
                "id",
                "accounts INDEXED BY accounts_by_sign_in WHERE \(scope) AND \(fragment: span.condition(on: "last_login_at"))"
            )
        case .claim(let name): ("account", "claim_names WHERE \(scope) AND name = \(name)")
        }
    }
}

extension AccountFilter.Method {
    fileprivate func condition(_ scope: Scope) -> SQL {
        switch self {
        case .password: "password IS NOT NULL AND email IS NOT NULL"
        case .emailLink: "email_link = 1"
        case .phone: "phone_number IS NOT NULL"
        case .customToken: "custom_auth = 1"
        case .passkey: "EXISTS (SELECT 1 FROM passkeys WHERE \(scope) AND account = accounts.id)"
        case .provider(let id):
            "EXISTS (SELECT 1 FROM linked_users WHERE \(scope) AND account = accounts.id AND provider = \(id))"
        }
    }

    fileprivate func rows(_ scope: Scope) -> (column: SQL, rows: SQL)? {
        switch self {
        // Few accounts have an address and no password: the addresses are index enough.
        case .password: ("account", "contacts WHERE \(scope) AND kind = \(Contact.Kind.email.rawValue)")
        case .phone: ("account", "contacts WHERE \(scope) AND kind = \(Contact.Kind.phone.rawValue)")
        case .emailLink: ("id", "accounts INDEXED BY accounts_by_email_link WHERE \(scope) AND email_link = 1")
        case .customToken: ("id", "accounts INDEXED BY accounts_by_custom_token WHERE \(scope) AND custom_auth = 1")
        case .passkey: ("account", "passkeys INDEXED BY passkeys_by_account WHERE \(scope)")
        case .provider(let id): ("account", "linked_users WHERE \(scope) AND provider = \(id)")
        }
    }
}

extension AccountFilter.State {
    fileprivate func condition(_ scope: Scope) -> SQL {
        switch self {
        case .disabled: "disabled = 1"
        case .enabled: "disabled = 0"
        case .unverified: "email IS NOT NULL AND email_verified = 0"
        case .verified: "email IS NOT NULL AND email_verified = 1"
        case .guest:
            """
            email IS NULL AND phone_number IS NULL AND custom_auth = 0
                AND NOT EXISTS (SELECT 1 FROM linked_users WHERE \(scope) AND account = accounts.id)
                AND NOT EXISTS (SELECT 1 FROM passkeys WHERE \(scope) AND account = accounts.id)
            """
        case .factor: "EXISTS (SELECT 1 FROM second_factors WHERE \(scope) AND account = accounts.id)"
        case .noFactor: "NOT EXISTS (SELECT 1 FROM second_factors WHERE \(scope) AND account = accounts.id)"
        }
    }

    fileprivate func rows(_ scope: Scope) -> (column: SQL, rows: SQL)? {
        switch self {
        case .disabled: ("id", "accounts INDEXED BY accounts_disabled WHERE \(scope) AND disabled = 1")
        case .unverified:
            (
                "id",
                "accounts INDEXED BY accounts_unverified WHERE \(scope) AND email IS NOT NULL AND email_verified = 0"
            )
        case .guest: ("id", AccountTable.rows(of: AccountTable.Kind.unreachable, scope))
        case .factor: ("account", "second_factors WHERE \(scope)")
        case .enabled, .verified, .noFactor: nil
        }
    }
}
