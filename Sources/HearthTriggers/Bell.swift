internal import HearthCore

/// Wakes the tasks that wait; a ring that no task waits for is kept for the next one.
final class Bell: Sendable {
    private struct State: Sendable {
        var hasRung = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func ring() {
        let waiters = state.withLock { state in
            state.hasRung = state.waiters.isEmpty
            defer { state.waiters = [] }
            return state.waiters
        }
        // Outside of the lock: the cancellation of a waiter takes it while the runtime holds the waiter's own.
        for waiter in waiters { waiter.resume() }
    }

    /// Returns after a ring, and at once when the task is cancelled; other waiters then look too, for nothing.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
                        return true
                    }
                    state.waiters.append(waiter)
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
