public import HearthCore

/// The clocks that analytics and crash reports live by, passed in so that tests may turn them.
public struct TelemetryClock: Sendable {
    /// The wall clock, which may be wrong and may jump.
    public var now: @Sendable () -> UnixTime
    /// Waits, and throws as soon as the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a set of clocks.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - sleep: Waits for a duration.
    public init(
        now: @escaping @Sendable () -> UnixTime,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clocks.
    public static let system = TelemetryClock(
        now: { UnixTime.systemNow() },
        sleep: { try await Task.sleep(for: $0, clock: .continuous) }
    )
}
