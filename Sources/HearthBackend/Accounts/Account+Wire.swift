internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthWire

// Every mapping between accounts and the wire is in this file.

extension UserInfo {
    /// What an administrator sees of an account.
    init(_ account: Account, in scope: Scope) {
        self.init()
        localId = account.id.rawValue
        email = account.email?.text
        emailVerified = account.wireEmailVerified
        emailLinkSignin = account.hasEmailLink ? true : nil
        initialEmail = account.initialEmail?.text
        displayName = account.displayName
        photoUrl = account.photoURL
        phoneNumber = account.phoneNumber?.text
        screenName = account.screenName
        if let hash = account.password {
            let readable = ReadablePassword(text: hash.reveal())
            passwordHash = readable?.text.reveal() ?? Base64.encode(Array(hash.reveal().utf8))
            salt = readable?.salt ?? (try? PasswordHash(text: hash.reveal())).map { Base64.encode($0.salt) }
        }
        passwordUpdatedAt = account.passwordUpdatedAt.map { Double($0.milliseconds) }
        providerUserInfo = account.providers
        validSince = account.validSince.map { DecimalString($0) }
        disabled = account.isDisabled ? true : nil
        lastLoginAt = account.lastLoginAt.map { DecimalString($0.milliseconds) }
        createdAt = account.createdAt.map { DecimalString($0.milliseconds) }
        lastRefreshAt = account.lastRefreshAt.map { CivilTime($0).rfc3339 }
        customAuth = account.hasCustomAuth ? true : nil
        customAttributes = account.customAttributes
        tenantId = scope.tenant?.rawValue
        mfaInfo =
            account.secondFactors.isEmpty && !account.listsNoFactors
            ? nil : account.secondFactors.map { SecondFactorInfo($0) }
        passkeyInfo = account.passkeys.isEmpty ? nil : account.passkeys.map { PasskeyInfo($0) }
    }

    /// What production shows instead of a hash: the word REDACTED, in base64.
    static let redactedHash = "UkVEQUNURUQ="

    /// What users see of their own account: the hash redacted, the salt left out.
    init(redacting account: Account, in scope: Scope) {
        var shown = account
        shown.password = nil
        self.init(shown, in: scope)
        if account.password != nil {
            passwordHash = Self.redactedHash
            providerUserInfo = account.providers
        }
    }
}

extension Account {
    /// Whether the address is proved; `nil` for an account without one, as the wire has it.
    var wireEmailVerified: Bool? { email == nil ? nil : isEmailVerified }

    /// The providers by which the user signs in, as the wire lists them; `nil` if there are none.
    var providers: [ProviderUserInfo]? {
        var list: [ProviderUserInfo] = []
        if let email, hasPasswordProvider {
            list.append(
                ProviderUserInfo {
                    $0.providerId = ProviderID.password.rawValue
                    $0.email = email.text
                    $0.federatedId = email.text
                    $0.rawId = email.text
                    $0.displayName = displayName
                    $0.photoUrl = photoURL
                }
            )
        }
        list += linked.map { ProviderUserInfo($0) }
        if let phoneNumber {
            list.append(
                ProviderUserInfo {
                    $0.providerId = ProviderID.phone.rawValue
                    $0.phoneNumber = phoneNumber.text
                    $0.rawId = phoneNumber.text
                }
            )
        }
        return list.isEmpty ? nil : list
    }
}

extension ProviderUserInfo {
    /// A linked provider as the wire shows it.
    init(_ provider: LinkedProvider) {
        self.init()
        providerId = provider.providerID.rawValue
        rawId = provider.rawID.rawValue
        federatedId = provider.federatedID
        email = provider.email?.text
        displayName = provider.displayName
        photoUrl = provider.photoURL
        screenName = provider.screenName
    }
}

extension LinkedProvider {
    /// Reads what an administrator links; `nil` for a password or a number, which follow from the account, and for what
    /// names no user.
    init?(_ info: ProviderUserInfo) {
        guard let id = info.providerId.flatMap(ProviderID.init(rawValue:)), id != .password, id != .phone,
            let rawID = info.rawId.flatMap(ProviderUserID.init(rawValue:))
        else { return nil }
        self.init(
            providerID: id,
            rawID: rawID,
            federatedID: info.federatedId,
            email: info.email.flatMap { EmailAddress($0) ?? EmailAddress(lenient: $0) },
            displayName: info.displayName,
            photoURL: info.photoUrl,
            screenName: info.screenName
        )
    }
}

extension SecondFactorInfo {
    /// An enrolled factor as the wire shows it.
    init(_ factor: SecondFactor) {
        self.init()
        mfaEnrollmentId = factor.id.rawValue
        displayName = factor.name
        enrolledAt = CivilTime(factor.enrolledAt).rfc3339
        phoneInfo = factor.phoneNumber?.text
        unobfuscatedPhoneInfo = factor.phoneNumber?.text
        if factor.kind == .totp { totpInfo = TOTPInfo() }
    }

    /// The factor as it is shown before it was proved: the number's last four digits.
    init(obfuscating factor: SecondFactor) {
        self.init(factor)
        phoneInfo = factor.phoneNumber?.obfuscated
        unobfuscatedPhoneInfo = nil
    }
}

extension PasskeyInfo {
    /// An enrolled passkey as the wire shows it.
    init(_ passkey: EnrolledPasskey) {
        self.init()
        credentialId = passkey.id.rawValue
        name = passkey.name
    }
}
