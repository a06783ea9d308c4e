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
        let latest = now + clockSkew
        guard issuedAt <= latest, authenticatedAt <= latest else { throw .notYetValid }
        guard token.jws.payload["nbf"] != nil else { return }
        guard let start = token.moment("nbf") else { throw .invalidLifetime }
        guard start <= latest else { throw .notYetValid }
    }
}
