public import HearthCore

/// Remembers which proofs were used, so that none is used twice.
///
/// ``ProofMemory`` serves one process. Where several answer for one origin, implement it over what they share: in SQL,
/// a unique column, and a row that is deleted after its time.
public protocol ProofStore: Sendable {
    /// Remembers a proof, unless it was used before.
    ///
    /// The same proof may arrive twice at the same moment: one of the two calls must return `false`.
    ///
    /// - Parameters:
    ///   - proof: What identifies it, 32 bytes.
    ///   - end: When it may be forgotten, because it would be refused for its age.
    ///   - now: The moment.
    /// - Returns: Whether it is the first time.
    /// - Throws: ``ProofRejection/overloaded`` if it cannot be remembered.
    func use(_ proof: [UInt8], until end: UnixTime, now: UnixTime) async throws(ProofRejection) -> Bool
}

/// The proofs that one process has seen.
public final class ProofMemory: ProofStore {
    private struct State {
        var ends: [[UInt8]: UnixTime] = [:]
        var sweptAt = UnixTime(milliseconds: 0)
    }

    private let limit: Int
    private let state = Locked(State())

    /// Creates an empty memory.
    ///
    /// - Parameter limit: The most proofs that are remembered; more are refused. Defaults to 100,000, some 10 MB.
    public init(limit: Int = 100_000) {
        self.limit = limit
    }

    /// Remembers a proof, unless it was used before.
    ///
    /// - Parameters:
    ///   - proof: What identifies it.
    ///   - end: When it may be forgotten.
    ///   - now: The moment.
    /// - Returns: Whether it is the first time.
    /// - Throws: ``ProofRejection/overloaded`` if too many are remembered.
    public func use(_ proof: [UInt8], until end: UnixTime, now: UnixTime) throws(ProofRejection) -> Bool {
        try state.withLock { [limit] (state) throws(ProofRejection) -> Bool in
            // Once a second at most: it looks at all of them.
            if state.ends.count >= limit / 2, now - state.sweptAt >= .seconds(1) || now < state.sweptAt {
                state.ends = state.ends.filter { $0.value >= now }
                state.sweptAt = now
            }
            if state.ends[proof] != nil { return false }
            guard state.ends.count < limit else { throw .overloaded }
            state.ends[proof] = end
            return true
        }
    }
}
