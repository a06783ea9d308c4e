/// Notices a client that keeps the server busy with frames that do no work.
///
/// Each kind of frame has an allowance that fills up again: no client that works reaches its end.
struct FloodGuard {
    /// What is counted.
    enum Kind: Int, CaseIterable {
        /// A stream that the client opened and then reset.
        case reset
        case ping
        case settings
        /// A frame that carries nothing: DATA without data, and PRIORITY.
        case hollow
        /// A head that is too large.
        case largeHead
        /// A frame that breaks the rules of one stream.
        case malformed

        /// How many may come at once, and how many a second for ever.
        fileprivate var allowance: (burst: UInt64, rate: UInt64) {
            switch self {
            case .reset: (200, 20)
            case .ping: (100, 10)
            case .settings: (20, 1)
            case .hollow: (1000, 100)
            case .largeHead: (10, 1)
            case .malformed: (50, 5)
            }
        }
    }

    /// A thousandth of a frame each.
    private var left = Kind.allCases.map { $0.allowance.burst * 1000 }
    private var last: [UInt64]

    /// Creates a guard.
    ///
    /// - Parameter now: Monotonic milliseconds, as in every other call.
    init(now: UInt64) {
        last = Kind.allCases.map { _ in now }
    }

    /// Counts a frame.
    ///
    /// - Returns: Whether it is still within the allowance.
    mutating func allows(_ kind: Kind, now: UInt64) -> Bool {
        let index = kind.rawValue
        let elapsed = min(now &- last[index], 3_600_000)
        left[index] = min(kind.allowance.burst * 1000, left[index] + elapsed * kind.allowance.rate)
        last[index] = now
        guard left[index] >= 1000 else { return false }
        left[index] -= 1000
        return true
    }
}
