public import HearthCore

/// What Apple returns from a sign-in.
public struct AppleAuthorization: Sendable {
    /// What to sign in with.
    public let credential: AuthCredential
    /// Apple's identifier of the user for this team's apps.
    public let user: String
    /// The name, on the first sign-in only.
    public let fullName: PersonName?
    /// The address, on the first sign-in only.
    public let email: String?
    /// What revokes Apple's tokens when the account is deleted; good for five minutes.
    public let authorizationCode: Secret<String>?
}

extension AppleAuthorization: CustomStringConvertible, CustomReflectable {
    /// That there is one, and no one's name.
    public var description: String { "AppleAuthorization" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
