internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthWire

extension UserInfo {
    /// What an administrator sees of an account.
    init(_ account: Account, in scope: Scope) {
        self.init()
        localId = account.id
        email = account.email
        emailVerified = account.isEmailVerified
        emailLinkSignin = account.hasEmailLink
        initialEmail = account.initialEmail
        displayName = account.displayName
        photoUrl = account.photoURL
        phoneNumber = account.phoneNumber
        screenName = account.screenName
        if let hash = account.password {
            passwordHash = Base64.encode(Array(hash.reveal().utf8))
            salt = (try? PasswordHash(text: hash.reveal())).map { Base64.encode($0.salt) }
        }
        passwordUpdatedAt = account.passwordUpdatedAt.map { Double($0.milliseconds) }
        providerUserInfo = account.providers.isEmpty ? nil : account.providers
        validSince = account.validSince.map { DecimalString($0) }
        disabled = account.isDisabled ? true : nil
        lastLoginAt = account.lastLoginAt.map { DecimalString($0.milliseconds) }
        createdAt = account.createdAt.map { DecimalString($0.milliseconds) }
        lastRefreshAt = account.lastRefreshAt.map { CivilTime($0).rfc3339 }
        customAuth = account.hasCustomAuth
        customAttributes = account.customAttributes
        tenantId = scope.tenant?.rawValue
        mfaInfo = account.secondFactors.isEmpty ? nil : account.secondFactors
        passkeyInfo = account.passkeys.isEmpty ? nil : account.passkeys
    }

    /// What production shows instead of a hash: the word REDACTED, in base64.
    static let redactedHash = "UkVEQUNURUQ="

    /// What users see of their own account: the hash redacted, the salt left out.
    init(redacting account: Account, in scope: Scope) {
        var shown = account
        shown.password = nil
        self.init(shown, in: scope)
        if account.password != nil { passwordHash = Self.redactedHash }
    }
}
