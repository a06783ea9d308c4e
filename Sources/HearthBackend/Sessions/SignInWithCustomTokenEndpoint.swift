internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// Starts a session for whom the project's own server vouches.
struct SignInWithCustomTokenEndpoint: Endpoint {
    typealias Op = SignInWithCustomToken

    let store: Store
    let customTokens: CustomTokenReader
    let starter: SessionStarter

    func respond(
        to request: SignInWithCustomToken.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithCustomToken.Response {
        guard let token = request.token, !token.reveal().isEmpty else { throw APIError("MISSING_CUSTOM_TOKEN") }
        let voucher = try customTokens.read(token, in: call)
        let (started, isNew) = try await store.write { db in try signIn(voucher, in: call, db) }
        var response = SignInWithCustomToken.Response {
            $0.kind = "identitytoolkit#VerifyCustomTokenResponse"
            $0.isNewUser = isNew
        }
        response.fill(try await starter.tokens(of: started, in: call))
        return response
    }

    private func signIn(
        _ voucher: CustomTokenReader.Voucher,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> (SessionStarter.Started, isNew: Bool) {
        let old = try store.accounts.find(voucher.uid, in: call.scope, db)
        if old?.isDisabled == true { throw APIError("USER_DISABLED") }
        var account = old ?? Account(id: voucher.uid)
        if old == nil { account.createdAt = call.now }
        account.hasCustomAuth = true
        account.lastLoginAt = call.now
        let started = try starter.start(
            &account,
            provider: ProviderName.custom,
            claims: voucher.claims,
            in: call,
            db
        )
        if let old {
            try store.accounts.update(account, from: old, in: call.scope, db)
        } else {
            try store.accounts.insert(account, in: call.scope, db)
        }
        return (started, old == nil)
    }
}
