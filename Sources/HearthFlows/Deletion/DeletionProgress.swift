/// How far the deletion of an account has come.
public struct DeletionProgress: Sendable, Hashable, Codable {
    /// What is being done.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The user confirms who they are; nothing was deleted yet.
        case confirming
        /// The app's own steps run.
        case steps
        /// Apple is told that the app no longer uses the user's sign-in.
        case revoking
        /// The service deletes the account.
        case deletingAccount
        /// Something failed, or the app ended: to be resumed by ``AuthManager/deleteAccount(_:reauthenticate:revokeApple:)``.
        case interrupted
    }

    /// Tells this deletion from others.
    public let id: FlowID
    /// The account.
    public let uid: String
    /// The names of the app's steps, in their order.
    public let steps: [String]
    /// How many of them are done.
    public internal(set) var completed: Int
    /// What is being done.
    public internal(set) var phase: Phase
    /// Whether Apple was told.
    public internal(set) var isRevoked: Bool

    /// The step that runs now.
    public var currentStep: String? {
        phase == .steps && steps.indices.contains(completed) ? steps[completed] : nil
    }
}

/// An account that does not exist any more.
public struct DeletedAccount: Sendable, Hashable {
    /// The identifier that it had.
    public let uid: String
    /// The name that it showed.
    public let displayName: String?
}
