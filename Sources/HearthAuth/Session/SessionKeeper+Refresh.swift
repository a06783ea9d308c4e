internal import HearthCore

extension SessionKeeper {
    /// A refresh on its way: one for any number of callers who have the same session and the same tokens.
    struct Flight {
        let epoch: UInt64
        let version: UInt64
        let landing: Promise<Result<Live, AuthError>>
        let task: Task<Void, Never>
    }

    /// How fresh a token has to be.
    enum Freshness: Sendable {
        /// As it is, unless it expires within minutes.
        case usable
        /// From a refresh that ends after the call begins.
        case refreshed
        /// Any but the one of this version, which was refused.
        case other(than: UInt64)
    }

    /// The session with a token that is fresh enough.
    ///
    /// A caller who is cancelled returns at once; the refresh goes on for the others.
    ///
    /// - Parameters:
    ///   - epoch: The session that is meant; `nil` for whichever is there.
    ///   - freshness: How fresh the token has to be.
    /// - Returns: The session with its token.
    /// - Throws: ``AuthError``: what the refresh met, or that the session is not there.
    func fresh(_ epoch: UInt64?, _ freshness: Freshness) async throws(AuthError) -> Live {
        if case .restoring = phase { _ = await isDetermined.value() }
        guard !Task.isCancelled else { throw AuthError(.cancelled) }
        let live = try live(epoch)
        guard needsRefresh(live, freshness) else { return live }
        guard let outcome = await join(live, freshness).value() else { throw AuthError(.cancelled) }
        switch outcome {
        case .success(let refreshed):
            return refreshed
        case .failure(let error):
            // Who only wants a usable token may have the old one for as long as it is accepted.
            if case .usable = freshness, error.isTransient, let same = try? self.live(live.epoch),
                same.tokens.remaining(clock) > .seconds(10)
            {
                return same
            }
            // Another user is signed in now, and the caller did not ask for a certain one.
            guard epoch == nil, error.code == .staleUser else { throw error }
            return try await fresh(try self.live(nil).epoch, freshness)
        }
    }

    private func needsRefresh(_ live: Live, _ freshness: Freshness) -> Bool {
        switch freshness {
        case .usable: !live.tokens.isFresh(clock)
        case .refreshed: true
        case .other(let version): live.version == version
        }
    }

    private func join(_ live: Live, _ freshness: Freshness) -> Promise<Result<Live, AuthError>> {
        if let flight, flight.epoch == live.epoch, flight.version == live.version { return flight.landing }
        let landing = Promise<Result<Live, AuthError>>()
        let task = Task {
            let (basis, outcome) = await newTokens(live, freshness)
            // An older flight must not clear away a newer one.
            if flight?.landing === landing { flight = nil }
            landing.fulfil(land(outcome, of: basis))
        }
        flight = Flight(epoch: live.epoch, version: live.version, landing: landing, task: task)
        return landing
    }

    /// Tokens from the service, or from another process that shares the storage and was there first.
    ///
    /// - Returns: The session that the tokens are for, as it was when they were asked for, and the tokens.
    private func newTokens(_ live: Live, _ freshness: Freshness) async -> (Live, Result<TokenSet, AuthError>) {
        await synchronize()
        guard case .signedIn(let current) = phase, current.epoch == live.epoch else {
            return (live, .failure(AuthError(.staleUser)))
        }
        if !needsRefresh(current, freshness), current.version != live.version, current.tokens.isFresh(clock) {
            return (current, .success(current.tokens))
        }
        let outcome = await exchange(current.tokens.refreshToken)
        guard case .failure(let error) = outcome, error.endOfSession == .revoked else { return (current, outcome) }
        do throws(AuthError) {
            guard let rescued = try await rescuedTokens(of: current) else { return (current, outcome) }
            return (current, .success(rescued))
        } catch {
            // The session is not over before every credential was refused.
            return (current, .failure(error))
        }
    }

    /// Commits what a refresh brought, if the session and its tokens are still those that it began with.
    private func land(_ outcome: Result<TokenSet, AuthError>, of old: Live) -> Result<Live, AuthError> {
        guard case .signedIn(var live) = phase, live.epoch == old.epoch else { return .failure(AuthError(.staleUser)) }
        // Someone else brought newer tokens, by changing the password for example: those count.
        guard live.version == old.version else { return .success(live) }
        switch outcome {
        case .success(let tokens):
            guard tokens.subject == live.account.uid else {
                return .failure(AuthError(.internalError, "the service answered with another account's tokens"))
            }
            guard tokens != live.tokens else { return .success(live) }
            replaceTokens(of: &live, with: tokens)
            // The service has accepted these.
            left = []
            enter(.signedIn(live))
            persist()
            return .success(live)
        case .failure(let error):
            if let reason = error.endOfSession { end(live.epoch, version: live.version, reason) }
            return .failure(error)
        }
    }
}

extension AuthError {
    /// Why the session is over, if the service said so for certain.
    var endOfSession: SignOutReason? {
        switch code {
        case .userTokenExpired, .invalidRefreshToken, .invalidUserToken: .revoked
        case .userDisabled: .disabled
        case .userNotFound where serverCode == "USER_NOT_FOUND": .deleted
        default: nil
        }
    }
}
