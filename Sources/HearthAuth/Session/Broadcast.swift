internal import HearthCore

/// The newest value of something, for anyone who looks and for anyone who follows.
package final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var lastID: UInt64 = 0
        var followers: [UInt64: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Locked<State>

    /// Begins with a value.
    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// The newest value.
    package var value: Value { state.withLock(\.value) }

    /// How many follow, for tests of who was forgotten.
    var followerCount: Int { state.withLock { $0.followers.count } }

    /// Publishes a value, if it says anything new.
    package func publish(_ value: Value) {
        state.withLock { state in
            guard state.value != value else { return }
            state.value = value
            // Within the lock, so that every follower sees the same order.
            for follower in state.followers.values { follower.yield(value) }
        }
    }

    /// The values from the present one on; a slow follower misses those in between, never the newest.
    package func follow() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastID += 1
            state.followers[state.lastID] = continuation
            continuation.yield(state.value)
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        return stream
    }
}
