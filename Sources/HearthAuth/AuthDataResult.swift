/// What a sign-in brings.
public struct AuthDataResult: Sendable {
    /// The user who is signed in.
    public let user: User
    /// What the service said beyond that.
    public let additionalUserInfo: AdditionalUserInfo
}

/// What a sign-in tells beyond who it is.
public struct AdditionalUserInfo: Sendable, Hashable {
    /// Whether the account was created by this sign-in.
    public let isNewUser: Bool
    /// The way in, for example `password`, if the service told.
    public let providerID: String?
}
