public import HearthCore
public import HearthJSON
internal import HearthWire

/// A user who comes from elsewhere.
public struct ImportedUser: Sendable {
    /// Who it is, kept from elsewhere.
    public var uid: UserID
    /// The e-mail address.
    public var email: String?
    /// Whether the address is known to be the user's; no unless set.
    public var isEmailVerified = false
    /// The password's hash, as ``PasswordHashing`` describes it.
    public var passwordHash: Secret<[UInt8]>?
    /// The hash's salt, if it has one.
    public var passwordSalt: [UInt8]?
    /// The display name.
    public var displayName: String?
    /// The address of a picture.
    public var photoURL: String?
    /// The telephone number.
    public var phoneNumber: PhoneNumber?
    /// Whether the user is kept out; no unless set.
    public var isDisabled = false
    /// The claims that the user's tokens carry.
    public var customClaims: JSONObject = [:]
    /// The sign-in methods other than password and telephone, each with ``UserRecord/Provider/uid``.
    public var providers: [UserRecord.Provider] = []
    /// When the user was created.
    public var createdAt: UnixTime?
    /// When the user last signed in.
    public var lastSignInAt: UnixTime?

    /// Describes a user.
    ///
    /// - Parameters:
    ///   - uid: Who it is.
    ///   - fill: Sets what is known. Defaults to nothing.
    public init(uid: UserID, _ fill: (inout ImportedUser) -> Void = { _ in }) {
        self.uid = uid
        fill(&self)
    }

    var wire: UserInfo {
        UserInfo {
            $0.localId = uid.rawValue
            $0.email = email
            $0.emailVerified = isEmailVerified
            $0.passwordHash = passwordHash.map { Base64.encode($0.reveal()) }
            $0.salt = passwordSalt.map { Base64.encode($0) }
            $0.displayName = displayName
            $0.photoUrl = photoURL
            $0.phoneNumber = phoneNumber?.text
            $0.disabled = isDisabled
            let claims: JSONValue? = customClaims.isEmpty ? nil : .object(customClaims)
            $0.customAttributes = claims.map { String(decoding: JSON.serialize($0), as: UTF8.self) }
            $0.providerUserInfo = providers.isEmpty ? nil : providers.map(\.wire)
            $0.createdAt = createdAt.map { DecimalString($0.milliseconds) }
            $0.lastLoginAt = lastSignInAt.map { DecimalString($0.milliseconds) }
        }
    }
}
