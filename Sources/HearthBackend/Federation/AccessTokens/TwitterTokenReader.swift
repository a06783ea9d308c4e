internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Asks Twitter whose an access token is: the call is signed with the app's secret and the token's, and Twitter answers it
/// only if it gave the token to the app.
struct TwitterTokenReader: AccessTokenReader {
    let api: String
    let consumer: OAuthSignature.Pair
    let calls: ProviderCalls
    let environment: BackendEnvironment

    func claims(of token: Secret<String>, tokenSecret: Secret<String>?) async throws(ProviderCallError) -> JSONObject {
        guard let tokenSecret else { throw .refused }
        let signature = OAuthSignature(
            consumer: consumer,
            token: OAuthSignature.Pair(key: token.reveal(), secret: tokenSecret),
            nonce: environment.random.alphanumeric(32),
            timestamp: environment.now().seconds
        )
        let address = "\(api)/account/verify_credentials.json"
        let parameters = [("include_email", "true"), ("skip_status", "true")]
        var query = FormParameters()
        for (name, value) in parameters { query.append(name, value) }
        let user = try await calls.send(
            address,
            query: query,
            authorization: signature.authorization(.get, address, parameters)
        )
        guard let id = user["id_str"]?.string, !id.isEmpty else { throw .refused }
        var claims = JSONObject()
        claims["sub"] = .string(id)
        claims["name"] = user["name"]
        claims["screen_name"] = user["screen_name"]
        claims["email"] = user["email"]
        claims["picture"] = user["profile_image_url_https"]
        return claims
    }
}
