import HearthAuth
import HearthCore

/// A clock on which sleepers sleep until the test moves it.
final class SteppedClock: Sendable {
    private struct State: Sendable {
        var uptime = Duration.zero
        var sleepers: [(end: Duration, wake: AsyncStream<Never>.Continuation)] = []
    }

    private let state = Locked(State())

    var sleepers: Int { state.withLock(\.sleepers.count) }

    var clock: AuthClock {
        AuthClock(
            now: { UnixTime(seconds: 1_800_000_000) + self.state.withLock(\.uptime) },
            uptime: { self.state.withLock(\.uptime) },
            sleep: { try await self.sleep($0) }
        )
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.uptime += duration
            let woken = state.sleepers.filter { $0.end <= state.uptime }
            state.sleepers.removeAll { $0.end <= state.uptime }
            return woken.map(\.wake)
        }
        for sleeper in woken { sleeper.finish() }
    }

    private func sleep(_ duration: Duration) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        state.withLock { $0.sleepers.append(($0.uptime + duration, continuation)) }
        for await _ in stream {}
        try Task.checkCancellation()
    }
}
