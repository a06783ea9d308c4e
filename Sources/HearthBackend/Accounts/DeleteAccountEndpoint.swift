internal import HearthDatabase
internal import HearthWire

/// Removes an account for ever, with its sessions.
struct DeleteAccountEndpoint: Endpoint {
    typealias Op = DeleteAccount

    let profile: BackendConfiguration.Profile
    let store: Store
    let identities: IdentityTokenReader

    func respond(to request: DeleteAccount.Request, in call: Call) async throws(APIError) -> DeleteAccount.Response {
        if call.isPrivileged {
            guard let id = request.localId else { throw APIError("MISSING_LOCAL_ID") }
            try await store.write { db in
                guard let account = try store.accounts.find(id, in: call.scope, db) else {
                    throw APIError("USER_NOT_FOUND")
                }
                try delete(account, in: call, db)
            }
        } else {
            try await deleteOwn(request, in: call)
        }
        return DeleteAccount.Response { $0.kind = "identitytoolkit#DeleteAccountResponse" }
    }

    private func deleteOwn(_ request: DeleteAccount.Request, in call: Call) async throws(APIError) {
        guard let token = request.idToken else { throw APIError("MISSING_ID_TOKEN") }
        var call = call
        let identity = try await identities.read(token, in: &call)
        try RecentLogin.check(authTime: identity.authTime, now: call.now, profile)
        try await store.write { [call] db in
            try delete(try identities.account(of: identity, in: call, db), in: call, db)
        }
    }

    private func delete(_ account: Account, in call: Call, _ db: borrowing Connection) throws {
        try store.accounts.delete(account, in: call.scope, db)
        try store.sessions.endAll(of: account.id, now: call.now, in: call.scope, db)
    }
}
