internal import HearthCore
internal import HearthWire

extension Caller {
    /// Trades a refresh token for new tokens.
    func exchange(_ refreshToken: Secret<String>) async -> Result<TokenSet, AuthError> {
        do throws(AuthError) {
            // The token knows its tenant, which need not be that of the next sign-in.
            let request = ExchangeRefreshToken.Request {
                $0.grantType = "refresh_token"
                $0.refreshToken = refreshToken
            }
            let response = try await call(ExchangeRefreshToken.self, request, isIdempotent: true)
            guard let idToken = response.idToken ?? response.accessToken else { throw Self.noTokens }
            return .success(try tokenSet(idToken, response.refreshToken ?? refreshToken).tokens)
        } catch {
            return .failure(error)
        }
    }

    /// The tokens in an answer that must have some.
    func tokens(in response: some TokenFields) throws(AuthError) -> (tokens: TokenSet, claims: IDTokenClaims) {
        guard let tokens = try tokensIfAny(in: response) else { throw Self.noTokens }
        return tokens
    }

    /// The tokens in an answer that may have some.
    func tokensIfAny(
        in response: some TokenFields
    ) throws(AuthError) -> (tokens: TokenSet, claims: IDTokenClaims)? {
        guard let idToken = response.idToken, let refreshToken = response.refreshToken,
            !idToken.reveal().isEmpty, !refreshToken.reveal().isEmpty
        else { return nil }
        return try tokenSet(idToken, refreshToken)
    }

    private func tokenSet(
        _ idToken: Secret<String>,
        _ refreshToken: Secret<String>
    ) throws(AuthError) -> (tokens: TokenSet, claims: IDTokenClaims) {
        let claims = try IDTokenClaims(reading: idToken)
        return (TokenSet(claims: claims, idToken: idToken, refreshToken: refreshToken, clock: clock), claims)
    }

    private static let noTokens = AuthError(.internalError, "the answer has no tokens")
}
