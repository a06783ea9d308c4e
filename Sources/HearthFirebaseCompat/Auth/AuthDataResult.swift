internal import HearthAuth
internal import HearthJSON

/// What a sign-in brings.
public final class AuthDataResult: Sendable {
    /// The user who is signed in.
    public let user: User
    private let value: HearthAuth.AuthDataResult

    init(_ value: HearthAuth.AuthDataResult, user: User) {
        self.value = value
        self.user = user
    }

    /// What the service said beyond that; always there.
    public var additionalUserInfo: AdditionalUserInfo? { AdditionalUserInfo(value.additionalUserInfo) }

    /// The provider's own tokens, if the service passed them on, for example to call the provider's API.
    public var credential: OAuthCredential? { value.credential.map { OAuthCredential($0) } }
}

/// What a sign-in tells beyond who it is.
public final class AdditionalUserInfo: Sendable {
    private let value: HearthAuth.AdditionalUserInfo

    init(_ value: HearthAuth.AdditionalUserInfo) {
        self.value = value
    }

    /// Whether the account was created by this sign-in.
    public var isNewUser: Bool { value.isNewUser }
    /// The sign-in method, for example `password`; empty if the service did not tell.
    public var providerID: String { value.providerID ?? "" }
    /// What the provider told of the user, in its own words.
    public var profile: [String: Any]? { value.profile?.dictionary }
    /// The user's name at the provider, for example at GitHub.
    public var username: String? { value.username }
}
