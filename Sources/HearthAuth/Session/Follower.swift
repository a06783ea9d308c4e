internal import HearthCore

/// One follower of a ``Broadcast``: gives out the newest value that it has not given out yet.
///
/// Values in between are missed. Following ends when the task that waits is cancelled, and when the follower is dropped.
package final class Follower<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var newest: Value?
        var waiter: CheckedContinuation<Value?, Never>?
        var isOver = false
    }

    /// Where the broadcast leaves its values; the broadcast knows nothing else of its followers.
    final class Mailbox: Sendable {
        private let state = Locked(State())

        /// Leaves a value.
        ///
        /// - Returns: Who waits for it and is to be resumed with it, once no lock is held: the cancellation of a task
        ///   comes here for the same locks, while the runtime holds one that resuming needs.
        func offer(_ value: Value) -> CheckedContinuation<Value?, Never>? {
            state.withLock { state in
                guard !state.isOver else { return nil }
                guard let waiter = state.waiter else {
                    state.newest = value
                    return nil
                }
                state.waiter = nil
                return waiter
            }
        }

        func end() {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                state.isOver = true
                state.newest = nil
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }

        fileprivate func take(_ waiter: CheckedContinuation<Value?, Never>) {
            let value: Value?? = state.withLock { state in
                if let newest = state.newest {
                    state.newest = nil
                    return .some(newest)
                }
                if state.isOver { return .some(nil) }
                state.waiter = waiter
                return nil
            }
            if let value { waiter.resume(returning: value) }
        }
    }

    let mailbox = Mailbox()
    private let forget: @Sendable () -> Void

    init(forget: @escaping @Sendable () -> Void) {
        self.forget = forget
    }

    deinit {
        end()
    }

    /// Waits for a value; one call at a time.
    ///
    /// - Returns: The value; `nil` once the task was cancelled.
    package func next() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { mailbox.take($0) }
        } onCancel: {
            end()
        }
    }

    /// Ends the following.
    package func end() {
        mailbox.end()
        forget()
    }
}
