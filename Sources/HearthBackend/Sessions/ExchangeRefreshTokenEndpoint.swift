internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Trades a refresh token for a new identity token; the refresh token stays, as in production.
struct ExchangeRefreshTokenEndpoint: Endpoint {
    typealias Op = ExchangeRefreshToken

    let policy: Policy
    let store: Store
    let starter: SessionStarter

    func respond(
        to request: ExchangeRefreshToken.Request,
        in call: Call
    ) async throws(APIError) -> ExchangeRefreshToken.Response {
        guard let grant = request.grantType, !grant.isEmpty else { throw APIError(.missingGrantType) }
        guard grant == "refresh_token" else { throw APIError(.invalidGrantType) }
        guard let token = request.refreshToken, !token.reveal().isEmpty else { throw APIError(.missingRefreshToken) }
        var call = call
        let (started, scope) = try await store.write(call) { tx in try refresh(token, tx) }
        call.scope = scope
        let tokens = try await starter.tokens(of: started, in: call)
        return ExchangeRefreshToken.Response {
            $0.accessToken = tokens.idToken
            $0.idToken = tokens.idToken
            $0.expiresIn = DecimalString(IdentityClaims.lifetime.wholeSeconds)
            $0.tokenType = "Bearer"
            $0.refreshToken = tokens.refreshToken
            $0.userId = started.account.id.rawValue
            $0.projectId = ProjectNumber.value
        }
    }

    private func refresh(
        _ token: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> (SessionStarter.Started, Scope) {
        let (found, account) = try usable(token, tx)
        let tx = tx.within(found.scope)
        try store.accounts.touch(account.id, isSignIn: false, tx)
        try store.sessions.touch(token, tx)
        return (SessionStarter.Started(account: account, session: found.session, refreshToken: token), found.scope)
    }

    /// The session and the account of a refresh token that can be traded.
    ///
    /// - Throws: `APIError`, for example `INVALID_REFRESH_TOKEN` or `USER_DISABLED`.
    func usable(_ token: Secret<String>, _ tx: borrowing Transaction) throws -> (StoredSession, Account) {
        guard let found = try store.sessions.find(token, tx) else { throw APIError(.invalidRefreshToken) }
        let scope = found.scope
        // A key that stands for a project is good for its users only; a default key says nothing in the emulator.
        if policy.checksRevocationOnRefresh, tx.scope.project != scope.project { throw APIError(.invalidRefreshToken) }
        if let tenant = tx.scope.tenant, tenant != scope.tenant { throw APIError(.tenantIDMismatch) }
        let tx = tx.within(scope)
        try store.tenants.refuseClosed(tx)
        guard let account = try store.accounts.find(found.session.account, tx) else {
            throw APIError(policy.checksRevocationOnRefresh ? .userNotFound : .invalidRefreshToken)
        }
        if account.isDisabled { throw APIError(.userDisabled) }
        // By when the session began, not by `auth_time`: the user who has just changed the password stays signed in.
        if found.isEnded || isRevoked(found, by: account) {
            throw APIError(policy.checksRevocationOnRefresh ? .tokenExpired : .invalidRefreshToken)
        }
        return (found, account)
    }

    private func isRevoked(_ found: StoredSession, by account: Account) -> Bool {
        guard policy.checksRevocationOnRefresh, let since = account.validSince else { return false }
        return found.createdAt.seconds < since
    }
}
