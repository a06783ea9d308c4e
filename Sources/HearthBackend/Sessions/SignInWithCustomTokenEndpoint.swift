internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// Starts a session with a custom token, which the project's own server signed.
struct SignInWithCustomTokenEndpoint: Endpoint {
    typealias Op = SignInWithCustomToken

    let store: Store
    let writer: AccountWriter
    let customTokens: CustomTokenReader
    let starter: SessionStarter

    func respond(
        to request: SignInWithCustomToken.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithCustomToken.Response {
        guard let token = request.token, !token.reveal().isEmpty else { throw APIError(.missingCustomToken) }
        let custom = try await customTokens.read(token, in: call)
        let (started, isNew) = try await store.write(call) { tx in try signIn(custom, tx) }
        var response = SignInWithCustomToken.Response {
            $0.kind = "identitytoolkit#VerifyCustomTokenResponse"
            $0.isNewUser = isNew
        }
        response.fill(try await starter.tokens(of: started, in: call))
        return response
    }

    private func signIn(
        _ token: CustomTokenReader.CustomToken,
        _ tx: borrowing Transaction
    ) throws -> (SessionStarter.Started, isNew: Bool) {
        let old = try store.accounts.find(token.uid, tx)
        if old?.isDisabled == true { throw APIError(.userDisabled) }
        var account = old ?? Account(id: token.uid)
        if old == nil { account.createdAt = tx.now }
        account.hasCustomAuth = true
        let stored =
            if let old {
                try writer.change(old, to: account, by: .credential, tx).account
            } else {
                try writer.create(account, tx)
            }
        let started = try starter.start(
            stored,
            provider: .custom,
            claims: token.claims,
            isSignIn: true,
            tx
        )
        return (started, old == nil)
    }
}
