public import HearthCore

/// The clocks that the client lives by, passed in so that tests may turn them.
public struct AuthClock: Sendable {
    /// The wall clock, which may be wrong and may jump.
    public var now: @Sendable () -> UnixTime
    /// The time since some fixed moment, which never jumps and goes on while the device sleeps.
    public var uptime: @Sendable () -> Duration
    /// Waits, and throws as soon as the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a set of clocks.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - uptime: The clock that never jumps.
    ///   - sleep: Waits for a duration.
    public init(
        now: @escaping @Sendable () -> UnixTime,
        uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    /// The system's clocks.
    public static let system: AuthClock = {
        let start = ContinuousClock.now
        return AuthClock(
            now: { UnixTime.systemNow() },
            uptime: { ContinuousClock.now - start },
            sleep: { try await Task.sleep(for: $0, clock: .continuous) }
        )
    }()
}
