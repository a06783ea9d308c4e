internal import HearthCore

/// The newest snapshot, for whoever looks and for whoever follows.
final class SessionBroadcast: Sendable {
    private struct State: Sendable {
        var snapshot = SessionSnapshot.restoring
        /// Whether a sign-out was published that the keeper has not heeded yet.
        var hasUnheededSignOut = false
        var lastID: UInt64 = 0
        var followers: [UInt64: AsyncStream<SessionSnapshot>.Continuation] = [:]

        /// Within the lock, so that every follower sees the same order.
        mutating func publish(_ snapshot: SessionSnapshot) {
            guard self.snapshot != snapshot else { return }
            self.snapshot = snapshot
            for follower in followers.values { follower.yield(snapshot) }
        }
    }

    private let state = Locked(State())

    var snapshot: SessionSnapshot { state.withLock(\.snapshot) }

    /// How many follow, for tests of who was forgotten.
    var followerCount: Int { state.withLock { $0.followers.count } }

    /// Publishes a snapshot, if it says anything new, and if it was not overtaken by a sign-out.
    func publish(_ snapshot: SessionSnapshot) {
        state.withLock { state in
            guard !state.hasUnheededSignOut else { return }
            state.publish(snapshot)
        }
    }

    /// Publishes that the user has signed out, before the keeper knows it.
    func signOut() {
        state.withLock { state in
            state.hasUnheededSignOut = true
            state.publish(.signedOut(.byUser))
        }
    }

    /// Whether there was a sign-out to heed; from now on what the keeper says counts again.
    func takeSignOut() -> Bool {
        state.withLock { state in
            defer { state.hasUnheededSignOut = false }
            return state.hasUnheededSignOut
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
