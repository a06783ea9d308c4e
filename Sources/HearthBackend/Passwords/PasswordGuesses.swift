internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Slows the guessing of passwords down, and not the owner.
///
/// Wrong passwords make their client wait for the address, longer and longer. When many clients guess one address, or
/// one client guesses many, they wait too, but not a network from which the account has a session. A reset of the
/// password ends every wait for the address.
final class PasswordGuesses: Sendable {
    private typealias Counter = PasswordFailureTable.Counter

    let policy: Policy
    let store: Store
    /// Passwords that are being compared: a client that sends many at once gets no more tries than one after another.
    private let running = Locked<[PasswordFailureTable.Counter: Int]>([:])

    private var limits: ProofLimits { policy.proofs }

    init(policy: Policy, store: Store) {
        self.policy = policy
        self.store = store
    }

    /// One password that is being compared.
    struct Guess: Sendable {
        let email: EmailAddress
        let source: String
        /// How many others of the client for the address are compared at this time.
        fileprivate let others: Int
    }

    /// Begins to count a guess; `nil` where guesses are not counted.
    func begin(_ email: EmailAddress, in call: Call) -> Guess? {
        guard limits.areEnforced, let source = call.source else { return nil }
        let counter = Counter(address: email, source: source)
        let others = running.withLock { running in
            let others = running[counter, default: 0]
            running[counter] = others + 1
            return others
        }
        return Guess(email: email, source: source, others: others)
    }

    /// Ends what ``begin(_:in:)`` began.
    func end(_ guess: Guess?) {
        guard let guess else { return }
        let counter = Counter(address: guess.email, source: guess.source)
        running.withLock { running in
            let left = running[counter, default: 1] - 1
            running[counter] = left > 0 ? left : nil
        }
    }

    /// Refuses a guess whose client has to wait.
    ///
    /// - Throws: `APIError` `TOO_MANY_ATTEMPTS_TRY_LATER`.
    func check(_ guess: Guess?, _ account: Account?, _ tx: borrowing Transaction) throws {
        guard let guess else { return }
        let own = try find(Counter(address: guess.email, source: guess.source), tx)
        // An account that is not there costs as many statements as one that is.
        let isKnown = try store.sessions.isLive(from: guess.source, of: account?.id ?? .none, tx)
        let ofAddress = try find(Counter(address: guess.email), tx)
        let ofSource = try find(Counter(source: guess.source), tx)
        let mayTry =
            isOver(own, free: limits.passwordFailures, beside: guess.others, tx)
            && (isKnown
                || isOver(ofAddress, free: limits.passwordFailuresOfAddress, tx)
                    && isOver(ofSource, free: limits.passwordFailuresOfSource, tx))
        guard mayTry else { throw Self.refusal }
    }

    /// Notes that the password was wrong.
    func fail(_ guess: Guess?, in call: Call) async throws(APIError) {
        guard let guess else { return }
        try await store.write(call) { [store, limits] tx in
            let start = tx.now - limits.window
            try store.passwordFailures.deleteExpired(before: start, tx)
            for counter in [
                Counter(address: guess.email, source: guess.source), Counter(address: guess.email),
                Counter(source: guess.source),
            ] {
                try store.passwordFailures.add(counter, since: start, tx)
            }
        }
    }

    /// Notes that the password was right: its client begins anew.
    func succeed(_ guess: Guess?, _ tx: borrowing Transaction) throws {
        guard let guess else { return }
        try store.passwordFailures.delete(Counter(address: guess.email, source: guess.source), tx)
    }

    private func find(_ counter: Counter, _ tx: borrowing Transaction) throws -> PasswordFailureTable.Failures {
        try store.passwordFailures.find(counter, since: tx.now - limits.window, tx)
    }

    private func isOver(
        _ failures: PasswordFailureTable.Failures,
        free: Int,
        beside others: Int = 0,
        _ tx: borrowing Transaction
    ) -> Bool {
        guard failures.count + others >= free else { return true }
        guard others == 0, let last = failures.last else { return false }
        return tx.now >= last + limits.wait(after: failures.count, free: free, doublingEvery: max(1, free / 10))
    }

    private static let refusal = APIError(
        .tooManyAttemptsTryLater,
        "Access to this account has been temporarily disabled due to many failed login attempts. You can immediately "
            + "restore it by resetting your password or you can try again later."
    )
}
