import HearthCore

/// A clock that a test moves, and that counts how often it was read.
final class TestClock: Sendable {
    private let state = Locked((now: UnixTime(seconds: 1_800_000_000), reads: 0))

    var reads: Int { state.withLock { $0.reads } }

    func read() -> UnixTime {
        state.withLock { state in
            state.reads += 1
            return state.now
        }
    }

    func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now + duration }
    }
}
