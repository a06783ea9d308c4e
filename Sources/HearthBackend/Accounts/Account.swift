internal import HearthCore

/// An account as the backend knows it.
struct Account: Sendable {
    let id: String
    var email: String?
    /// Whether a reader of the mailbox has proved the address; `nil` for an account that never had one.
    var isEmailVerified: Bool?
    /// Whether the reader of the mailbox is known to be the holder of the account's credentials.
    ///
    /// A click on a mailed link proves the address and no more: the account may be one that another person has made
    /// with it. Until the owner of the address has come in by it, ``Takeover`` reclaims the account for the first one
    /// to do so.
    var isEmailClaimed = false
    /// Whether a mailed link signs in, as a password does.
    var hasEmailLink: Bool?
    /// The address before the first change, as the wire shows it.
    var initialEmail: String?
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var screenName: String?
    /// The password's hash as text.
    var password: Secret<String>?
    var passwordUpdatedAt: UnixTime?
    /// The identity providers' users that are linked, in the order in which they were.
    var linked: [LinkedProvider] = []
    var secondFactors: [SecondFactor] = []
    /// The passkeys in the order in which they were enrolled; their keys are in ``PasskeyTable``.
    var passkeys: [EnrolledPasskey] = []
    var isDisabled = false
    var hasCustomAuth: Bool?
    /// Custom claims as JSON text.
    var customAttributes: String?
    var createdAt: UnixTime?
    var lastLoginAt: UnixTime?
    var lastRefreshAt: UnixTime?
    /// Seconds since 1970 before which tokens are void.
    var validSince: Int64?
    /// The sign-in methods at the last proof of the address; a recovery of the address returns to them.
    var provedMethods: SignInMethods?

    init(id: String) {
        self.id = id
    }
}

/// A user of an identity provider that is linked to an account.
struct LinkedProvider: Sendable, Hashable, Codable {
    /// The provider's name, for example `google.com`.
    let providerID: String
    /// The provider's own identifier of the user.
    let rawID: String
    var federatedID: String?
    var email: String?
    var displayName: String?
    var photoURL: String?
    var screenName: String?

    /// Whether both are the same user of the same provider.
    func isSameUser(as other: LinkedProvider) -> Bool {
        providerID == other.providerID && rawID.utf8.elementsEqual(other.rawID.utf8)
    }
}

/// A second factor that was enrolled.
struct SecondFactor: Sendable, Hashable {
    /// What proves the factor.
    enum Method: Sendable, Hashable {
        /// A code that is texted to a number.
        case phone(String)
        /// A code of an authenticator app, whose key is in ``AuthenticatorTable``.
        case totp
    }

    /// The enrollment's identifier.
    let id: String
    /// The name that the user gave.
    var name: String?
    var enrolledAt: UnixTime
    let method: Method

    /// The number of a telephone.
    var phoneNumber: String? {
        if case .phone(let number) = method { number } else { nil }
    }

    /// What kind of factor it is.
    var kind: BackendConfiguration.SecondFactor { phoneNumber == nil ? .totp : .phone }
}

/// A passkey that was enrolled, as its account lists it.
struct EnrolledPasskey: Sendable, Hashable {
    /// The identifier in base64url.
    let id: String
    let name: String?
}

extension Account {
    /// Whether the account has a password or a mailed link, which the wire both calls `password`.
    var hasPasswordProvider: Bool { email != nil && (password != nil || hasEmailLink == true) }

    /// The names of the providers by which the user signs in, passkeys and custom tokens aside.
    var providerIDs: [String] {
        (hasPasswordProvider ? [ProviderName.password] : []) + linked.map(\.providerID)
            + (phoneNumber == nil ? [] : [ProviderName.phone])
    }

    /// Whether the account has no sign-in method: after signing out its user could not come back.
    var isAnonymous: Bool {
        email == nil && linked.isEmpty && phoneNumber == nil && passkeys.isEmpty && hasCustomAuth != true
    }

    /// Links a user of a provider, in place of another user of the same one.
    mutating func link(_ provider: LinkedProvider) {
        if let index = linked.firstIndex(where: { $0.providerID == provider.providerID }) {
            linked[index] = provider
        } else {
            linked.append(provider)
        }
    }

    /// Puts a new password in place; tokens issued before now are void.
    mutating func setPassword(_ hash: Secret<String>, now: UnixTime) {
        password = hash
        passwordUpdatedAt = now
        validSince = now.seconds
    }
}

/// The names on the wire of the sign-in methods that are no identity provider's.
enum ProviderName {
    static let password = "password"
    static let phone = "phone"
    static let anonymous = "anonymous"
    static let custom = "custom"
    static let passkey = "passkey"
}
