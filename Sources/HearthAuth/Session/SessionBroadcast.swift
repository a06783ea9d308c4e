internal import HearthCore

/// The newest snapshot, for whoever looks and for whoever follows.
final class SessionBroadcast: Sendable {
    private struct State: Sendable {
        var snapshot = SessionSnapshot.restoring
        var lastID: UInt64 = 0
        var followers: [UInt64: AsyncStream<SessionSnapshot>.Continuation] = [:]
    }

    private let state = Locked(State())

    var snapshot: SessionSnapshot { state.withLock(\.snapshot) }

    /// How many follow, for tests of who was forgotten.
    var followerCount: Int { state.withLock { $0.followers.count } }

    /// Publishes a snapshot, if it says anything new.
    func publish(_ snapshot: SessionSnapshot) {
        state.withLock { state in
            guard state.snapshot != snapshot else { return }
            state.snapshot = snapshot
            // Within the lock, so that every follower sees the same order.
            for follower in state.followers.values { follower.yield(snapshot) }
        }
    }

    /// The snapshots from the present one on; a slow follower misses those in between, never the newest.
    func follow() -> AsyncStream<SessionSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state in
            state.lastID += 1
            state.followers[state.lastID] = continuation
            continuation.yield(state.snapshot)
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        return stream
    }
}
