internal import HearthCore

/// A clock that can be moved and stopped while the server runs.
final class EmulatorClock: Sendable {
    /// What was done to the clock.
    struct Setting: Sendable, Hashable {
        /// How far it is ahead of the clock behind it.
        var offset: Duration = .zero
        /// What the clock behind it showed when this one was stopped; `nil` while it runs.
        var stoppedAt: UnixTime?
    }

    /// The moments that a token and an RFC 3339 text can hold: the years 1970 to 9999.
    private static let range = UnixTime(seconds: 0)...UnixTime(seconds: 253_402_300_799)

    private let source: @Sendable () -> UnixTime
    private let setting = Locked(Setting())

    init(_ source: @escaping @Sendable () -> UnixTime) {
        self.source = source
    }

    /// The moment that the clock shows.
    func now() -> UnixTime {
        let setting = setting.withLock { $0 }
        return (setting.stoppedAt ?? source()) + setting.offset
    }

    /// The moment, how far it is ahead of the clock behind this one, and whether the clock stands.
    var state: (now: UnixTime, offset: Duration, isStopped: Bool) {
        let (now, setting) = (now(), setting.withLock { $0 })
        return (now, now - source(), setting.stoppedAt != nil)
    }

    /// Stops the clock, or lets it go on from where it stands.
    func stop(_ isStopped: Bool) {
        let source = source()
        setting.withLock { setting in
            if isStopped, setting.stoppedAt == nil { setting.stoppedAt = source }
            if !isStopped, let stoppedAt = setting.stoppedAt {
                setting.offset += stoppedAt - source
                setting.stoppedAt = nil
            }
        }
    }

    /// Where a move would lead; `nil` if the clock cannot show the moment.
    func target(of move: ClockMove) -> UnixTime? {
        let moment =
            switch move {
            case .advance(let duration): now() + duration
            case .go(let moment): moment
            case .run(let offset): source() + offset
            }
        return Self.range.contains(moment) ? moment : nil
    }

    /// Goes to a moment.
    ///
    /// - Returns: Whether the moment is one that the clock can show.
    func go(to moment: UnixTime) -> Bool {
        guard Self.range.contains(moment) else { return false }
        let source = source()
        setting.withLock { setting in setting.offset = moment - (setting.stoppedAt ?? source) }
        return true
    }

    /// Goes to where the clock is ahead of the one behind it by a duration.
    ///
    /// - Returns: Whether the moment is one that the clock can show.
    func run(ahead offset: Duration) -> Bool { go(to: source() + offset) }

    /// Moves by a duration, forward or back.
    ///
    /// - Returns: Whether the moment is one that the clock can show.
    func advance(by duration: Duration) -> Bool { go(to: now() + duration) }
}
