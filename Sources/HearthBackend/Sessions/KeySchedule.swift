internal import HearthCore

/// Which key of a purpose signs, which is published before it signs, and how long the earlier ones verify.
///
/// A new key signs when every verifier that keeps a key set as long as it may has read it, and every server of the
/// store too. The key before it verifies until everything that it signed has expired.
///
/// A key that leaked is withdrawn: nothing counts any more that it signed, and the key in its place signs at once.
enum KeySchedule {
    /// How long verifiers may keep a key set.
    static let publication: Duration = .hours(6)
    /// How long a server keeps the keys of its store before it looks again.
    ///
    /// It is the longest that the server believes a key which another one has withdrawn.
    static let reload: Duration = .seconds(10)
    /// From a key's making to its first signature.
    ///
    /// A server that looked just before publishes the key one look later, to verifiers that read just before that: the
    /// ten minutes are for the looks, and for clocks that differ.
    static let notice: Duration = publication + .minutes(10)
    /// The longest life of what a key signs: a session cookie's 14 days, and an hour for clocks that differ.
    static let longestLife: Duration = .hours(14 * 24 + 1)

    /// When a key was made, and whether it took the place of a withdrawn one.
    struct Beginning: Sendable, Hashable {
        let createdAt: UnixTime
        var signsAtOnce = false

        /// When it signs at the earliest, unless it is the first key of all.
        var signsFrom: UnixTime { signsAtOnce ? createdAt : createdAt + notice }
    }

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
    ///   - keys: When the keys were made, newest first.
    ///   - now: The moment.
    /// - Returns: A state for each key, in the same order.
    static func states(of keys: [Beginning], at now: UnixTime) -> [State] {
        // The first key of all signs at once: there is nothing that verifiers could have kept. A clock that went back
        // lets no key sign again that another one has replaced at once.
        let signer = keys.indices.first { place in
            place == keys.count - 1 || keys[place].signsAtOnce || now >= keys[place].signsFrom
        }
        return keys.indices.map { place in
            if place < signer ?? 0 { return .waits(until: keys[place].signsFrom) }
            if place == signer { return .signs }
            let end = keys[place - 1].signsFrom + longestLife
            return now < end ? .verifies(until: end) : .isOver
        }
    }

    /// When the first of several keys is for something else than now; `nil` if all stay what they are.
    static func nextChange(of states: [State]) -> UnixTime? {
        states.compactMap { state in
            switch state {
            case .waits(let end), .verifies(let end): end
            case .signs, .isOver: nil
            }
        }.min()
    }
}
