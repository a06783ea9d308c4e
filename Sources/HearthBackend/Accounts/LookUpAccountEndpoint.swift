internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Shows the account of an identity token, or the accounts that an administrator asks for.
struct LookUpAccountEndpoint: Endpoint {
    typealias Op = LookUpAccount

    let store: Store
    let identities: IdentityTokenReader

    func respond(to request: LookUpAccount.Request, in call: Call) async throws(APIError) -> LookUpAccount.Response {
        let users = call.isPrivileged ? try await find(request, in: call) : [try await own(request, in: call)]
        return LookUpAccount.Response {
            $0.kind = "identitytoolkit#GetAccountInfoResponse"
            $0.users = users.isEmpty ? nil : users
        }
    }

    private func own(_ request: LookUpAccount.Request, in call: Call) async throws(APIError) -> UserInfo {
        guard let token = request.idToken else { throw APIError("MISSING_ID_TOKEN") }
        var call = call
        let identity = try await identities.read(token, in: &call)
        let account = try await store.read { [call] db in try identities.account(of: identity, in: call, db) }
        return UserInfo(redacting: account, in: call.scope)
    }

    private func find(_ request: LookUpAccount.Request, in call: Call) async throws(APIError) -> [UserInfo] {
        if request.initialEmail != nil { throw .notImplemented("Lookup by initialEmail is not implemented.") }
        return try await store.read { db in
            var found: [String] = []
            var users: [UserInfo] = []
            func add(_ account: Account?) {
                guard let account, !found.contains(account.id) else { return }
                found.append(account.id)
                users.append(UserInfo(account, in: call.scope))
            }
            for id in request.localId ?? [] { add(try store.accounts.find(id, in: call.scope, db)) }
            for email in request.email ?? [] { add(try store.accounts.find(.email(email), in: call.scope, db)) }
            for number in request.phoneNumber ?? [] { add(try store.accounts.find(.phone(number), in: call.scope, db)) }
            for user in request.federatedUserId ?? [] {
                guard let provider = user.providerId, let rawID = user.rawId else { continue }
                add(try store.accounts.find(.federated(provider, rawID), in: call.scope, db))
            }
            return users
        }
    }
}
