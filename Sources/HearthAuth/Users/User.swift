public import HearthCore

/// A user as known at one moment, with what they may do.
///
/// A value: it does not change when the account does. Each operation first checks that this user is still the one
/// who is signed in, and otherwise throws ``AuthError/Code/staleUser`` without sending anything.
public struct User: Sendable {
    let account: Account
    let epoch: UInt64
    let core: AuthCore

    /// The account's identifier, unique within the project, the same for ever.
    public var uid: String { account.uid }
    /// The address, if there is one.
    public var email: String? { account.email }
    /// Whether the user has shown to read mail at the address.
    public var isEmailVerified: Bool { account.isEmailVerified }
    /// The name to show.
    public var displayName: String? { account.displayName }
    /// The address of a picture.
    public var photoURL: String? { account.photoURL }
    /// The telephone number, in E.164 form.
    public var phoneNumber: String? { account.phoneNumber }
    /// The tenant that the account belongs to.
    public var tenantID: String? { account.tenantID }
    /// Whether this is a guest, without any way to sign in again.
    public var isAnonymous: Bool { account.isAnonymous }

    /// The sign-in methods.
    public var providerData: [UserInfo] { account.providers.map(UserInfo.init) }

    /// When the account was created and last used.
    public var metadata: UserMetadata {
        UserMetadata(
            creationDate: account.createdAt.map(UnixTime.init(milliseconds:)),
            lastSignInDate: account.lastSignInAt.map(UnixTime.init(milliseconds:))
        )
    }

    /// The second factors that are enrolled.
    public var enrolledFactors: [MultiFactorInfo] { account.secondFactors.map { MultiFactorInfo($0) } }
}

extension User: Hashable {
    /// Whether both show the same account with the same content in the same session.
    public static func == (lhs: User, rhs: User) -> Bool {
        lhs.core === rhs.core && lhs.epoch == rhs.epoch && lhs.account == rhs.account
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Feeds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(epoch)
        hasher.combine(account)
    }
}

extension User: CustomStringConvertible, CustomReflectable {
    /// The identifier, and nothing personal.
    public var description: String { "User(\(uid))" }

    /// The identifier, and nothing personal.
    public var customMirror: Mirror { Mirror(self, children: ["uid": uid]) }
}

/// A user as one provider knows them.
public struct UserInfo: Sendable, Hashable {
    /// The provider, for example `password` or `google.com`.
    public let providerID: String
    /// The user's identifier at the provider; the address for `password`.
    public let uid: String
    /// The address that the provider told.
    public let email: String?
    /// The name that the provider told.
    public let displayName: String?
    /// The address of a picture that the provider told.
    public let photoURL: String?
    /// The telephone number that the provider told.
    public let phoneNumber: String?

    init(_ provider: Account.Provider) {
        providerID = provider.providerID
        uid = provider.uid
        email = provider.email
        displayName = provider.displayName
        photoURL = provider.photoURL
        phoneNumber = provider.phoneNumber
    }
}

extension UserInfo: CustomStringConvertible, CustomReflectable {
    /// The provider, and nothing personal.
    public var description: String { "UserInfo(\(providerID))" }

    /// The provider, and nothing personal.
    public var customMirror: Mirror { Mirror(self, children: ["providerID": providerID]) }
}

/// When an account was created and last used.
public struct UserMetadata: Sendable, Hashable {
    /// When the account was created.
    public let creationDate: UnixTime?
    /// When someone last signed in to it.
    public let lastSignInDate: UnixTime?
}
