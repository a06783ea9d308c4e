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
/// that signing, by far the slowest step, does not hold the database.
final class SessionStarter: Sendable {
    let policy: Policy
    let store: Store
    let issuer: TokenIssuer
    let environment: BackendEnvironment

    init(policy: Policy, store: Store, issuer: TokenIssuer, environment: BackendEnvironment) {
        self.policy = policy
        self.store = store
        self.issuer = issuer
        self.environment = environment
    }

    /// A session that was stored, and what its tokens will say.
    final class Started: Sendable {
        let account: Account
        let session: Session
        let refreshToken: Secret<String>

        init(account: Account, session: Session, refreshToken: Secret<String>) {
            self.account = account
            self.session = session
            self.refreshToken = refreshToken
        }
    }

    /// Stores a session of an account, and notes in the account that it was issued tokens.
    ///
    /// - Parameters:
    ///   - account: The account as it is stored.
    ///   - provider: How the user signed in.
    ///   - claims: Claims of the session, as JSON text.
    ///   - attributes: What the provider told beside the user's identity, as JSON text.
    ///   - proof: The second factor that was shown; a session that continues another one keeps it.
    ///   - authTime: When a credential was proved; now unless the session continues another one.
    ///   - isSignIn: Whether the user has signed in, rather than changed the account.
    ///   - tx: The transaction.
    /// - Returns: The session.
    /// - Throws: `DatabaseError` if the storage fails.
    func start(
        _ account: Account,
        provider: ProviderID,
        claims: String? = nil,
        attributes: String? = nil,
        proof: SecondFactorProof? = nil,
        authTime: Int64? = nil,
        isSignIn: Bool = false,
        _ tx: borrowing Transaction
    ) throws -> Started {
        let session = Session(
            account: account.id,
            provider: provider,
            authTime: authTime ?? tx.now.seconds,
            secondFactor: proof?.kind,
            secondFactorID: proof?.id,
            claims: claims,
            attributes: attributes
        )
        let token = SessionKey.makeToken(at: tx.now, environment.random)
        try store.sessions.insert(session, token: token, tx)
        let isNoted = account.lastRefreshAt == tx.now && (!isSignIn || account.lastLoginAt == tx.now)
        if !isNoted { try store.accounts.touch(account.id, isSignIn: isSignIn, tx) }
        if isSignIn { tx.call.record?.note([SecurityEvent(kind: .signIn, account: account.id, method: provider)]) }
        return Started(account: account, session: session, refreshToken: token)
    }

    /// Signs the tokens of a stored session.
    func tokens(of started: Started, in call: Call) async throws(APIError) -> TokenSet {
        let id = policy.bindsTokensToSessions ? Base64.encode(SessionKey.of(started.refreshToken)) : nil
        let claims = IdentityClaims.make(started.account, started.session, id: id, in: call.scope, now: call.now)
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
