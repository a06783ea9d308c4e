internal import HearthCore
internal import HearthWire

extension Account {
    /// Takes over what the service shows of the account; what it leaves out is not set there.
    ///
    /// - Parameters:
    ///   - info: The account as the wire shows it.
    ///   - signInProvider: The sign-in method that the identity token names.
    mutating func take(_ info: HearthWire.UserInfo, signInProvider: String?) {
        email = info.email
        isEmailVerified = info.emailVerified ?? false
        displayName = info.displayName
        photoURL = info.photoUrl
        phoneNumber = info.phoneNumber
        tenantID = info.tenantId ?? tenantID
        providers = (info.providerUserInfo ?? []).map(Provider.init)
        secondFactors = (info.mfaInfo ?? []).compactMap(Factor.init)
        passkeys = info.passkeyInfo?.compactMap(Passkey.init)
        createdAt = info.createdAt?.value
        lastSignInAt = info.lastLoginAt?.value
        isAnonymous = signInProvider == "anonymous" && waysIn == 0 && email == nil && phoneNumber == nil
    }
}

extension Account.Provider {
    fileprivate init(_ info: ProviderUserInfo) {
        self.init(
            providerID: info.providerId ?? "",
            uid: info.rawId ?? info.federatedId ?? "",
            email: info.email,
            displayName: info.displayName,
            photoURL: info.photoUrl,
            phoneNumber: info.phoneNumber
        )
    }
}

extension Account.Passkey {
    fileprivate init?(_ info: HearthWire.PasskeyInfo) {
        guard let id = info.credentialId else { return nil }
        self.init(id: id, name: info.name)
    }
}

extension Account.Factor {
    init?(_ info: SecondFactorInfo) {
        guard let id = info.mfaEnrollmentId else { return nil }
        self.init(
            uid: id,
            displayName: info.displayName,
            phoneNumber: info.phoneInfo,
            isAuthenticatorApp: info.totpInfo != nil,
            enrolledAt: info.enrolledAt
        )
    }
}
