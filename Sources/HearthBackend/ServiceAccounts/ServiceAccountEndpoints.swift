internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Makes a service account.
struct CreateServiceAccountEndpoint: Endpoint {
    typealias Op = CreateServiceAccount

    private static let longestDisplayName = 100

    let store: Store
    let random: RandomSource

    func respond(to request: CreateServiceAccount.Request, in call: Call) async throws(APIError) -> ServiceAccount {
        guard let name = request.accountId, StoredServiceAccount.isName(name) else {
            throw .invalidArgument(
                "accountId: 6 to 30 lower-case letters, digits and hyphens are expected, with a letter first"
            )
        }
        let title = request.serviceAccount?.displayName
        guard title?.utf8.count ?? 0 <= Self.longestDisplayName else {
            throw .invalidArgument("displayName: \(Self.longestDisplayName) bytes at most are expected")
        }
        let account = StoredServiceAccount(
            project: call.scope.project,
            email: "\(name)@\(call.scope.project).\(StoredServiceAccount.domain)",
            uniqueID: "1" + random.digits(20),
            displayName: title,
            createdAt: call.now
        )
        try await store.write { db in try store.serviceAccounts.insert(account, db) }
        return ServiceAccount(account)
    }
}

/// Lists the service accounts of a project.
struct ListServiceAccountsEndpoint: Endpoint {
    typealias Op = ListServiceAccounts

    private static let defaultPage = 20
    private static let largestPage = 100

    let store: Store

    func respond(
        to request: ListServiceAccounts.Request,
        in call: Call
    ) async throws(APIError) -> ListServiceAccounts.Response {
        let asked = request.pageSize.flatMap { $0 == 0 ? nil : $0 } ?? Self.defaultPage
        guard asked > 0 else { throw .invalidArgument("pageSize: a positive number is expected") }
        let size = min(asked, Self.largestPage)
        let found = try await store.read { db in
            try store.serviceAccounts.list(
                of: call.scope.project,
                after: request.pageToken ?? "",
                limit: size + 1,
                db
            )
        }
        let page = found.prefix(size)
        return ListServiceAccounts.Response {
            $0.accounts = page.map { ServiceAccount($0) }
            $0.nextPageToken = found.count > size ? page.last?.email : nil
        }
    }
}

/// Removes a service account.
struct DeleteServiceAccountEndpoint: Endpoint {
    typealias Op = DeleteServiceAccount

    let store: Store

    func respond(to request: DeleteServiceAccount.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        try await store.write { db in
            let account = try store.serviceAccounts.account(request.account, in: call, db)
            try store.serviceAccounts.delete(account, db)
        }
        return EmptyMessage()
    }
}

extension ServiceAccountTable {
    /// The account that a path names, if it is one of the call's project.
    ///
    /// - Throws: `APIError` with status 404.
    func account(_ name: String?, in call: Call, _ db: borrowing Connection) throws -> StoredServiceAccount {
        guard let name, let account = try find(name, db), account.project == call.scope.project else {
            throw APIError(
                APIError.Code(rawValue: "Unknown service account"),
                httpStatus: 404,
                status: "NOT_FOUND",
                item: APIError.Item(reason: "notFound")
            )
        }
        return account
    }
}
