internal import HearthCore

/// The tokens of a session, with what is needed to know how fresh they are.
struct TokenSet: Sendable {
    /// The account that the identity token names.
    let subject: String
    let idToken: Secret<String>
    let refreshToken: Secret<String>
    let lifetime: Duration
    /// The wall clock when the tokens arrived; trusted only for as long as nothing better is known.
    let receivedAt: UnixTime
    /// The clock that never jumps when the tokens arrived, if it was in this process.
    let receivedUptime: Duration?

    /// Tokens that have just arrived.
    init(claims: IDTokenClaims, idToken: Secret<String>, refreshToken: Secret<String>, clock: AuthClock) {
        self.subject = claims.subject
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.lifetime = claims.lifetime
        self.receivedAt = clock.now()
        self.receivedUptime = clock.uptime()
    }

    /// Tokens from the storage.
    init(
        subject: String,
        idToken: Secret<String>,
        refreshToken: Secret<String>,
        lifetime: Duration,
        receivedAt: UnixTime
    ) {
        self.subject = subject
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.lifetime = lifetime
        self.receivedAt = receivedAt
        self.receivedUptime = nil
    }

    /// Whether both come from one sign-in, of which a refresh keeps the refresh token.
    func isSameSession(as other: TokenSet) -> Bool {
        refreshToken.reveal() == other.refreshToken.reveal()
    }

    /// How long the identity token will still be accepted.
    ///
    /// A wall clock that went backwards proves nothing: then the token counts as expired.
    func remaining(_ clock: AuthClock) -> Duration {
        let elapsed = receivedUptime.map { clock.uptime() - $0 } ?? clock.now() - receivedAt
        return elapsed < .zero ? .zero : lifetime - elapsed
    }

    /// Whether the identity token may be handed out without a refresh: five minutes are left, or half its life.
    func isFresh(_ clock: AuthClock) -> Bool {
        remaining(clock) > max(.zero, min(.seconds(300), lifetime / 2))
    }
}

extension TokenSet: Equatable {
    /// Whether both are the same tokens, whenever they arrived.
    static func == (lhs: TokenSet, rhs: TokenSet) -> Bool {
        lhs.refreshToken.reveal() == rhs.refreshToken.reveal() && lhs.idToken.reveal() == rhs.idToken.reveal()
    }
}
