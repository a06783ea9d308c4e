internal import HearthCore
internal import HearthTokens
internal import HearthWire

/// Gives a provider's token back, so that the user's consent ends.
///
/// The emulator's providers are made up: there is nothing to give back, and nothing is kept.
struct RevokeTokenEndpoint: Endpoint {
    typealias Op = RevokeToken

    let policy: Policy
    let store: Store
    let identityTokens: IdentityTokenReader
    let providers: Providers

    func respond(to request: RevokeToken.Request, in call: Call) async throws(APIError) -> RevokeToken.Response {
        guard let idToken = request.idToken else { throw APIError(.missingIDToken) }
        guard let text = request.providerId?.lowercased(), !text.isEmpty else { throw APIError(.missingProviderID) }
        guard let name = ProviderID(rawValue: text) else { throw APIError(.invalidProviderID) }
        guard let token = request.token, !token.reveal().isEmpty else { throw APIError(.missingToken) }
        guard let kind = request.tokenType?.named, [.refreshToken, .accessToken, .code].contains(kind) else {
            throw APIError(.invalidTokenType)
        }
        var call = call
        let caller = try await identityTokens.read(idToken, in: &call)
        try await store.read(call) { tx in _ = try identityTokens.account(of: caller, tx) }
        guard !policy.believesEveryProvider else { return RevokeToken.Response() }
        try await revoke(token, kind, at: try await providers.provider(name, in: call), in: call)
        return RevokeToken.Response()
    }

    private func revoke(
        _ token: Secret<String>,
        _ kind: RevocableToken,
        at provider: Provider,
        in call: Call
    ) async throws(APIError) {
        guard let client = provider.client else { throw .unknownProvider }
        let exchange = kind == .code ? try await provider.tokenEndpoint() : nil
        let endpoint = try await provider.revocationEndpoint()
        try await provider.ask { () throws(OAuthError) in
            var (token, hint) = (token, kind == .accessToken ? "access_token" : "refresh_token")
            if let exchange {
                // An app's own code was brought by no browser: there is no address and no proof key.
                let grant = try await client.exchange(
                    token,
                    at: exchange,
                    redirectURI: nil,
                    verifier: nil,
                    now: call.now
                )
                guard let given = grant.refreshToken ?? grant.accessToken else {
                    throw OAuthError(.malformed, "the code is good for no token that can be given back")
                }
                (token, hint) = (given, grant.refreshToken == nil ? "access_token" : "refresh_token")
            }
            try await client.revoke(token, hint: hint, at: endpoint, now: call.now)
        }
    }
}
