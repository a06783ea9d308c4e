public import HearthAuth

/// What is known about who is signed in, as screens need to know it.
public enum SessionStatus: Sendable, Hashable {
    /// The storage is being read for the first time.
    case restoring
    /// The storage cannot be read: somebody may be signed in, but nobody knows.
    case storageUnavailable(StorageUnavailability)
    /// Somebody is signed in, behind a gate that has to be opened first.
    case locked
    /// Nobody is signed in, and why.
    case signedOut(SignOutReason)
    /// Somebody is signed in.
    case signedIn(AuthUser)

    /// The one who is signed in, as known at that moment.
    public var user: AuthUser? {
        if case .signedIn(let user) = self { user } else { nil }
    }
}
