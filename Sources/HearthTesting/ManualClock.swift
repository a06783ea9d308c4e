public import HearthCore

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    private let moment: Locked<UnixTime>

    /// Creates a clock.
    ///
    /// - Parameter start: The first moment. Defaults to the system's time, rounded down to a second.
    public init(_ start: UnixTime = UnixTime.systemNow().roundedDownToSeconds) {
        moment = Locked(start)
    }

    /// The moment that the clock shows.
    public var now: UnixTime {
        moment.withLock { $0 }
    }

    /// Moves the clock.
    ///
    /// - Parameter duration: How far; negative to move it back.
    public func advance(by duration: Duration) {
        moment.withLock { $0 = $0 + duration }
    }
}
