internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Counts the accounts, finds one, or shows them in an order.
struct QueryAccountsEndpoint: Endpoint {
    typealias Op = QueryAccounts

    private static let largestPage: Int64 = 500

    let policy: Policy
    let store: Store

    func respond(to request: QueryAccounts.Request, in call: Call) async throws(APIError) -> QueryAccounts.Response {
        let limit = request.limit?.value ?? 0
        let offset = request.offset?.value ?? 0
        guard limit >= 0, offset >= 0 else { throw .invalidArgument("limit and offset are not negative") }
        let page = AccountTable.Page(
            order: try Self.order(request.sortBy),
            isDescending: request.order?.rawValue == "DESC",
            offset: Int(clamping: offset),
            // The official emulator shows all of them at once.
            limit: limit == 0 && !policy.guardsAccounts
                ? -1 : Int(limit == 0 ? Self.largestPage : min(limit, Self.largestPage))
        )
        let showsAccounts = request.returnUserInfo != false
        let (count, accounts) = try await store.read(call) { tx -> (Int, [Account]) in
            if let expression = request.expression?.first {
                let found = try find(expression, tx)
                return (found.count, Array(found.dropFirst(page.offset)))
            }
            guard showsAccounts else { return (try store.accountCounts.counts(tx).accounts, []) }
            let accounts = try store.accounts.list(page, tx)
            return (accounts.count, accounts)
        }
        return QueryAccounts.Response {
            $0.recordsCount = DecimalString(Int64(showsAccounts ? accounts.count : count))
            if showsAccounts { $0.userInfo = accounts.map { UserInfo($0, in: call.scope) } }
        }
    }

    private static func order(_ field: SortField?) throws(APIError) -> AccountTable.Order {
        switch field {
        case nil, .some(.init(rawValue: "USER_ID")), .some(.init(rawValue: "SORT_BY_FIELD_UNSPECIFIED")): return .id
        case .some(.name): return .name
        case .some(.creation): return .creation
        case .some(.lastLogin): return .lastLogin
        case .some(.email): return .email
        case .some(let other): throw .invalidArgument("sortBy: '\(other.rawValue)' is no field to sort by")
        }
    }

    /// The accounts that have what the expression names: an address, else a number, else an identifier.
    private func find(
        _ expression: QueryAccounts.Expression,
        _ tx: borrowing Transaction
    ) throws -> [Account] {
        if let email = expression.email, !email.isEmpty {
            return try store.accounts.owners(of: .email(EmailAddress(stored: email)), tx)
        }
        if let number = expression.phoneNumber, !number.isEmpty {
            return try store.accounts.owners(of: .phone(PhoneNumber(stored: number)), tx)
        }
        guard let id = expression.userId, !id.isEmpty else {
            throw APIError.invalidArgument("an expression has an email, a phoneNumber or a userId")
        }
        return [try store.accounts.find(UserID(stored: id), tx)].compactMap(\.self)
    }
}
