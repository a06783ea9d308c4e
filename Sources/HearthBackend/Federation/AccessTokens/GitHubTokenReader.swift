internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Asks GitHub whose an access token is, and for which app.
struct GitHubTokenReader: AccessTokenReader {
    let api: String
    let clientID: String
    let secret: Secret<String>
    let calls: ProviderCalls

    func claims(of token: Secret<String>, tokenSecret: Secret<String>?) async throws(ProviderCallError) -> JSONObject {
        let owner = try await owner(of: token)
        let bearer = "Bearer \(token.reveal())"
        let user = try await calls.send("\(api)/user", authorization: bearer)
        guard let id = user["id"]?.integer, id == owner else { throw .refused }
        var claims = JSONObject()
        claims["sub"] = .string(String(id))
        claims["name"] = user["name"]
        claims["screen_name"] = user["login"]
        claims["picture"] = user["avatar_url"]
        if let email = try await email(bearer) {
            claims["email"] = .string(email.text)
            claims["email_verified"] = .bool(email.isVerified)
        }
        return claims
    }

    /// The user whose token it is, which GitHub tells only to the app that the token was given to.
    private func owner(of token: Secret<String>) async throws(ProviderCallError) -> Int64 {
        let pair = Base64.encode(Array("\(clientID):\(secret.reveal())".utf8), .standard)
        let body: JSONValue = ["access_token": .string(token.reveal())]
        let info = try await calls.send(
            "\(api)/applications/\(PercentEncoding.encode(clientID))/token",
            method: .post,
            authorization: "Basic \(pair)",
            body: ("application/json", JSON.serialize(body))
        )
        guard info["app"]?["client_id"]?.string == clientID, let id = info["user"]?["id"]?.integer else {
            throw .refused
        }
        return id
    }

    /// The first address of the user's; none if the app may not know it.
    private func email(_ bearer: String) async throws(ProviderCallError) -> (text: String, isVerified: Bool)? {
        do throws(ProviderCallError) {
            let emails = try await calls.send("\(api)/user/emails", authorization: bearer).array ?? []
            guard let primary = emails.first(where: { $0["primary"] == true }) else { return nil }
            return primary["email"]?.string.map { ($0, primary["verified"] == true) }
        } catch {
            guard error == .refused else { throw error }
            return nil
        }
    }
}
