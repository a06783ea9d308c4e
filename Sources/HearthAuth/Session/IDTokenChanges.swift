/// Who is signed in, each time the identity token has changed: by a sign-in, a refresh, a sign-out.
///
/// Begins with the present user, or with `nil` if certainly no user is signed in. While the session is being restored
/// or cannot be read, nothing is said. A slow follower misses changes in between, never the newest one.
public struct IDTokenChanges: AsyncSequence, Sendable {
    /// The user who is signed in, if there is one.
    public typealias Element = User?
    /// Following never fails.
    public typealias Failure = Never

    let core: AuthCore

    /// Begins to follow.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(core: core, snapshots: core.broadcast.follower())
    }

    /// One follower.
    public struct Iterator: AsyncIteratorProtocol {
        private let core: AuthCore
        private let snapshots: Follower<SessionSnapshot>
        /// The version of the tokens that were seen last.
        private var version: UInt64?

        init(core: AuthCore, snapshots: Follower<SessionSnapshot>) {
            self.core = core
            self.snapshots = snapshots
        }

        /// Waits for a token that this follower has not seen.
        ///
        /// - Returns: The user, or `.some(nil)` for no one, or `nil` when the task was cancelled.
        public mutating func next() async -> User?? {
            await next(isolation: nil)
        }

        /// Waits for a token that this follower has not seen.
        ///
        /// - Parameter actor: The actor to wait on.
        /// - Returns: The user, or `.some(nil)` for no one, or `nil` when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> User?? {
            while let snapshot = await snapshots.next() {
                guard let seen = snapshot.tokenVersion, seen != version else { continue }
                version = seen
                return .some(core.state(snapshot).user)
            }
            return nil
        }
    }
}

extension SessionSnapshot {
    /// The version of the tokens; 0 if there certainly are none, `nil` if that is not known.
    fileprivate var tokenVersion: UInt64? {
        switch self {
        case .restoring, .storageUnavailable: nil
        case .signedOut: 0
        case .signedIn(let live): live.version
        }
    }
}
