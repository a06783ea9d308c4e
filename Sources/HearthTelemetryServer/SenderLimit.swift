package import HearthCore

/// How many requests a sender may make in a minute.
package final class SenderLimit: Sendable {
    private struct State: Sendable {
        var minute: Int64 = 0
        var counts: [String: Int] = [:]
        var total = 0
    }

    private let perSender: Int
    private let altogether: Int
    private let state = Locked(State())

    /// Describes a limit.
    ///
    /// - Parameters:
    ///   - perSender: The requests of one sender in a minute.
    ///   - altogether: The requests of all senders in a minute, which also bounds how many are remembered.
    package init(perSender: Int, altogether: Int) {
        self.perSender = perSender
        self.altogether = altogether
    }

    /// Counts a request.
    ///
    /// - Returns: Whether it is within the limit.
    package func admits(_ sender: String, at now: UnixTime) -> Bool {
        state.withLock { state in
            let minute = now.seconds / 60
            if state.minute != minute { state = State(minute: minute) }
            // What is refused does not count: otherwise one sender could use up the room of all.
            let count = state.counts[sender] ?? 0
            guard state.total < altogether, count < perSender else { return false }
            state.counts[sender] = count + 1
            state.total += 1
            return true
        }
    }
}
