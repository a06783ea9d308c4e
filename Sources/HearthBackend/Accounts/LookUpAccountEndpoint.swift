internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Shows the account of an identity token, or the accounts that an administrator asks for.
struct LookUpAccountEndpoint: Endpoint {
    typealias Op = LookUpAccount

    let store: Store
    let identityTokens: IdentityTokenReader

    func respond(to request: LookUpAccount.Request, in call: Call) async throws(APIError) -> LookUpAccount.Response {
        let users = call.isPrivileged ? try await find(request, in: call) : try await own(request, in: call)
        return LookUpAccount.Response {
            $0.kind = "identitytoolkit#GetAccountInfoResponse"
            $0.users = users.isEmpty ? nil : users
        }
    }

    private func own(_ request: LookUpAccount.Request, in call: Call) async throws(APIError) -> [UserInfo] {
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        var call = call
        let identity = try await identityTokens.read(token, in: &call)
        return try await store.read(call) { tx in
            [UserInfo(redacting: try identityTokens.account(of: identity, tx), in: tx.scope)]
        }
    }

    private func find(_ request: LookUpAccount.Request, in call: Call) async throws(APIError) -> [UserInfo] {
        let accounts = try await store.read(call) { tx in
            var accounts: [Account?] = []
            // An administrator may look for what is stored and would be refused today.
            for id in request.localId ?? [] { accounts.append(try store.accounts.find(UserID(stored: id), tx)) }
            for email in request.email ?? [] {
                accounts.append(try store.accounts.find(.email(EmailAddress(stored: email)), tx))
            }
            for email in request.initialEmail ?? [] {
                accounts.append(try store.accounts.find(initialEmail: EmailAddress(stored: email), tx))
            }
            for number in request.phoneNumber ?? [] {
                accounts.append(try store.accounts.find(.phone(PhoneNumber(stored: number)), tx))
            }
            for user in request.federatedUserId ?? [] {
                guard let provider = user.providerId, let id = user.rawId else { continue }
                let sought = ProviderUser(provider: ProviderID(stored: provider), id: ProviderUserID(stored: id))
                accounts.append(try store.accounts.find(sought, tx))
            }
            return accounts.compactMap(\.self)
        }
        var found: Set<UserID> = []
        return accounts.filter { found.insert($0.id).inserted }.map { UserInfo($0, in: call.scope) }
    }
}
