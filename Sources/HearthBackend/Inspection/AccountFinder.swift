internal import HearthCore
internal import HearthDatabase
internal import HearthJSON

/// Finds a page of accounts for the console, within one transaction.
struct AccountFinder: Sendable {
    /// What was found.
    struct Found: Sendable {
        var accounts: [Account] = []
        /// Where the next page begins: a section of the order or a step of the search, a key and an identifier.
        var next: [JSONValue]?
        /// How many accounts pass the filter, up to one more than are counted; `nil` if that is not known.
        var matched: Int?
    }

    /// The most accounts that are read for a page without an index for its filter.
    static let mostRead = 5000
    /// How many of them are read at once.
    private static let batch = 500

    private let search: AccountSearch
    private let store: Store
    private let size: Int
    private let place: [JSONValue]?

    /// Reads where the page begins.
    ///
    /// - Throws: ``BackendError`` if `after` is not the end of a page.
    init(_ search: AccountSearch, store: Store) throws(BackendError) {
        self.search = search
        self.store = store
        size = min(max(search.size, 1), 200)
        guard let after = search.after else {
            place = nil
            return
        }
        guard let bytes = Base64.decode(after.utf8), let place = try? JSON.parse(bytes, maximumValues: 10).array,
            place.count == 3, place[2].string != nil, search.text.isEmpty == (place[0].integer != nil)
        else { throw BackendError(.configuration, "'after' is not the end of a page") }
        self.place = place
    }

    func find(_ tx: borrowing Transaction) throws -> Found {
        if !search.text.isEmpty { return try matches(tx) }
        return search.filter.isEmpty ? try page(tx) : try filtered(tx)
    }

    // MARK: All accounts, or those that pass, in an order

    private var start: AccountTable.Place? {
        place.map { place in
            AccountTable.Place(
                section: Int(place[0].integer ?? 0),
                key: Self.key(place[1]),
                id: UserID(stored: place[2].string ?? "")
            )
        }
    }

    private func page(_ tx: borrowing Transaction) throws -> Found {
        var accounts = try store.accounts.list(
            search.tableOrder,
            isDescending: search.isDescending,
            after: start,
            limit: size + 1,
            tx
        )
        guard accounts.count > size else { return Found(accounts: accounts) }
        accounts.removeLast()
        return Found(accounts: accounts, next: accounts.last.map { Self.next(search.tableOrder.place(of: $0)) })
    }

    private func filtered(_ tx: borrowing Transaction) throws -> Found {
        let source = try store.accounts.source(of: search.filter, tx)
        guard let source, source.count <= AccountSearch.countLimit else {
            var found = try walk(tx)
            found.matched = source?.count
            return found
        }
        let places = try store.accounts.places(
            search.filter,
            in: source,
            by: search.tableOrder,
            isDescending: search.isDescending,
            after: start,
            limit: size + 1,
            tx
        )
        return Found(
            accounts: try accounts(at: places.prefix(size), tx),
            next: places.count > size ? Self.next(places[size - 1]) : nil,
            matched: try store.accounts.count(search.filter, in: source, tx)
        )
    }

    /// Reads the accounts in their order until a page of them passes, or so many were read.
    private func walk(_ tx: borrowing Transaction) throws -> Found {
        var passed: [AccountTable.Place] = []
        var (last, read, isAtEnd) = (start, 0, false)
        while passed.count <= size, read < Self.mostRead, !isAtEnd {
            let batch = try store.accounts.candidates(
                search.filter,
                by: search.tableOrder,
                isDescending: search.isDescending,
                after: last,
                limit: Self.batch,
                tx
            )
            passed += batch.lazy.filter(\.passes).map(\.place)
            isAtEnd = batch.count < Self.batch
            read += batch.count
            last = batch.last?.place ?? last
        }
        var next = isAtEnd ? nil : last
        if passed.count > size { next = passed[size - 1] }
        return Found(accounts: try accounts(at: passed.prefix(size), tx), next: next.map(Self.next))
    }

    private func accounts(
        at places: ArraySlice<AccountTable.Place>,
        _ tx: borrowing Transaction
    ) throws -> [Account] {
        var accounts: [Account] = []
        for place in places {
            if let account = try store.accounts.find(place.id, tx) { accounts.append(account) }
        }
        return accounts
    }

    private static func next(_ place: AccountTable.Place) -> [JSONValue] {
        let key: JSONValue =
            switch place.key {
            case .integer(let number)?: .integer(number)
            case .text(let text)?: .string(text)
            default: .null
            }
        return [.integer(Int64(place.section)), key, .string(place.id.rawValue)]
    }

    private static func key(_ key: JSONValue) -> SQL.Value? {
        if let number = key.integer { return .integer(number) }
        return key.string.map { .text($0) }
    }

    // MARK: What a text finds

    private typealias Match = (key: String, account: Account)

    private static let steps = ["email", "phone", "name"]

    /// The account of an identifier, then those by address, by number and by name, each in its order.
    private func matches(_ tx: borrowing Transaction) throws -> Found {
        let first = place.flatMap { $0[0].string }.flatMap { Self.steps.firstIndex(of: $0) }
        var found = Found()
        if first == nil, let exact = try store.accounts.find(UserID(stored: search.text), tx), try passes(exact, tx) {
            found.accounts.append(exact)
        }
        var read = 0
        for step in (first ?? 0)..<Self.steps.count {
            var from = step == first ? place : nil
            var isAtEnd = false
            while !isAtEnd {
                let limit = search.filter.isEmpty ? size - found.accounts.count + 1 : Self.batch
                let matches = try matches(by: Self.steps[step], after: from, limit: limit, tx)
                isAtEnd = matches.count < limit
                for match in matches {
                    if found.accounts.count == size { return found }
                    from = [.string(Self.steps[step]), .string(match.key), .string(match.account.id.rawValue)]
                    found.next = from
                    let isNew = !found.accounts.contains { $0.id == match.account.id }
                    if isNew, try passes(match.account, tx) { found.accounts.append(match.account) }
                }
                read += matches.count
                if read >= Self.mostRead { return found }
            }
        }
        found.next = nil
        return found
    }

    private func passes(_ account: Account, _ tx: borrowing Transaction) throws -> Bool {
        try search.filter.isEmpty || store.accounts.passes(account.id, search.filter, tx)
    }

    private func matches(
        by step: String,
        after place: [JSONValue]?,
        limit: Int,
        _ tx: borrowing Transaction
    ) throws -> [Match] {
        let text = search.text
        let last = place.map { (value: $0[1].string ?? "", account: UserID(stored: $0[2].string ?? "")) }
        if step == "name" {
            guard !text.contains("@"), !text.hasPrefix("+") else { return [] }
            return try store.accounts.list(name: text, after: last, limit: limit, tx).map { ($0.displayName ?? "", $0) }
        }
        let isNumber = text.hasPrefix("+") || text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard step == "email" || isNumber else { return [] }
        let key = step == "email" ? EmailAddress(stored: text).key : text.hasPrefix("+") ? text : "+\(text)"
        let kind = step == "email" ? Contact.Kind.email : .phone
        return try ContactTable().list(kind: kind, beginningWith: key, after: last, limit: limit, tx).compactMap {
            owner in
            try store.accounts.find(owner.account, tx).map { (owner.value, $0) }
        }
    }
}
