internal import HearthCore
internal import HearthWire

/// What ``Auth`` and every ``User`` of it share.
final class AuthCore: Sendable {
    let caller: Caller
    let keeper: SessionKeeper
    let broadcast: SessionBroadcast
    /// Whether a web page for signing in is open.
    let isPresenting = Locked(false)
    /// How often a call is made whose tokens are refused: with its own, with those that another process has got, and with
    /// those of a credential that the service took without an answer.
    private static let mostAttempts = 3

    /// What was sent without an answer that arrived.
    let attempts = UnansweredAttempts()
    /// Proves, before a text message, that the real app asks for it.
    let push = PushVerification()

    init(caller: Caller, storage: any SessionStorage, stored: StoredSession? = nil) {
        let broadcast = SessionBroadcast()
        self.caller = caller
        self.broadcast = broadcast
        keeper = SessionKeeper(
            clock: caller.clock,
            storage: storage,
            broadcast: broadcast,
            stored: stored,
            random: caller.random
        ) { refreshToken in
            await caller.exchange(refreshToken)
        }
        if case .restoring = broadcast.snapshot {
            keeper.background.start(.restore) { [keeper] in await keeper.restore() }
        }
    }

    deinit {
        keeper.background.close()
    }

    var configuration: AuthConfiguration { caller.configuration }

    /// A snapshot with the means to act on it.
    func state(_ snapshot: SessionSnapshot) -> SessionState {
        switch snapshot {
        case .restoring: .restoring
        case .storageUnavailable(let reason): .storageUnavailable(reason)
        case .signedOut(let reason): .signedOut(reason)
        case .signedIn(let live): .signedIn(User(account: live.account, epoch: live.epoch, core: self))
        }
    }

    /// Calls the service in the name of a session.
    ///
    /// A token that the service does not accept is replaced, and the call made again; a session that the service says is
    /// over is ended, with the reason.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - epoch: The session that is meant.
    ///   - isIdempotent: Whether doing it twice does no harm. Defaults to no.
    ///   - request: Makes the request for an identity token: there is none without.
    /// - Returns: The response, which means that the service agreed.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/staleUser``: then nothing was sent.
    func call<Called: Operation>(
        _ operation: Called.Type,
        as epoch: UInt64,
        isIdempotent: Bool = false,
        _ request: @Sendable (Secret<String>) -> Called.Request
    ) async throws(AuthError) -> Called.Response {
        try await call(as: epoch) { (token) throws(AuthError) in
            try await caller.call(operation, request(token), isIdempotent: isIdempotent)
        }
    }

    /// Does something in the name of a session, with the same care.
    ///
    /// - Parameters:
    ///   - epoch: The session that is meant.
    ///   - work: Calls the service with an identity token.
    /// - Returns: What the work returns.
    /// - Throws: ``AuthError``.
    func call<Answer: Sendable>(
        as epoch: UInt64,
        _ work: @Sendable (Secret<String>) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        var live = try await keeper.fresh(epoch, .usable)
        var attempt = 1
        while true {
            do throws(AuthError) {
                return try await work(live.tokens.idToken)
            } catch {
                guard let reason = error.endOfSession else { throw error }
                let isFirst = attempt == 1
                guard attempt < Self.mostAttempts, await mayGoOn(live, error, reason, isFirst: isFirst) else {
                    await keeper.end(epoch, version: live.version, reason)
                    throw error
                }
            }
            live = try await keeper.fresh(epoch, .other(than: live.version))
            attempt += 1
        }
    }

    /// Whether a session whose tokens were refused may have others.
    private func mayGoOn(
        _ live: SessionKeeper.Live,
        _ error: AuthError,
        _ reason: SignOutReason,
        isFirst: Bool
    ) async -> Bool {
        // Another process may have the tokens that took the place of these.
        if reason == .revoked { await keeper.synchronize() }
        let isOvertaken = (try? await keeper.live(live.epoch).version) != live.version
        let isRescuable = reason == .revoked ? await keeper.hasRescue(live.epoch) : false
        return isOvertaken || isRescuable || (isFirst && error.code == .invalidUserToken)
    }

    /// Commits a sign-in as soon as there are tokens; the profile is asked for afterwards, and may fail.
    ///
    /// The new state is told once, with the profile if the service gave it.
    func adopt(
        _ response: some TokenFields,
        _ ticket: UInt64,
        _ decision: WriteLedger.Decision = .signIn,
        isNew: Bool
    ) async throws(AuthError) -> AuthDataResult {
        let (tokens, claims) = try caller.tokens(in: response)
        let live = try await keeper.signIn(ticket, Account(claims: claims), tokens, decision, isAnnounced: false)
        let account: Account
        do throws(AuthError) {
            account = try await reloadIfPossible(live.epoch, known: live.account)
        } catch {
            await keeper.announce(live.epoch)
            throw error
        }
        await keeper.announce(live.epoch)
        return AuthDataResult(
            user: User(account: account, epoch: live.epoch, core: self),
            additionalUserInfo: AdditionalUserInfo(isNewUser: isNew, providerID: claims.signInProvider)
        )
    }

    /// Asks the service for the account of a session, and keeps what it answers.
    func reload(_ epoch: UInt64) async throws(AuthError) -> Account {
        let response = try await call(LookUpAccount.self, as: epoch, isIdempotent: true) { token in
            LookUpAccount.Request { $0.idToken = token }
        }
        let live = try await keeper.live(epoch)
        guard let info = response.users?.first, info.localId == live.account.uid else {
            throw AuthError(.internalError, "the answer is about another account")
        }
        let signInProvider = try IDTokenClaims(reading: live.tokens.idToken).signInProvider
        return try await keeper.update(epoch) { $0.take(info, signInProvider: signInProvider) }
    }

    /// The account as the service has it now; what is known already if the service cannot be asked.
    ///
    /// - Throws: ``AuthError`` only if the session is over.
    func reloadIfPossible(_ epoch: UInt64, known: Account) async throws(AuthError) -> Account {
        do throws(AuthError) {
            return try await reload(epoch)
        } catch {
            if error.endOfSession != nil { throw error }
            return (try? await keeper.live(epoch).account) ?? known
        }
    }
}
