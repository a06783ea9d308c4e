package import HearthCore
internal import HearthDatabase
package import HearthJSON
internal import HearthWire

/// What the console's list of users asks for.
///
/// Everything is found by an index, a page after the other by the place of its last account: the last page of a million
/// users costs what the first one does.
package struct AccountSearch: Sendable {
    /// What the accounts are sorted by.
    package enum Order: String, Sendable, CaseIterable {
        case uid, name, created, signedIn, email
    }

    /// An identifier, or the beginning of an address, a number or a name; empty for all accounts.
    package var text = ""
    /// What the accounts are sorted by; what a text finds is sorted by what was found.
    package var order = Order.created
    /// Whether the order is turned round.
    package var isDescending = true
    /// The end of the page before, from its answer; `nil` for the first page.
    package var after: String?
    /// The most accounts, 1 to 200.
    package var size = 50

    /// Creates a search for the newest accounts.
    package init() {}

    /// The number of accounts up to which they are counted.
    package static let countLimit = 10_000

    fileprivate var tableOrder: AccountTable.Order {
        switch order {
        case .uid: .id
        case .name: .name
        case .created: .creation
        case .signedIn: .lastLogin
        case .email: .email
        }
    }
}

/// What was found: accounts, and where the next page begins.
private struct Found: Sendable {
    var accounts: [Account]
    var next: [JSONValue]?
}

extension Backend {
    /// Finds accounts for the console.
    ///
    /// - Parameters:
    ///   - search: What is asked for.
    ///   - project: The project.
    ///   - tenant: The tenant; `nil` for the project itself.
    /// - Returns: `users` as `accounts:lookup` has them, `next` for the page after, and `total`, which is counted up to
    ///   ``AccountSearch/countLimit`` (`exact` tells).
    /// - Throws: ``BackendError`` if the place of a page is none, or the storage fails.
    package func find(
        _ search: AccountSearch,
        of project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> JSONObject {
        let call = inspection(of: Scope(project: project, tenant: tenant))
        let place = try Self.place(search)
        do {
            let (found, total) = try await store.read(call) { [store] tx in
                let found =
                    search.text.isEmpty
                    ? try Self.page(search, from: place, store, tx) : try Self.matches(search, from: place, store, tx)
                return (found, try store.accounts.count(upTo: AccountSearch.countLimit + 1, tx))
            }
            var page = JSONObject()
            page["users"] = .array(try found.accounts.map { try JSON.value(of: UserInfo($0, in: call.scope)) })
            page["next"] = found.next.map { .string(Base64.encode(JSON.serialize(.array($0)))) }
            page["total"] = .integer(Int64(min(total, AccountSearch.countLimit)))
            page["exact"] = .bool(total <= AccountSearch.countLimit)
            return page
        } catch {
            throw error as? BackendError ?? BackendError(.storage, "the accounts cannot be listed: \(error)")
        }
    }

    /// Where a page begins: the step that was being searched, and the key and the identifier of the last account.
    private static func place(_ search: AccountSearch) throws(BackendError) -> [JSONValue]? {
        guard let after = search.after else { return nil }
        guard let bytes = Base64.decode(after.utf8), let place = try? JSON.parse(bytes, maximumValues: 10).array,
            place.count == 3, place[2].string != nil
        else { throw BackendError(.configuration, "'after' is not the end of a page") }
        return place
    }

    private static func page(
        _ search: AccountSearch,
        from place: [JSONValue]?,
        _ store: Store,
        _ tx: borrowing Transaction
    ) throws -> Found {
        let size = min(max(search.size, 1), 200)
        let place = place.map { place in
            AccountTable.Place(value: value(place[1]), id: UserID(stored: place[2].string ?? ""))
        }
        var accounts = try store.accounts.list(
            search.tableOrder,
            isDescending: search.isDescending,
            after: place,
            limit: size + 1,
            tx
        )
        guard accounts.count > size else { return Found(accounts: accounts, next: nil) }
        accounts.removeLast()
        guard let last = accounts.last else { return Found(accounts: [], next: nil) }
        return Found(accounts: accounts, next: [.string("page"), key(last, search.order), .string(last.id.rawValue)])
    }

    private static func value(_ key: JSONValue) -> SQL.Value? {
        if let number = key.integer { return .integer(number) }
        return key.string.map { .text($0) }
    }

    private static func key(_ account: Account, _ order: AccountSearch.Order) -> JSONValue {
        switch order {
        case .uid: .null
        case .name: account.displayName.map(JSONValue.string) ?? .null
        case .created: account.createdAt.map { .integer($0.milliseconds) } ?? .null
        case .signedIn: account.lastLoginAt.map { .integer($0.milliseconds) } ?? .null
        case .email: account.email.map { .string($0.text) } ?? .null
        }
    }

    /// The account of an identifier, then those by address, by number and by name, each in its order.
    private static func matches(
        _ search: AccountSearch,
        from place: [JSONValue]?,
        _ store: Store,
        _ tx: borrowing Transaction
    ) throws -> Found {
        let size = min(max(search.size, 1), 200)
        let steps = ["email", "phone", "name"]
        let first = place.flatMap { $0[0].string }.flatMap { steps.firstIndex(of: $0) }
        var found = Found(accounts: [])
        if first == nil, let exact = try store.accounts.find(UserID(stored: search.text), tx) {
            found.accounts.append(exact)
        }
        for step in (first ?? 0)..<steps.count {
            let from = step == first ? place : nil
            let room = size - found.accounts.count + 1
            let matches = try matches(search.text, by: steps[step], after: from, limit: room, store, tx)
            for match in matches {
                if found.accounts.count == size { return found }
                found.next = [.string(steps[step]), .string(match.key), .string(match.account.id.rawValue)]
                if !found.accounts.contains(where: { $0.id == match.account.id }) {
                    found.accounts.append(match.account)
                }
            }
        }
        found.next = nil
        return found
    }

    private static func matches(
        _ text: String,
        by step: String,
        after place: [JSONValue]?,
        limit: Int,
        _ store: Store,
        _ tx: borrowing Transaction
    ) throws -> [(key: String, account: Account)] {
        let last = place.map { (value: $0[1].string ?? "", account: UserID(stored: $0[2].string ?? "")) }
        if step == "name" {
            guard !text.contains("@"), !text.hasPrefix("+") else { return [] }
            let place = last.map { AccountTable.Place(value: .text($0.value), id: $0.account) }
            return try store.accounts.list(name: text, after: place, limit: limit, tx).map {
                ($0.displayName ?? "", $0)
            }
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

    /// A call on behalf of the console.
    func inspection(of scope: Scope, baseURL: String = "") -> Call {
        Call(scope: scope, isPrivileged: true, baseURL: baseURL, now: environment.now(), locale: nil)
    }
}
