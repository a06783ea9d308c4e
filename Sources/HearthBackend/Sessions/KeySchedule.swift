internal import HearthCore

/// Which key of a purpose signs, which is published before it signs, and how long the earlier ones verify.
///
/// A new key signs when every verifier that keeps a key set as long as it may has read it, and every server of the
/// store too. The key before it verifies until everything that it signed has expired.
enum KeySchedule {
    /// How long verifiers may keep a key set.
    static let publication: Duration = .hours(6)
    /// How long a server keeps the keys of its store before it looks again.
    static let reload: Duration = .minutes(5)
    /// From a key's making to its first signature: a server that looked just before publishes it one look later, to
    /// verifiers that read just before that.
    static let notice: Duration = publication + reload * 2
    /// The longest life of what a key signs: a session cookie's 14 days, and an hour for clocks that differ.
    static let longestLife: Duration = .hours(14 * 24 + 1)

    /// What a key is for at a moment.
    enum State: Sendable, Hashable {
        /// It is published, and will sign.
        case waits(until: UnixTime)
        /// It signs.
        case signs
        /// It signs no more; what it signed counts until then.
        case verifies(until: UnixTime)
        /// Nothing counts that it signed.
        case isOver
    }

    /// What each key is for.
    ///
    /// - Parameters:
    ///   - created: When the keys were made, newest first.
    ///   - now: The moment.
    /// - Returns: A state for each key, in the same order.
    static func states(of created: [UnixTime], at now: UnixTime) -> [State] {
        // The first key of all signs at once: there is nothing that verifiers could have kept.
        let signer = created.indices.first { $0 == created.count - 1 || now >= created[$0] + notice } ?? 0
        return created.indices.map { place in
            if place < signer { return .waits(until: created[place] + notice) }
            if place == signer { return .signs }
            let end = created[place - 1] + notice + longestLife
            return now < end ? .verifies(until: end) : .isOver
        }
    }
}
