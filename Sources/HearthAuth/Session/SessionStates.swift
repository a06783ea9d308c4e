/// The states of the session, beginning with the present one; any number of tasks may follow.
///
/// A slow follower misses states in between, never the newest one. Following ends with the task.
public struct SessionStates: AsyncSequence, Sendable {
    /// A state of the session.
    public typealias Element = SessionState
    /// Following never fails.
    public typealias Failure = Never

    let core: AuthCore

    /// Begins to follow.
    ///
    /// - Returns: An iterator whose first element is there at once.
    public func makeAsyncIterator() -> Iterator {
        Iterator(core: core, snapshots: core.broadcast.follower())
    }

    /// One follower.
    public struct Iterator: AsyncIteratorProtocol {
        let core: AuthCore
        let snapshots: Follower<SessionSnapshot>
        private var last: SessionSnapshot?

        init(core: AuthCore, snapshots: Follower<SessionSnapshot>) {
            self.core = core
            self.snapshots = snapshots
        }

        /// Waits for a state that this follower has not seen.
        ///
        /// - Returns: The state, or `nil` when the task was cancelled.
        public mutating func next() async -> SessionState? {
            await next(isolation: nil)
        }

        /// Waits for a state that this follower has not seen.
        ///
        /// - Parameter actor: The actor to wait on.
        /// - Returns: The state, or `nil` when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionState? {
            while let snapshot = await snapshots.next() {
                // Refreshed tokens are no other state.
                if let last, snapshot.isSameState(as: last) { continue }
                last = snapshot
                return core.state(snapshot)
            }
            return nil
        }
    }
}
