/// What is known of the session, and of its user.
public enum SessionState: Sendable, Hashable {
    /// The storage is being read for the first time.
    case restoring
    /// The storage cannot be read: someone may be signed in, but no one knows. Reading is tried again.
    case storageUnavailable(StorageUnavailability)
    /// No user is signed in, and why.
    case signedOut(SignOutReason)
    /// A user is signed in.
    case signedIn(User)

    /// Whether a user is signed in.
    public var isSignedIn: Bool { user != nil }

    /// The one who is signed in, as known at that moment.
    public var user: User? {
        if case .signedIn(let user) = self { user } else { nil }
    }
}

/// Why no user is signed in, open to new values.
///
/// A reason that the service gave is kept in the session's place until the next sign-in or sign-out: the other processes
/// that share the storage, and the next start, have it too.
public struct SignOutReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The spelling used in logs.
    public let rawValue: String

    /// Creates a reason from its spelling.
    ///
    /// - Parameter rawValue: The spelling used in logs.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The spelling used in logs.
    public var description: String { rawValue }

    /// The storage held nothing when the app began.
    public static let never = SignOutReason(rawValue: "never")
    /// ``Auth/signOut(because:)`` was called.
    public static let byUser = SignOutReason(rawValue: "byUser")
    /// The service does not accept the session any more: the password or the address changed, or it was revoked.
    public static let revoked = SignOutReason(rawValue: "revoked")
    /// An administrator disabled the account.
    public static let disabled = SignOutReason(rawValue: "disabled")
    /// The user signed out, or deleted the account, in another process that shares the storage.
    public static let elsewhere = SignOutReason(rawValue: "elsewhere")
    /// The account does not exist any more.
    public static let deleted = SignOutReason(rawValue: "deleted")
}

/// What the keeper of the session publishes: a state without the means to act on it.
enum SessionSnapshot: Sendable, Equatable {
    case restoring
    case storageUnavailable(StorageUnavailability)
    case signedOut(SignOutReason)
    // Indirect, so that a look at the state copies one reference and not all that the session has.
    indirect case signedIn(SessionKeeper.Live)

    /// Whether both show the same, apart from tokens that were refreshed.
    func isSameState(as other: SessionSnapshot) -> Bool {
        guard case .signedIn(let live) = self, case .signedIn(let known) = other else { return self == other }
        return live.account == known.account && live.epoch == known.epoch
    }
}
