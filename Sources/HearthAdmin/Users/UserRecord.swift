public import HearthCore
public import HearthJSON

/// A user as an administrator sees them, at the moment of asking.
public struct UserRecord: Sendable, Hashable {
    /// One sign-in method.
    public struct Provider: Sendable, Hashable {
        /// Which one, for example `password`, `phone` or `google.com`.
        public var id: String
        /// Who the user is there.
        public var uid: String?
        /// The e-mail address there.
        public var email: String?
        /// The display name there.
        public var displayName: String?
        /// The address of a picture there.
        public var photoURL: String?
        /// The telephone number, for `phone`.
        public var phoneNumber: String?

        /// Names a sign-in method.
        ///
        /// - Parameters:
        ///   - id: Which one, for example `google.com`.
        ///   - uid: Who the user is there.
        public init(id: String, uid: String?) {
            self.id = id
            self.uid = uid
        }
    }

    /// Who it is; never changes.
    public let uid: UserID
    /// The e-mail address.
    public var email: String?
    /// Whether the user has shown to own the address.
    public var isEmailVerified = false
    /// The display name.
    public var displayName: String?
    /// The address of a picture.
    public var photoURL: String?
    /// The telephone number, in E.164 form.
    public var phoneNumber: String?
    /// Whether the user is kept out.
    public var isDisabled = false
    /// The claims that the user's tokens carry.
    public var customClaims: JSONObject = [:]
    /// The sign-in methods; none for a guest.
    public var providers: [Provider] = []
    /// How many second factors are enrolled.
    public var secondFactors = 0
    /// When the user was created.
    public var createdAt: UnixTime?
    /// When the user last signed in.
    public var lastSignInAt: UnixTime?
    /// Tokens of sign-ins before this moment are void.
    public var tokensValidAfter: UnixTime?
    /// The tenant whose user it is, if it is one's.
    public var tenant: TenantID?
}
