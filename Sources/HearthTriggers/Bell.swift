internal import HearthCore

/// Wakes one task; a ring that no task waits for is kept.
final class Bell: Sendable {
    private let state = Locked((hasRung: false, waiter: CheckedContinuation<Void, Never>?.none))

    func ring() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.hasRung = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns after a ring, and at once when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
                        return true
                    }
                    state.waiter = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
