internal import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Reads the assertions with which service accounts ask for access tokens.
///
/// An assertion counts for an hour at most, and as often as it is shown in it, as with Google.
struct AssertionReader: Sendable {
    private typealias Refusal = TokenEndpoint.Refusal

    /// What the official SDKs write as audience, wherever they send the assertion.
    private static let audiences: Set<String> = [
        "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
        "https://accounts.google.com/o/oauth2/token",
    ]
    private static let longestLifetime: Int64 = 3600
    /// How far the clock of an account's server may be ahead, in seconds.
    private static let clockSkew: Int64 = 60
    private static let mostScopes = 50

    let store: Store

    /// Reads an assertion.
    ///
    /// - Throws: `TokenEndpoint.Refusal`, or `APIError` if the storage fails.
    func read(_ text: String, in call: Call) async throws -> AccessToken {
        guard let jws = try? CompactJWS(text), jws.header["alg"] == "RS256", Self.hasPlainHeader(jws) else {
            throw Self.badSignature
        }
        let name = jws.payload["iss"]?.string ?? ""
        let found = try await store.read { db in
            try store.serviceAccounts.find(name, db).map { account in
                (account, try store.serviceAccounts.keys(of: account, held: .owner, db))
            }
        }
        guard let (account, keys) = found, account.email == name else {
            throw Refusal(error: "invalid_grant", description: "Invalid grant: account not found")
        }
        guard let key = keys.first(where: { Self.isSigned(jws, by: $0) }) else { throw Self.badSignature }
        try checkAudience(of: jws.payload, in: call)
        try Self.checkTimes(of: jws.payload, at: call.now)
        if let subject = jws.payload["sub"], subject.string != account.email {
            throw Refusal(
                status: 401,
                error: "unauthorized_client",
                description: "The account speaks for itself alone: 'sub' has to be its address, or left out."
            )
        }
        return AccessToken(
            project: account.project,
            email: account.email,
            uniqueID: account.uniqueID,
            keyID: key.id,
            scopes: try Self.scopes(of: jws.payload),
            expiresAt: call.now + AccessTokens.lifetime
        )
    }

    private static let badSignature = Refusal(error: "invalid_grant", description: "Invalid JWT Signature.")

    /// No key that comes along or is pointed to, and no extension.
    private static func hasPlainHeader(_ jws: CompactJWS) -> Bool {
        ["crit", "b64", "jku", "jwk", "x5u", "x5c"].allSatisfy { jws.header[$0] == nil }
    }

    /// Key files that were made elsewhere name the key in their own way: every key is tried, and there are few.
    private static func isSigned(_ jws: CompactJWS, by key: StoredServiceAccountKey) -> Bool {
        guard let publicKey = try? RSAPublicKey(pem: key.publicKey) else { return false }
        return publicKey.verifyRS256(jws.signature, over: jws.signedBytes)
    }

    private func checkAudience(of claims: JSONObject, in call: Call) throws(TokenEndpoint.Refusal) {
        let own = call.baseURL + TokenEndpoint.path
        guard let audience = claims["aud"]?.string, audience == own || Self.audiences.contains(audience) else {
            throw Refusal(error: "invalid_grant", description: "Invalid JWT: Failed audience check.")
        }
    }

    private static func checkTimes(of claims: JSONObject, at now: UnixTime) throws(TokenEndpoint.Refusal) {
        guard let start = claims["iat"]?.integer, let end = claims["exp"]?.integer, end > now.seconds,
            start <= now.seconds + clockSkew, end > start, start >= end - longestLifetime
        else {
            throw Refusal(
                error: "invalid_grant",
                description: """
                    Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your \
                    iat and exp values in the JWT claim.
                    """
            )
        }
    }

    private static func scopes(of claims: JSONObject) throws(TokenEndpoint.Refusal) -> Set<AccessScope> {
        let words = (claims["scope"]?.string ?? "").split(separator: " ")
        let scopes = words.compactMap { AccessScope(url: $0) }
        guard !words.isEmpty, words.count <= mostScopes, scopes.count == words.count else {
            throw Refusal(
                error: "invalid_scope",
                description: "Invalid OAuth scope or ID token audience provided."
            )
        }
        return Set(scopes)
    }
}
