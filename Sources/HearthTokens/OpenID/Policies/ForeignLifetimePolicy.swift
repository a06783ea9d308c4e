internal import HearthCore
internal import HearthJSON

/// The token was issued and has not expired.
///
/// Other providers need not say when the user signed in.
struct ForeignLifetimePolicy: TokenPolicy {
    let clockSkew: Duration

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard let expiresAt = token.moment("exp"), let issuedAt = token.moment("iat"), issuedAt < expiresAt else {
            throw .invalidLifetime
        }
        guard now - clockSkew < expiresAt else { throw .expired }
        guard issuedAt <= now + clockSkew else { throw .notYetValid }
        guard token.jws.payload["nbf"] != nil else { return }
        guard let start = token.moment("nbf") else { throw .invalidLifetime }
        guard start <= now + clockSkew else { throw .notYetValid }
    }
}
