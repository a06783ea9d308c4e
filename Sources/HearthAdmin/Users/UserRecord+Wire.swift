internal import HearthCore
internal import HearthJSON
internal import HearthWire

extension UserRecord {
    /// Reads what the service shows of a user.
    init(_ user: UserInfo) throws(AdminError) {
        guard let uid = user.localId.flatMap(UserID.init) else {
            throw AdminError(.unexpectedAnswer, "a user has no identifier")
        }
        self.uid = uid
        email = user.email
        isEmailVerified = user.emailVerified ?? false
        displayName = user.displayName
        photoURL = user.photoUrl
        phoneNumber = user.phoneNumber
        isDisabled = user.disabled ?? false
        customClaims = user.customAttributes.flatMap { try? JSON.parse(Array($0.utf8)).object } ?? [:]
        providers = (user.providerUserInfo ?? []).compactMap(Provider.init)
        secondFactors = user.mfaInfo?.count ?? 0
        createdAt = user.createdAt.map { UnixTime(milliseconds: $0.value) }
        lastSignInAt = user.lastLoginAt.map { UnixTime(milliseconds: $0.value) }
        tokensValidAfter = user.validSince.map { UnixTime(seconds: $0.value) }
        tenant = user.tenantId.flatMap(TenantID.init)
    }
}

extension UserRecord.Provider {
    init?(_ provider: ProviderUserInfo) {
        guard let id = provider.providerId else { return nil }
        self.init(id: id, uid: provider.rawId)
        email = provider.email
        displayName = provider.displayName
        photoURL = provider.photoUrl
        phoneNumber = provider.phoneNumber
    }

    var wire: ProviderUserInfo {
        ProviderUserInfo {
            $0.providerId = id
            $0.rawId = uid
            $0.email = email
            $0.displayName = displayName
            $0.photoUrl = photoURL
            $0.phoneNumber = phoneNumber
        }
    }
}
