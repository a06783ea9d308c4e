public import HearthCore

/// The clocks and the randomness that a client lives by, passed in so that tests may turn them.
public struct FirestoreClock: Sendable {
    /// The wall clock, for the estimates of server timestamps.
    public var now: @Sendable () -> UnixTime
    /// Waits, and throws as soon as the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Where ids and the scatter of pauses come from.
    public var random: RandomSource

    /// Creates a set of clocks.
    ///
    /// - Parameters:
    ///   - now: The wall clock. Defaults to the system's.
    ///   - sleep: Waits for a duration. Defaults to the system's.
    ///   - random: Where randomness comes from. Defaults to the system's generator.
    public init(
        now: @escaping @Sendable () -> UnixTime = { UnixTime.systemNow() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0, clock: .continuous)
        },
        random: RandomSource = .system
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The system's clocks.
    public static let system = FirestoreClock()

    /// A number from 0 up to, but without, 1.
    func fraction() -> Double {
        let word = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(word) / (Double(UInt32.max) + 1)
    }
}
