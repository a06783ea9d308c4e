internal import HearthCore

/// A password that the service may have taken over although its answer did not arrive.
///
/// Where it has, it has ended the session's tokens too: then the password is what the session goes on with.
struct Rescue: Sendable {
    let epoch: UInt64
    /// The call that tries the password; `nil` if it is not the account's.
    let attempt: @Sendable () async -> TokenSet?
}

extension SessionKeeper {
    /// How many passwords are tried before a session counts as over.
    private static let mostRescues = 3

    /// Remembers a password before it is sent.
    func expect(_ rescue: Rescue) {
        guard case .signedIn(let live) = phase, live.epoch == rescue.epoch else { return }
        rescues = rescues.suffix(Self.mostRescues - 1) + [rescue]
    }

    /// Forgets every password: the service has answered.
    func settle(_ epoch: UInt64) {
        rescues.removeAll { $0.epoch == epoch }
    }

    /// Whether a session may go on although its tokens are over.
    func hasRescue(_ epoch: UInt64) -> Bool {
        rescues.contains { $0.epoch == epoch }
    }

    /// The tokens that one of the passwords brings, if the service has taken it over.
    func rescuedTokens(of live: Live) async -> TokenSet? {
        for rescue in rescues.reversed() where rescue.epoch == live.epoch {
            if let tokens = await rescue.attempt(), tokens.subject == live.account.uid { return tokens }
        }
        return nil
    }
}
