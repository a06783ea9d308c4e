internal import HearthCore

/// A credential that the service may have given to the account although its answer did not arrive.
///
/// Where it has, it has ended the session's tokens too: then the credential is what the session goes on with.
struct Rescue: Sendable {
    let epoch: UInt64
    /// Signs in with the credential, to an account that exists.
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

    /// Remembers tokens of the same account in whose place others have come.
    ///
    /// Two processes may have signed in, or changed the password, at the same moment: then only the service knows which of
    /// the two pairs of tokens it accepts. Those that were left are tried when it refuses the others.
    func leave(_ tokens: TokenSet) {
        guard case .signedIn(let live) = phase, tokens.subject == live.account.uid,
            !tokens.isSameSession(as: live.tokens)
        else { return }
        left.removeAll { $0.isSameSession(as: tokens) || $0.isSameSession(as: live.tokens) }
        left = left.suffix(Self.mostRescues - 1) + [tokens]
    }

    /// Whether a session may go on although its tokens are over.
    func hasRescue(_ epoch: UInt64) -> Bool {
        guard case .signedIn(let live) = phase, live.epoch == epoch else { return false }
        return !left.isEmpty || rescues.contains { $0.epoch == epoch }
    }

    /// The tokens with which a session goes on whose own were refused: those of a session that was left, or those that one
    /// of the credentials brings.
    ///
    /// - Returns: The tokens; `nil` if there are none of the account.
    /// - Throws: ``AuthError`` if the service could not be asked about one of them, so that nothing is known yet.
    func rescuedTokens(of live: Live) async throws(AuthError) -> TokenSet? {
        var obstacle: AuthError?
        let exchange = exchange
        let attempts = left.map { old in
            Rescue(epoch: live.epoch) { () throws(AuthError) in try await exchange(old.refreshToken).get() }
        }
        for rescue in (rescues + attempts).reversed() where rescue.epoch == live.epoch {
            do throws(AuthError) {
                let tokens = try await rescue.attempt()
                if tokens.subject == live.account.uid { return tokens }
            } catch {
                if !error.isAboutCredential { obstacle = error }
            }
        }
        if let obstacle { throw obstacle }
        return nil
    }
}

extension AuthError {
    /// Whether the service looked at the credential; otherwise the same credential may be good another time.
    fileprivate var isAboutCredential: Bool {
        switch code {
        case .cancelled, .missingAppCredential, .invalidAppCredential, .appNotVerified, .captchaCheckFailed,
            .missingRecaptchaToken, .invalidRecaptchaToken, .invalidRecaptchaAction:
            false
        default: !isTransient
        }
    }
}
