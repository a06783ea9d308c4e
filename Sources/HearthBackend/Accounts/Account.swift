internal import HearthCore
internal import HearthWire

/// An account as it is stored.
struct Account: Sendable {
    let id: String
    var email: String?
    var isEmailVerified: Bool?
    /// Whether the address was proved by a mailed link, so that it is a way in without a password.
    var hasEmailLink: Bool?
    /// The address before the first change, to which the account can be recovered.
    var initialEmail: String?
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var screenName: String?
    /// The password's hash as text; read when a password is checked, and not before.
    var password: Secret<String>?
    var passwordUpdatedAt: UnixTime?
    /// Every way in but anonymous and custom tokens, in the order in which they came.
    var providers: [ProviderUserInfo] = []
    var secondFactors: [SecondFactorInfo] = []
    /// The passkeys in the order in which they were enrolled.
    var passkeys: [PasskeyInfo] = []
    var isDisabled = false
    var hasCustomAuth: Bool?
    /// Custom claims as JSON text.
    var customAttributes: String?
    var createdAt: UnixTime?
    var lastLoginAt: UnixTime?
    var lastRefreshAt: UnixTime?
    /// Seconds since 1970 before which tokens are void.
    var validSince: Int64?

    init(id: String) {
        self.id = id
    }

    /// Whether there is a way in that does not follow from the address and the number.
    var hasFederatedProvider: Bool {
        providers.contains { $0.providerId != ProviderName.password && $0.providerId != ProviderName.phone }
    }

    /// The enrollment identifiers of the second factors that are authenticator apps.
    var authenticatorIDs: Set<String> {
        Set(secondFactors.compactMap { $0.totpInfo == nil ? nil : $0.mfaEnrollmentId })
    }

    /// The identifiers of the passkeys.
    var passkeyIDs: Set<String> { Set(passkeys.compactMap(\.credentialId)) }

    /// Whether nobody could come back to this account after signing out.
    var isAnonymous: Bool {
        email == nil && providers.isEmpty && passkeys.isEmpty && hasCustomAuth != true
    }
}

extension Account {
    /// Brings the list of providers in line with the address, the password and the number.
    ///
    /// - Parameters:
    ///   - linked: A provider to add, or to put in place of the one with the same identifier.
    ///   - removed: Providers to take away.
    mutating func updateProviders(linking linked: ProviderUserInfo? = nil, removing removed: Set<String> = []) {
        if let linked { upsert(linked) }
        providers.removeAll { removed.contains($0.providerId ?? "") }
        if let email, password != nil || hasEmailLink == true {
            upsert(
                ProviderUserInfo {
                    $0.providerId = ProviderName.password
                    $0.email = email
                    $0.federatedId = email
                    $0.rawId = email
                    $0.displayName = displayName
                    $0.photoUrl = photoURL
                }
            )
        } else {
            providers.removeAll { $0.providerId == ProviderName.password }
        }
        if let phoneNumber {
            upsert(
                ProviderUserInfo {
                    $0.providerId = ProviderName.phone
                    $0.phoneNumber = phoneNumber
                    $0.rawId = phoneNumber
                }
            )
        } else {
            providers.removeAll { $0.providerId == ProviderName.phone }
        }
    }

    private mutating func upsert(_ provider: ProviderUserInfo) {
        if let index = providers.firstIndex(where: { $0.providerId == provider.providerId }) {
            providers[index] = provider
        } else {
            providers.append(provider)
        }
    }

    /// Puts a new password in place; tokens issued before now are void.
    mutating func setPassword(_ hash: Secret<String>, now: UnixTime) {
        password = hash
        passwordUpdatedAt = now
        validSince = now.seconds
    }
}

/// The names of the ways in that are no provider's.
enum ProviderName {
    static let password = "password"
    static let phone = "phone"
    static let anonymous = "anonymous"
    static let custom = "custom"
    static let passkey = "passkey"
}
