internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Removes up to a thousand accounts; those that are not disabled only when forced.
struct DeleteAccountsEndpoint: Endpoint {
    typealias Op = DeleteAccounts

    private static let limit = 1000

    let store: Store
    let writer: AccountWriter

    func respond(to request: DeleteAccounts.Request, in call: Call) async throws(APIError) -> DeleteAccounts.Response {
        let ids = request.localIds ?? []
        guard !ids.isEmpty else { throw APIError(.localIDListExceedsLimit) }
        guard ids.count <= Self.limit else { throw APIError(.localIDListExceedsLimit) }
        let failures = try await store.write(call) { tx in
            var failures: [DeleteAccounts.Failure] = []
            for (index, id) in ids.enumerated() {
                // A missing account is deleted already.
                guard let account = try store.accounts.find(UserID(stored: id), tx) else { continue }
                guard account.isDisabled || request.force == true else {
                    failures.append(Self.notDisabled(id, at: index))
                    continue
                }
                try writer.delete(account, tx)
            }
            return failures
        }
        return DeleteAccounts.Response { $0.errors = failures.isEmpty ? nil : failures }
    }

    private static func notDisabled(_ id: String, at index: Int) -> DeleteAccounts.Failure {
        DeleteAccounts.Failure {
            $0.index = index
            $0.localId = id
            $0.message = "NOT_DISABLED : Disable the account before batch deletion."
        }
    }
}
