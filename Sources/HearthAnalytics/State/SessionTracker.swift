internal import HearthCore

/// Which session an event belongs to, and for how long the user was engaged before it.
struct SessionTracker: Sendable {
    /// The session's identifier: the second in which it began.
    private(set) var id: Int64?
    /// How many sessions there were on this installation, this one included.
    private(set) var number: Int64
    private var lastEvent: UnixTime?
    private var isInBackground = false

    init(sessionsBefore number: Int64) {
        self.number = number
    }

    /// Notes an event.
    ///
    /// - Returns: Milliseconds of engagement since the event before, at least 1, and whether the event begins a session.
    mutating func event(at now: UnixTime, timeout: Duration) -> (engagement: Int64, isNew: Bool) {
        let pause = lastEvent.map { now - $0 }
        lastEvent = now
        // A clock that was set back begins no session.
        if id != nil, let pause, pause < timeout {
            return (isInBackground ? 1 : max(1, pause.wholeMilliseconds), false)
        }
        // Two sessions in one second have two identifiers all the same.
        id = max(now.seconds, (id ?? 0) + 1)
        number += 1
        return (1, true)
    }

    mutating func moveToBackground() { isInBackground = true }

    /// Time in the background is no engagement.
    mutating func moveToForeground(at now: UnixTime, timeout: Duration) {
        guard isInBackground else { return }
        isInBackground = false
        if let lastEvent, now - lastEvent < timeout { self.lastEvent = now }
    }

    mutating func end() {
        id = nil
        lastEvent = nil
    }
}
