internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON

/// Asks Facebook whose an access token is, and for which app.
struct FacebookTokenReader: AccessTokenReader {
    let graph: String
    let appID: String
    let secret: Secret<String>
    let calls: ProviderCalls

    func claims(of token: Secret<String>, tokenSecret: Secret<String>?) async throws(ProviderCallError) -> JSONObject {
        let owner = try await owner(of: token)
        let user = try await calls.send(
            "\(graph)/me",
            query: ["fields": "id,name,first_name,last_name,email,picture", "appsecret_proof": proof(of: token)],
            authorization: "Bearer \(token.reveal())"
        )
        guard user["id"]?.string == owner else { throw .refused }
        var claims = JSONObject()
        claims["sub"] = .string(owner)
        claims["name"] = user["name"]
        claims["given_name"] = user["first_name"]
        claims["family_name"] = user["last_name"]
        claims["email"] = user["email"]
        claims["picture"] = user["picture"]?["data"]?["url"]
        return claims
    }

    private func owner(of token: Secret<String>) async throws(ProviderCallError) -> String {
        let info = try await calls.send(
            "\(graph)/debug_token",
            query: ["input_token": token.reveal()],
            authorization: "Bearer \(appID)|\(secret.reveal())"
        )
        guard let data = info["data"], data["is_valid"] == true, data["app_id"]?.string == appID,
            let user = data["user_id"]?.string, !user.isEmpty
        else { throw .refused }
        return user
    }

    /// Shows that the call comes from the app's own server.
    private func proof(of token: Secret<String>) -> String {
        Hex.encode(HMAC(key: Secret(Array(secret.reveal().utf8))).authenticate(Array(token.reveal().utf8)))
    }
}
