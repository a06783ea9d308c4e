internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Removes an account for ever, with its sessions.
struct DeleteAccountEndpoint: Endpoint {
    typealias Op = DeleteAccount

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader

    func respond(to request: DeleteAccount.Request, in call: Call) async throws(APIError) -> DeleteAccount.Response {
        if call.isPrivileged {
            guard let id = request.localId else { throw APIError(.missingLocalID) }
            try await store.write(call) { tx in
                guard let account = try store.accounts.find(UserID(stored: id), tx) else {
                    throw APIError(.userNotFound)
                }
                try writer.delete(account, tx)
            }
        } else {
            try await deleteOwn(request, in: call)
        }
        return DeleteAccount.Response { $0.kind = "identitytoolkit#DeleteAccountResponse" }
    }

    private func deleteOwn(_ request: DeleteAccount.Request, in call: Call) async throws(APIError) {
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        var call = call
        let identity = try await identityTokens.read(token, in: &call)
        try await store.write(call) { tx in
            let account = try identityTokens.account(of: identity, tx)
            try policy.checkRecentLogin(identity, of: account, now: tx.now)
            try writer.delete(account, tx)
        }
    }
}
