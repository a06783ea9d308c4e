package import HearthAuth
package import HearthCore

/// Clocks that stand still until they are turned; a task that sleeps by them wakes when they are.
package final class TestClock: Sendable {
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
    package init(sleepsThrough: Bool = false) {
        self.sleepsThrough = sleepsThrough
    }

    package var clock: AuthClock {
        AuthClock(
            now: { self.state.withLock(\.now) },
            uptime: { self.state.withLock(\.uptime) },
            sleep: { try await self.sleep($0) }
        )
    }

    package var now: UnixTime { state.withLock(\.now) }
    /// Every sleep that was begun.
    package var slept: [Duration] { state.withLock(\.slept) }
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Lets time pass.
    package func advance(by duration: Duration) {
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
    package func setWallClock(_ change: (UnixTime) -> UnixTime) {
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
