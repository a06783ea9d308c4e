internal import HearthCore

extension User {
    /// How long ago the user last proved who they are, by the service's clock.
    ///
    /// The identity token tells when that was and when it was made itself; since then a clock that never jumps has
    /// counted. Nothing is sent.
    ///
    /// - Returns: The time; `nil` if the token does not tell.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/staleUser`` if the user is not signed in any more.
    public func authenticationAge() async throws(AuthError) -> Duration? {
        let tokens = try await core.keeper.live(epoch).tokens
        let claims = try IDTokenClaims(reading: tokens.idToken)
        guard let authenticatedAt = claims.authenticatedAt else { return nil }
        let elapsed = tokens.lifetime - tokens.remaining(core.caller.clock)
        return claims.issuedAt - authenticatedAt + elapsed
    }
}
