public import HearthAuth
public import HearthCore
public import Observation

/// Counts the seconds until something may be done again.
@MainActor @Observable
public final class Countdown {
    /// How many seconds are left; zero when the wait is over.
    public private(set) var seconds = 0

    private let clock: AuthClock
    @ObservationIgnored private var ticking: Task<Void, Never>?

    /// Creates a countdown that is over.
    ///
    /// - Parameter clock: The clock to count by. Defaults to the system's.
    public init(clock: AuthClock = .system) {
        self.clock = clock
    }

    isolated deinit {
        ticking?.cancel()
    }

    /// Whether the wait is over.
    public var isOver: Bool { seconds == 0 }

    /// Begins anew.
    ///
    /// - Parameter duration: How long to wait; parts of a second count as whole ones.
    public func start(_ duration: Duration) {
        ticking?.cancel()
        let end = clock.uptime() + duration
        seconds = Self.secondsLeft(duration)
        guard seconds > 0 else { return }
        ticking = Task { [weak self, clock] in
            while (try? await clock.sleep(.seconds(1))) != nil {
                guard let self, self.tick(until: end) else { return }
            }
        }
    }

    /// Begins anew.
    ///
    /// - Parameter moment: Until when to wait, by the wall clock.
    public func start(until moment: UnixTime) {
        start(moment - clock.now())
    }

    /// Counts one second, or as many as have passed while the device slept.
    private func tick(until end: Duration) -> Bool {
        seconds = max(0, min(seconds - 1, Self.secondsLeft(end - clock.uptime())))
        return seconds > 0
    }

    private static func secondsLeft(_ duration: Duration) -> Int {
        let (seconds, parts) = duration.components
        return max(0, Int(clamping: seconds) + (parts > 0 ? 1 : 0))
    }
}
