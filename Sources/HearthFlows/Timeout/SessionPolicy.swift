public import HearthAuth

/// When a session ends, or is locked, by itself.
public struct SessionPolicy: Sendable, Hashable {
    /// What happens when the time is over.
    public enum Action: Sendable, Hashable {
        /// The user is signed out, because of `SignOutReason.idle` or
        /// `SignOutReason.sessionExpired`.
        case signOut
        /// The session is locked until ``AuthManager/unlock(reason:)``; without a gate the user is signed out.
        case lock
    }

    /// How long the user may do nothing; `nil` for ever.
    public var idle: Duration?
    /// How long a session may last, whatever the user does; `nil` for ever.
    public var absolute: Duration?
    /// What happens when the user has done nothing for too long; after ``absolute`` the user is always signed out.
    public var action: Action

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - idle: How long the user may do nothing. Defaults to for ever.
    ///   - absolute: How long a session may last. Defaults to for ever.
    ///   - action: What happens when the user has done nothing for too long. Defaults to signing out.
    public init(idle: Duration? = nil, absolute: Duration? = nil, action: Action = .signOut) {
        self.idle = idle
        self.absolute = absolute
        self.action = action
    }

    /// A session that never ends by itself.
    public static let none = SessionPolicy()
}

extension SignOutReason {
    /// The user did nothing for too long.
    public static let idle = SignOutReason(rawValue: "idle")
    /// The session has lasted as long as it may.
    public static let sessionExpired = SignOutReason(rawValue: "sessionExpired")
}
