public import HearthAuth
public import HearthCore

/// The user as screens show them: a value that anybody may make, for a preview or a test too.
public struct AuthUser: Sendable, Hashable, Identifiable {
    /// The account's identifier.
    public var uid: String
    /// The address, if there is one.
    public var email: String?
    /// Whether the user has shown to read mail at the address.
    public var isEmailVerified: Bool
    /// The name to show.
    public var displayName: String?
    /// The address of a picture.
    public var photoURL: String?
    /// The telephone number, in E.164 form.
    public var phoneNumber: String?
    /// Whether this is a guest.
    public var isAnonymous: Bool
    /// The ways in, for example `google.com`; none for a guest.
    public var providers: [String]
    /// The second factors.
    public var secondFactors: [MultiFactorInfo]
    /// The passkeys.
    public var passkeys: [PasskeyInfo]
    /// When the account was created.
    public var createdAt: UnixTime?

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - uid: The account's identifier.
    ///   - email: The address. Defaults to none.
    ///   - isEmailVerified: Whether the address is verified. Defaults to no.
    ///   - displayName: The name to show. Defaults to none.
    ///   - isAnonymous: Whether this is a guest. Defaults to no.
    ///   - providers: The ways in. Defaults to none.
    public init(
        uid: String,
        email: String? = nil,
        isEmailVerified: Bool = false,
        displayName: String? = nil,
        isAnonymous: Bool = false,
        providers: [String] = []
    ) {
        self.uid = uid
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.displayName = displayName
        self.isAnonymous = isAnonymous
        self.providers = providers
        secondFactors = []
        passkeys = []
    }

    /// Copies what is known of a user.
    ///
    /// - Parameter user: The user.
    public init(_ user: User) {
        self.init(
            uid: user.uid,
            email: user.email,
            isEmailVerified: user.isEmailVerified,
            displayName: user.displayName,
            isAnonymous: user.isAnonymous,
            providers: user.providerData.map(\.providerID)
        )
        photoURL = user.photoURL
        phoneNumber = user.phoneNumber
        secondFactors = user.enrolledFactors
        passkeys = user.enrolledPasskeys
        createdAt = user.metadata.creationDate
    }

    /// The account's identifier.
    public var id: String { uid }

    /// What to call the user: the name, the address or the number; `nil` if none of them is known.
    public var title: String? { [displayName, email, phoneNumber].lazy.compactMap(\.self).first { !$0.isEmpty } }
}

extension AuthUser: CustomStringConvertible, CustomReflectable {
    /// The identifier, and nothing personal.
    public var description: String { "AuthUser(\(uid))" }

    /// The identifier, and nothing personal.
    public var customMirror: Mirror { Mirror(self, children: ["uid": uid]) }
}
