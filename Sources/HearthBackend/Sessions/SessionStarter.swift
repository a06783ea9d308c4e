internal import HearthCore
internal import HearthDatabase
internal import HearthTokens
internal import HearthWire

/// The tokens of a session that was just started or refreshed.
struct TokenSet: Sendable {
    let idToken: Secret<String>
    let refreshToken: Secret<String>
}

/// Starts sessions and issues their tokens.
///
/// A session is started inside the transaction that signs the user in; its token is signed after the commit, so
/// that signing, by far the slowest step, keeps nobody from the database.
struct SessionStarter: Sendable {
    let store: Store
    let issuer: TokenIssuer
    let environment: BackendEnvironment

    /// A session that was stored, and what its tokens will say.
    struct Started: Sendable {
        let account: Account
        let session: Session
        let refreshToken: Secret<String>
    }

    /// Stores a session of an account and notes the moment in the account, which the caller stores.
    ///
    /// A session that continues another one keeps its second factor: the proof of it.
    func start(
        _ account: inout Account,
        provider: String,
        claims: String? = nil,
        attributes: String? = nil,
        proof: SecondFactorProof? = nil,
        _ tx: borrowing Transaction
    ) throws -> Started {
        let session = Session(
            account: account.id,
            provider: provider,
            authTime: tx.now.seconds,
            secondFactor: proof?.kind,
            secondFactorID: proof?.id,
            claims: claims,
            attributes: attributes
        )
        let token = Secret(Base64.encode(environment.random.bytes(32)))
        try store.sessions.insert(session, token: token, tx)
        account.lastRefreshAt = tx.now
        return Started(account: account, session: session, refreshToken: token)
    }

    /// Signs the tokens of a stored session.
    func tokens(of started: Started, in call: Call) async throws(APIError) -> TokenSet {
        let claims = IdentityClaims.make(started.account, started.session, in: call.scope, now: call.now)
        return TokenSet(idToken: try await issuer.sign(claims), refreshToken: started.refreshToken)
    }
}

extension TokenFields {
    /// Puts the tokens of a session into an answer.
    mutating func fill(_ tokens: TokenSet) {
        idToken = tokens.idToken
        refreshToken = tokens.refreshToken
        expiresIn = DecimalString(IdentityClaims.lifetime.wholeSeconds)
    }
}
