internal import HearthCore

/// The newest value of something, for anyone who looks and for anyone who follows.
package final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var lastID: UInt64 = 0
        var mailboxes: [UInt64: Follower<Value>.Mailbox] = [:]
    }

    private let state: Locked<State>

    /// Begins with a value.
    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// The newest value.
    // Not by a key path: in generic code one is made anew at each call, which costs ten times as much as the rest.
    package var value: Value { state.withLock { $0.value } }

    /// How many follow, for tests of who was forgotten.
    var followerCount: Int { state.withLock { $0.mailboxes.count } }

    /// Publishes a value, if it says anything new.
    package func publish(_ value: Value) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard state.value != value else { return [] }
            state.value = value
            // Within the lock, so that every follower sees the same order.
            return state.mailboxes.values.compactMap { $0.offer(value) }
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    /// A follower of the values from the present one on.
    package func follower() -> Follower<Value> {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let follower = Follower<Value> { [weak self] in
            self?.state.withLock { _ = $0.mailboxes.removeValue(forKey: id) }
        }
        state.withLock { state in
            state.mailboxes[id] = follower.mailbox
            // No task waits yet.
            _ = follower.mailbox.offer(state.value)
        }
        return follower
    }

    /// The values from the present one on; a slow follower misses those in between, never the newest.
    package func follow() -> AsyncStream<Value> {
        let follower = follower()
        return AsyncStream(unfolding: { await follower.next() }, onCancel: { follower.end() })
    }
}
