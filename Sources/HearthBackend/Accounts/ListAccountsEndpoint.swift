internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Shows the accounts in the order of their identifiers, page by page.
struct ListAccountsEndpoint: Endpoint {
    typealias Op = ListAccounts

    private static let defaultPage = 20
    private static let largestPage = 1000

    let store: Store

    func respond(to request: ListAccounts.Request, in call: Call) async throws(APIError) -> ListAccounts.Response {
        guard request.targetProjectId != nil else { throw APIError(.insufficientPermission) }
        let asked = request.maxResults.flatMap { $0 == 0 ? nil : $0 } ?? Self.defaultPage
        // -1 asks for all of them, as exports do.
        let size = asked < 0 ? -1 : min(max(asked, 1), Self.largestPage)
        let accounts = try await store.read(call) { tx in
            try store.accounts.list(after: request.nextPageToken ?? "", limit: size, tx)
        }
        return ListAccounts.Response {
            $0.kind = "identitytoolkit#DownloadAccountResponse"
            $0.users = accounts.isEmpty ? nil : accounts.map { Self.exported($0, in: call) }
            // As in production, a full page is never known to be the last one.
            $0.nextPageToken = accounts.count == size ? accounts.last?.id.rawValue : nil
        }
    }

    /// An account with its hash marked as current: official tools leave out those that are not.
    private static func exported(_ account: Account, in call: Call) -> UserInfo {
        var user = UserInfo(account, in: call.scope)
        if user.passwordHash != nil { user.version = 0 }
        return user
    }
}
