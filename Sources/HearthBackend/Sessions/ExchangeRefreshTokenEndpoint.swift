internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Trades a refresh token for a new identity token; the refresh token stays, as in production.
struct ExchangeRefreshTokenEndpoint: Endpoint {
    typealias Op = ExchangeRefreshToken

    let profile: BackendConfiguration.Profile
    let store: Store
    let starter: SessionStarter

    func respond(
        to request: ExchangeRefreshToken.Request,
        in call: Call
    ) async throws(APIError) -> ExchangeRefreshToken.Response {
        guard let grant = request.grantType, !grant.isEmpty else { throw APIError("MISSING_GRANT_TYPE") }
        guard grant == "refresh_token" else { throw APIError("INVALID_GRANT_TYPE") }
        guard let token = request.refreshToken, !token.reveal().isEmpty else { throw APIError("MISSING_REFRESH_TOKEN") }
        var call = call
        let (started, scope) = try await store.write { [call] db in try refresh(token, in: call, db) }
        call.scope = scope
        let tokens = try await starter.tokens(of: started, in: call)
        return ExchangeRefreshToken.Response {
            $0.accessToken = tokens.idToken
            $0.idToken = tokens.idToken
            $0.expiresIn = DecimalString(IdentityClaims.lifetime.wholeSeconds)
            $0.tokenType = "Bearer"
            $0.refreshToken = tokens.refreshToken
            $0.userId = started.account.id
            $0.projectId = ProjectNumber.value
        }
    }

    private func refresh(
        _ token: Secret<String>,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> (SessionStarter.Started, Scope) {
        guard let found = try store.sessions.find(token, db) else { throw APIError("INVALID_REFRESH_TOKEN") }
        let scope = found.scope
        // A key that stands for a project is good for its users only; a default key says nothing in the emulator.
        if profile == .strict, scope.project != call.scope.project { throw APIError("INVALID_REFRESH_TOKEN") }
        if let tenant = call.scope.tenant, tenant != scope.tenant { throw APIError("TENANT_ID_MISMATCH") }
        guard let account = try store.accounts.find(found.session.account, in: scope, db) else {
            throw APIError(profile == .strict ? "USER_NOT_FOUND" : "INVALID_REFRESH_TOKEN")
        }
        if account.isDisabled { throw APIError("USER_DISABLED") }
        // By when the session began, not by `auth_time`: whoever has just changed a password stays signed in.
        if found.isEnded || isRevoked(found, by: account) {
            throw APIError(profile == .strict ? "TOKEN_EXPIRED" : "INVALID_REFRESH_TOKEN")
        }
        try store.accounts.touch(account.id, lastRefreshAt: call.now, in: scope, db)
        try store.sessions.touch(token, now: call.now, db)
        return (SessionStarter.Started(account: account, session: found.session, refreshToken: token), scope)
    }

    private func isRevoked(_ found: StoredSession, by account: Account) -> Bool {
        guard profile == .strict, let since = account.validSince else { return false }
        return found.createdAt.seconds < since
    }
}
