internal import HearthCore

/// A credential that the service may have given to the account although its answer did not arrive.
///
/// Where it has, it has ended the session's tokens too: then the credential is what the session goes on with. So are the
/// tokens of another session of the account that this one took the place of, should the service refuse this one's.
struct Rescue: Sendable {
    let epoch: UInt64
    /// Whether a call that changes the account may still bring new tokens.
    var isUnderWay = true
    /// Gets tokens for the account by the credential, and makes no account.
    let attempt: @Sendable () async throws(AuthError) -> TokenSet
}

extension SessionKeeper {
    /// How many credentials are tried before a session counts as over.
    private static let mostRescues = 3

    /// Remembers a credential before it is sent.
    func expect(_ rescue: Rescue) {
        guard case .signedIn(let live) = phase, live.epoch == rescue.epoch else { return }
        rescues = rescues.suffix(Self.mostRescues - 1) + [rescue]
    }

    /// Forgets every credential: the service has answered.
    func settle(_ epoch: UInt64) {
        rescues.removeAll { $0.epoch == epoch }
    }

    /// Forgets the tokens of sessions that this process has left: the service has renewed those of the present one.
    func forgetLeftSessions(_ epoch: UInt64) {
        rescues.removeAll { $0.epoch == epoch && !$0.isUnderWay }
    }

    /// Whether a session may go on although its tokens are over.
    func hasRescue(_ epoch: UInt64) -> Bool {
        rescues.contains { $0.epoch == epoch }
    }

    /// Whether a call may still bring tokens to a session whose tokens are over.
    func awaitsTokens(_ epoch: UInt64) -> Bool {
        rescues.contains { $0.epoch == epoch && $0.isUnderWay }
    }

    /// Remembers the tokens of a session of the same account that this process has left for the present one.
    ///
    /// Two processes may have signed in, or changed the password, at the same time: then only the service knows which of
    /// the two pairs it still accepts.
    func remember(_ old: KeptSession) {
        guard case .signedIn(let live) = phase, old.account.uid == live.account.uid, old.tokens != live.tokens else {
            return
        }
        let exchange = exchange
        expect(
            Rescue(epoch: live.epoch, isUnderWay: false) { () throws(AuthError) in
                try await exchange(old.tokens.refreshToken).get()
            }
        )
    }

    /// The tokens that one of the credentials brings, if it is the account's.
    ///
    /// - Returns: The tokens; `nil` if none of the credentials signs in to the account.
    /// - Throws: ``AuthError`` if the service could not be asked about one of them, so that nothing is known yet.
    func rescuedTokens(of live: Live) async throws(AuthError) -> TokenSet? {
        var obstacle: AuthError?
        for rescue in rescues.reversed() where rescue.epoch == live.epoch {
            do throws(AuthError) {
                let tokens = try await rescue.attempt()
                if tokens.subject == live.account.uid { return tokens }
            } catch {
                if error.isTransient || error.code == .cancelled { obstacle = error }
            }
        }
        if let obstacle { throw obstacle }
        return nil
    }
}
