internal import HearthDatabase
internal import HearthWire

/// Counts the accounts, or shows them in the order of their identifiers.
struct QueryAccountsEndpoint: Endpoint {
    typealias Op = QueryAccounts

    private static let largestPage: Int64 = 500

    let store: Store

    func respond(to request: QueryAccounts.Request, in call: Call) async throws(APIError) -> QueryAccounts.Response {
        if request.expression?.isEmpty == false { throw .notImplemented("expression is not implemented.") }
        let field = request.sortBy?.rawValue ?? "USER_ID"
        guard field == "USER_ID" || field == "SORT_BY_FIELD_UNSPECIFIED" else {
            throw .notImplemented("Only sorting by USER_ID is implemented.")
        }
        let limit = request.limit?.value ?? 0
        let offset = max(0, request.offset?.value ?? 0)
        let isCounting = request.returnUserInfo == false
        let (count, accounts) = try await store.read(call) { tx in
            let count = try store.accounts.count(tx)
            guard !isCounting else { return (count, [Account]()) }
            let accounts = try store.accounts.page(
                offset: Int(clamping: offset),
                limit: limit > 0 ? Int(min(limit, Self.largestPage)) : -1,
                isDescending: request.order?.rawValue == "DESC",
                tx
            )
            return (count, accounts)
        }
        return QueryAccounts.Response {
            $0.recordsCount = DecimalString(Int64(count))
            if !isCounting { $0.userInfo = accounts.map { UserInfo($0, in: call.scope) } }
        }
    }
}
