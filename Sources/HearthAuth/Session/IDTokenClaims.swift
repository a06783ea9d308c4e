internal import HearthCore
internal import HearthJSON
internal import HearthTokens

/// What an identity token says, believed only as far as the service that just sent it is.
struct IDTokenClaims: Sendable {
    let document: JSONValue
    let subject: String
    let issuedAt: UnixTime
    let expiresAt: UnixTime

    /// Reads a token without verifying its signature: that is the business of servers.
    init(reading token: Secret<String>) throws(AuthError) {
        guard let token = try? UnverifiedToken(token.reveal()), let issuedAt = token.unverifiedIssuedAt,
            let expiresAt = token.unverifiedExpiresAt, expiresAt > issuedAt,
            let subject = token.unverifiedClaims["sub"]?.string, UserID(rawValue: subject) != nil
        else { throw AuthError(.malformedJWT, "an identity token could not be read") }
        self.document = .object(token.unverifiedClaims)
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// How long the token is accepted, by the service's clock alone.
    var lifetime: Duration { expiresAt - issuedAt }

    /// When the user last proved who they are.
    var authenticatedAt: UnixTime? { document["auth_time"]?.integer.map { UnixTime(seconds: $0) } }

    /// The sign-in method, for example `password` or `anonymous`.
    var signInProvider: String? { document["firebase"]?["sign_in_provider"]?.string }

    /// The kind of the second factor that was shown, for example `phone`.
    var signInSecondFactor: String? { document["firebase"]?["sign_in_second_factor"]?.string }
}
