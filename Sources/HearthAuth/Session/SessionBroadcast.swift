internal import HearthCore

/// The newest snapshot of the session, and whether a sign-out has overtaken the keeper.
final class SessionBroadcast: Sendable {
    private let board = Broadcast(SessionSnapshot.restoring)
    /// Whether a sign-out was published that the keeper has not heeded yet.
    private let hasUnheededSignOut = Locked(false)

    /// The newest snapshot.
    var snapshot: SessionSnapshot { board.value }

    /// How many follow, for tests of who was forgotten.
    var followerCount: Int { board.followerCount }

    /// Publishes a snapshot, if it says anything new, and if it was not overtaken by a sign-out.
    func publish(_ snapshot: SessionSnapshot) {
        hasUnheededSignOut.withLock { isOvertaken in
            guard !isOvertaken else { return }
            board.publish(snapshot)
        }
    }

    /// Publishes that the user has signed out, before the keeper knows it.
    func signOut() {
        hasUnheededSignOut.withLock { isOvertaken in
            isOvertaken = true
            board.publish(.signedOut(.byUser))
        }
    }

    /// Whether there was a sign-out to heed; from now on what the keeper says counts again.
    func takeSignOut() -> Bool {
        hasUnheededSignOut.withLock { isOvertaken in
            defer { isOvertaken = false }
            return isOvertaken
        }
    }

    /// A follower of the snapshots from the present one on.
    func follower() -> Follower<SessionSnapshot> { board.follower() }
}
