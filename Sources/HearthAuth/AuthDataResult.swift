public import HearthJSON

/// What a sign-in brings.
public struct AuthDataResult: Sendable {
    /// The user who is signed in.
    public let user: User
    /// What the service said beyond that.
    public internal(set) var additionalUserInfo: AdditionalUserInfo
    /// The provider's own tokens, if the service passed them on, for example to call the provider's API.
    public internal(set) var credential: AuthCredential?

    /// Takes over what a provider told.
    func told(_ answer: CredentialAnswer) -> AuthDataResult {
        var result = self
        result.additionalUserInfo.profile = answer.profile
        result.additionalUserInfo.username = answer.username
        result.credential = answer.credential
        return result
    }
}

/// What a sign-in tells beyond who it is.
public struct AdditionalUserInfo: Sendable, Hashable {
    /// Whether the account was created by this sign-in.
    public let isNewUser: Bool
    /// The sign-in method, for example `password`, if the service told.
    public let providerID: String?
    /// What the provider told of the user, in its own words.
    public internal(set) var profile: JSONValue?
    /// The user's name at the provider, for example at GitHub.
    public internal(set) var username: String?
}

extension AdditionalUserInfo: CustomStringConvertible, CustomReflectable {
    /// The provider, and nothing personal.
    public var description: String { "AdditionalUserInfo(\(providerID ?? "none"), isNewUser: \(isNewUser))" }

    /// The provider, and nothing personal.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
