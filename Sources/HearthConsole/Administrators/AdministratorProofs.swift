internal import HearthCore

/// What administrators have proved in this process: passwords that wait for a passkey, and proofs with which a passkey can
/// be added.
///
/// Nothing of it is stored; after a restart the console asks again.
struct AdministratorProofs: Sendable {
    private struct Ticket: Sendable {
        let administrator: String
        let end: UnixTime
    }

    private struct Kept: Sendable {
        let proof: AdministratorAccounts.Proof
        let end: UnixTime
    }

    private struct State: Sendable {
        var tickets: [String: Ticket] = [:]
        var proofs: [[UInt8]: Kept] = [:]
    }

    /// The most of each kind: only those who knew a password are counted.
    private static let limit = 1000

    private let state = Locked(State())

    /// Notes that an administrator's password was right.
    ///
    /// - Parameters:
    ///   - ticket: What the browser shows together with the passkey's answer.
    ///   - administrator: The identifier of the administrator.
    ///   - now: The time.
    func issue(_ ticket: String, to administrator: String, at now: UnixTime) {
        state.withLock { state in
            state.tickets = state.tickets.filter { now < $0.value.end }
            guard state.tickets.count < Self.limit else { return }
            state.tickets[ticket] = Ticket(administrator: administrator, end: now + ConsoleSession.proofLifetime)
        }
    }

    /// Uses a ticket up.
    ///
    /// - Returns: The identifier of the administrator whose password was right; `nil` if the ticket has ended.
    func redeem(_ ticket: String, at now: UnixTime) -> String? {
        let found = state.withLock { $0.tickets.removeValue(forKey: ticket) }
        return found.flatMap { now < $0.end ? $0.administrator : nil }
    }

    /// Keeps the proof of a session for as long as it counts as recent.
    func keep(_ proof: AdministratorAccounts.Proof, of session: [UInt8], until end: UnixTime, at now: UnixTime) {
        state.withLock { state in
            state.proofs = state.proofs.filter { now < $0.value.end }
            guard state.proofs.count < Self.limit || state.proofs[session] != nil else { return }
            state.proofs[session] = Kept(proof: proof, end: end)
        }
    }

    /// The proof of a session; `nil` if it is too old, or was made before this process began.
    func proof(of session: ConsoleSession, at now: UnixTime) -> AdministratorAccounts.Proof? {
        state.withLock { state in
            state.proofs[session.digest].flatMap { now < $0.end ? $0.proof : nil }
        }
    }
}
