public import HearthCore

/// A new address that is not the account's yet: the link in a mail has to be used first.
///
/// When it is used, the service ends the account's sessions, and the user signs in with the new address.
public struct EmailChangeWait: Sendable, Hashable, Codable {
    /// The account.
    public let uid: String
    /// The new address.
    public let newEmail: String
    /// Until when the link works.
    public let expiresAt: UnixTime
}

extension EmailChangeWait: CustomStringConvertible, CustomReflectable {
    /// The account, without the address.
    public var description: String { "EmailChangeWait(\(uid))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
