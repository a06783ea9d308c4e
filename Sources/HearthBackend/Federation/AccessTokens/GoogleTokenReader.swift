internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Asks Google whose an access token is, and for which client.
struct GoogleTokenReader: AccessTokenReader {
    let tokens: String
    let users: String
    let clientIDs: Set<String>
    let calls: ProviderCalls

    func claims(of token: Secret<String>, tokenSecret: Secret<String>?) async throws(ProviderCallError) -> JSONObject {
        let form: FormParameters = ["access_token": token.reveal()]
        let info = try await calls.send(
            tokens,
            method: .post,
            body: ("application/x-www-form-urlencoded", Array(form.encoded.utf8))
        )
        guard let audience = info["aud"]?.string, clientIDs.contains(audience),
            let subject = info["sub"]?.string, !subject.isEmpty
        else { throw .refused }
        let user = try await calls.send(users, authorization: "Bearer \(token.reveal())")
        guard let claims = user.object, claims["sub"]?.string == subject else { throw .refused }
        return claims
    }
}
