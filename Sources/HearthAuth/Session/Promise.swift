internal import HearthCore

/// A value that comes later, for any number of waiting tasks.
///
/// A task that is cancelled stops waiting at once; the others, and the work that makes the value, go on.
package final class Promise<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var lastID: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        var cancelledEarly: Set<UInt64> = []
    }

    private let state = Locked(State())

    /// A promise that no one has fulfilled.
    package init() {}

    /// Gives the value to everybody who waits or will; only the first one counts.
    package func fulfil(_ value: Value) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    /// The value, or `nil` if the calling task was cancelled before it came.
    package func value() async -> Value? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let value = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, $0) }
        } onCancel: {
            cancel(id)
        }
        state.withLock { _ = $0.cancelledEarly.remove(id) }
        return value
    }

    private func wait(_ id: UInt64, _ waiter: CheckedContinuation<Value?, Never>) {
        let answer: Value?? = state.withLock { state in
            if let value = state.value { return .some(value) }
            if state.cancelledEarly.contains(id) { return .some(nil) }
            state.waiters[id] = waiter
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }

    private func cancel(_ id: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            guard let waiter = state.waiters.removeValue(forKey: id) else {
                state.cancelledEarly.insert(id)
                return nil
            }
            return waiter
        }
        waiter?.resume(returning: nil)
    }
}
