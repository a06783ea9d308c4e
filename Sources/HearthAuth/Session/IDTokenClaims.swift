internal import HearthCore
internal import HearthJSON

/// What an identity token says, believed only as far as the service that just sent it is.
struct IDTokenClaims: Sendable {
    let document: JSONValue
    let subject: String
    let issuedAt: UnixTime
    let expiresAt: UnixTime

    /// Reads a token without verifying its signature: that is the business of servers.
    init(reading token: Secret<String>) throws(AuthError) {
        let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.decode(parts[1].utf8), let document = try? JSON.parse(payload),
            let subject = document["sub"]?.string, UserID(rawValue: subject) != nil,
            let issuedAt = document["iat"]?.integer, let expiresAt = document["exp"]?.integer, expiresAt > issuedAt
        else { throw AuthError(.malformedJWT, "an identity token could not be read") }
        self.document = document
        self.subject = subject
        self.issuedAt = UnixTime(seconds: issuedAt)
        self.expiresAt = UnixTime(seconds: expiresAt)
    }

    /// How long the token is accepted, by the service's clock alone.
    var lifetime: Duration { expiresAt - issuedAt }

    /// When the user last proved who they are.
    var authenticatedAt: UnixTime? { document["auth_time"]?.integer.map { UnixTime(seconds: $0) } }

    /// The way in, for example `password` or `anonymous`.
    var signInProvider: String? { document["firebase"]?["sign_in_provider"]?.string }

    /// The kind of the second factor that was shown, for example `phone`.
    var signInSecondFactor: String? { document["firebase"]?["sign_in_second_factor"]?.string }
}
