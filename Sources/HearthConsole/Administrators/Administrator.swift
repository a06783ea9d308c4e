public import HearthCore

/// A person who may use the console of a server for real users.
public struct Administrator: Sendable, Hashable {
    /// The identifier of the account in the administrators' own identity service.
    public let id: String
    /// The address that the administrator signs in with.
    public let email: EmailAddress
    /// What the administrator may do.
    public let role: AdministratorRole
    /// When the administrator was added.
    public let createdAt: UnixTime
    /// When the invitation was accepted, with a password and a second factor; `nil` before.
    public let enrolledAt: UnixTime?
    /// When the administrator signed in last.
    public let lastSignInAt: UnixTime?
}

/// What an administrator of the console may do.
public enum AdministratorRole: String, Sendable, CaseIterable {
    /// Reads users with their addresses masked, numbers and settings.
    case viewer
    /// Sees addresses; disables users, ends their sessions, mails codes and removes second factors.
    case support
    /// Reads users, documents, events, crashes and settings.
    case developer
    /// Everything, administrators included.
    case owner

    func may(_ permission: ConsolePermission) -> Bool {
        switch self {
        case .viewer: [.viewUsers, .viewSettings].contains(permission)
        case .support:
            [.viewUsers, .viewAddresses, .assistUsers, .assistManyUsers, .removeFactors, .viewSettings].contains(
                permission
            )
        case .developer: [.viewUsers, .viewAddresses, .viewData, .viewTelemetry, .viewSettings].contains(permission)
        case .owner: true
        }
    }
}

/// What a call of the console needs.
enum ConsolePermission: String, Sendable, CaseIterable {
    case viewUsers, viewAddresses, assistUsers, assistManyUsers, removeFactors, editUsers, deleteUsers, exportUsers
    case viewData, writeData, viewTelemetry, changeTelemetry, viewSettings, changeSettings, rotateKeys, administer

    /// Whether the administrator must have proved both factors within the last five minutes.
    var needsRecentProof: Bool {
        switch self {
        case .assistManyUsers, .removeFactors, .editUsers, .deleteUsers, .exportUsers, .writeData, .changeSettings,
            .rotateKeys, .administer:
            true
        case .viewUsers, .viewAddresses, .assistUsers, .viewData, .viewTelemetry, .changeTelemetry, .viewSettings: false
        }
    }
}

/// What the store of administrators refuses, or could not do.
public struct AdministratorError: Error {
    /// The kinds of refusal.
    public enum Code: Sendable {
        /// There is no such administrator, invitation or session.
        case notFound
        /// The last owner would be gone.
        case lastOwner
        /// The storage cannot be used.
        case storage
    }

    /// The kind of refusal.
    public let code: Code
    /// What failed, and what helps.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
