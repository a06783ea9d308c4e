/// How long to wait before a stream is opened or a write sent again.
struct Backoff: Sendable {
    /// The longest pause; random scatter comes on top.
    private static let maximum = Duration.seconds(60)
    private var next = Duration.zero

    /// Nothing was refused lately: the next attempt may come at once.
    mutating func reset() { next = .zero }

    /// The server has too much to do.
    mutating func goToMaximum() { next = Self.maximum }

    /// The pause before the next attempt; each further one is half as long again.
    ///
    /// - Parameter fraction: A random number from 0 to 1.
    /// - Returns: The pause: none for the first attempt.
    mutating func pause(_ fraction: Double) -> Duration {
        defer { next = next == .zero ? .seconds(1) : min(next * 1.5, Self.maximum) }
        return next * (0.5 + fraction)
    }
}
