internal import HearthCore

/// An account as the backend knows it.
struct Account: Sendable {
    let id: UserID
    var email: EmailAddress?
    /// Whether a reader of the mailbox has proved the address.
    var isEmailVerified = false
    /// Whether the reader of the mailbox is known to be the holder of the account's credentials.
    ///
    /// A click on a mailed link proves the address and no more: the account may be one that another person has made
    /// with it. Until the owner of the address has come in by it, ``Takeover`` reclaims the account for the first one
    /// to do so.
    var isEmailClaimed = false
    /// Whether a mailed link signs in, as a password does.
    var hasEmailLink = false
    /// The address before the first change, to which recoveries are mailed.
    var initialEmail: EmailAddress?
    var displayName: String?
    var photoURL: String?
    var phoneNumber: PhoneNumber?
    var screenName: String?
    /// The password's hash as text.
    var password: Secret<String>?
    var passwordUpdatedAt: UnixTime?
    /// The identity providers' users that are linked, in the order in which they were.
    var linked: [LinkedProvider] = []
    var secondFactors: [SecondFactor] = []
    /// Whether an empty list of second factors is shown: after the user has withdrawn the last one.
    var listsNoFactors = false
    /// The passkeys in the order in which they were enrolled; their keys are in ``PasskeyTable``.
    var passkeys: [EnrolledPasskey] = []
    var isDisabled = false
    /// Whether the user has ever come with a custom token.
    var hasCustomAuth = false
    /// Custom claims as JSON text.
    var customAttributes: String?
    var createdAt: UnixTime?
    var lastLoginAt: UnixTime?
    var lastRefreshAt: UnixTime?
    /// Seconds since 1970 before which tokens are void.
    var validSince: Int64?
    /// The sign-in methods at the last proof of the address; a recovery of the address returns to them.
    var provedMethods: SignInMethods?

    init(id: UserID) {
        self.id = id
    }
}

/// A user of an identity provider that is linked to an account.
struct LinkedProvider: Sendable, Hashable, Codable {
    let providerID: ProviderID
    let rawID: ProviderUserID
    var federatedID: String?
    var email: EmailAddress?
    var displayName: String?
    var photoURL: String?
    var screenName: String?

    /// Whose user of which provider it is.
    var user: ProviderUser { ProviderUser(provider: providerID, id: rawID) }
}

/// A user of an identity provider: one account of a scope may have it.
struct ProviderUser: Sendable, Hashable {
    let provider: ProviderID
    let id: ProviderUserID
}

/// A second factor that was enrolled.
struct SecondFactor: Sendable {
    /// What proves the factor.
    enum Method: Sendable {
        /// A code that is texted to a number.
        case phone(PhoneNumber)
        /// A code of an authenticator app.
        case totp(Authenticator)
    }

    let id: FactorID
    /// The name that the user gave.
    var name: String?
    var enrolledAt: UnixTime
    let method: Method

    /// The number of a telephone.
    var phoneNumber: PhoneNumber? {
        if case .phone(let number) = method { number } else { nil }
    }

    /// The authenticator app.
    var authenticator: Authenticator? {
        if case .totp(let app) = method { app } else { nil }
    }

    /// What kind of factor it is.
    var kind: BackendConfiguration.SecondFactor {
        switch method {
        case .phone: .phone
        case .totp: .totp
        }
    }
}

/// An authenticator app: what checks its codes.
struct Authenticator: Sendable {
    /// The key that the app and the backend share.
    let key: Secret<[UInt8]>
    /// The step whose code was accepted last.
    var lastStep: Int64
    /// How many wrong codes were typed, each less than an hour after the one before.
    var failures = 0
    /// When the latest wrong code was typed.
    var lastFailedAt: UnixTime?
    /// The network from which a right code came last.
    var knownSource: String?
}

/// A passkey that was enrolled, as its account lists it.
struct EnrolledPasskey: Sendable, Hashable {
    let id: PasskeyID
    let name: String?
}

extension Account {
    /// Whether the account has a password or a mailed link, which the wire both calls `password`.
    var hasPasswordProvider: Bool { email != nil && (password != nil || hasEmailLink) }

    /// The names of the providers by which the user signs in, passkeys and custom tokens aside.
    var providerIDs: [ProviderID] {
        (hasPasswordProvider ? [.password] : []) + linked.map(\.providerID) + (phoneNumber == nil ? [] : [.phone])
    }

    /// Whether the account has no sign-in method: after signing out its user could not come back.
    var isAnonymous: Bool {
        email == nil && linked.isEmpty && phoneNumber == nil && passkeys.isEmpty && !hasCustomAuth
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

// The names of the sign-in methods that are no identity provider's, and of the providers with rules of their own.
extension ProviderID {
    static let password = ProviderID(stored: "password")
    static let phone = ProviderID(stored: "phone")
    static let anonymous = ProviderID(stored: "anonymous")
    static let custom = ProviderID(stored: "custom")
    static let passkey = ProviderID(stored: "passkey")
    static let google = ProviderID(stored: "google.com")
    static let apple = ProviderID(stored: "apple.com")
    static let gameCenter = ProviderID(stored: "gc.apple.com")

    /// Whether the provider was configured as one of OpenID Connect.
    var isOpenID: Bool { rawValue.hasPrefix("oidc.") }

    /// Whether the provider answers with signed XML.
    var isSAML: Bool { rawValue.hasPrefix(SAMLSignIn.prefix) }
}
