package import HearthCore

/// How long to wait after each delivery that failed: twice as long each time, up to a limit, with jitter.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private let random: RandomSource
    private var failures = 0

    /// Creates a sequence of waits.
    ///
    /// - Parameters:
    ///   - first: The wait after the first failure.
    ///   - longest: The longest wait.
    ///   - random: Spreads the waits of many devices: each is 75 to 125 percent of its length.
    package init(first: Duration, longest: Duration, random: RandomSource) {
        self.first = first
        self.longest = longest
        self.random = random
    }

    /// The wait after one more failure.
    ///
    /// - Parameter retryAfter: The shortest wait that the receiver asks for.
    /// - Returns: The wait.
    package mutating func next(retryAfter: Duration? = nil) -> Duration {
        let doubled = first * Double(1 << min(failures, 20))
        failures += 1
        let percent = 75 + Int(random.bytes(1).first ?? 0) * 51 / 256
        let wait = min(doubled, longest) * Double(percent) / 100
        return max(wait, min(retryAfter ?? .zero, longest))
    }

    /// Starts again after a success.
    package mutating func reset() {
        failures = 0
    }
}
