internal import HearthCore
internal import HearthJSON

/// The token was issued, its user signed in, and it has not expired.
struct LifetimePolicy: TokenPolicy {
    let clockSkew: Duration

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard let expiresAt = token.moment("exp"), let issuedAt = token.moment("iat"),
            let authenticatedAt = token.moment("auth_time"), issuedAt < expiresAt
        else { throw .invalidLifetime }
        // The current time must be before `exp`: https://www.rfc-editor.org/rfc/rfc7519#section-4.1.4
        guard now - clockSkew < expiresAt else { throw .expired }
        var starts = [issuedAt, authenticatedAt]
        if token.jws.payload["nbf"] != nil {
            guard let start = token.moment("nbf") else { throw .invalidLifetime }
            starts.append(start)
        }
        guard starts.allSatisfy({ $0 <= now + clockSkew }) else { throw .notYetValid }
    }
}
