import HearthAuth
import HearthCore

/// Clocks that stand still until they are turned; anyone who sleeps wakes when they are.
final class TestClock: Sendable {
    private struct State: Sendable {
        var now = UnixTime(seconds: 1_800_000_000)
        var uptime = Duration.zero
        var lastID: UInt64 = 0
        var sleepers: [UInt64: (until: Duration, waiter: CheckedContinuation<Bool, Never>)] = [:]
        var slept: [Duration] = []
        var cancelledEarly: Set<UInt64> = []
    }

    private let state = Locked(State())
    private let sleepsThrough: Bool

    /// - Parameter sleepsThrough: Whether a sleep ends at once and turns the clocks by itself.
    init(sleepsThrough: Bool = false) {
        self.sleepsThrough = sleepsThrough
    }

    var clock: AuthClock {
        AuthClock(
            now: { self.state.withLock(\.now) },
            uptime: { self.state.withLock(\.uptime) },
            sleep: { try await self.sleep($0) }
        )
    }

    var now: UnixTime { state.withLock(\.now) }
    /// Every sleep that was begun.
    var slept: [Duration] { state.withLock(\.slept) }
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Lets time pass.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.until <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.waiter)
        }
        for waiter in woken { waiter.resume(returning: true) }
    }

    /// Sets the wall clock alone, as a user or a network does.
    func setWallClock(_ change: (UnixTime) -> UnixTime) {
        state.withLock { $0.now = change($0.now) }
    }

    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { $0.slept.append(duration) }
        guard !sleepsThrough else { return advance(by: duration) }
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isCancelled = state.withLock { state in
                    guard !state.cancelledEarly.contains(id) else { return true }
                    state.sleepers[id] = (state.uptime + duration, waiter)
                    return false
                }
                if isCancelled { waiter.resume(returning: false) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelledEarly.insert(id)
                return state.sleepers.removeValue(forKey: id)?.waiter
            }
            waiter?.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }
}

/// Waits until something that other tasks bring about is so, at most ten seconds.
func eventually(_ condition: () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if await condition() { return true }
        // Not merely a yield: a loop that never rests takes the pool from the tests that it waits for.
        try? await Task.sleep(for: .milliseconds(1))
    }
    return false
}
