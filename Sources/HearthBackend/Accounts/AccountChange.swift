internal import HearthCore
internal import HearthWire

/// What an update does to an account: the rules of `accounts:update`, without the database.
struct AccountChange: Sendable {
    let request: UpdateAccount.Request
    let isPrivileged: Bool
    /// Whether the caller's session is a guest's.
    let isAnonymous: Bool
    let policy: Policy
    let now: UnixTime
    let random: RandomSource

    /// What a change means for the sessions of the account.
    struct Effect: Sendable {
        /// Whether tokens that were issued before now are void.
        let movesValidSince: Bool
        /// How the next session will have started, if that is decided by the change.
        let provider: String?
    }

    /// Refuses what no update may ask for.
    static func refuseUnsupported(_ request: UpdateAccount.Request, isPrivileged: Bool) throws(APIError) {
        if request.provider != nil { throw .notImplemented("provider is not implemented yet.") }
        if request.upgradeToFederatedLogin != nil {
            throw .notImplemented("upgradeToFederatedLogin is not implemented yet.")
        }
        if isPrivileged {
            guard request.localId != nil || request.idToken != nil || request.oobCode != nil else {
                throw APIError(.missingLocalID)
            }
        } else {
            guard request.idToken != nil || request.oobCode != nil else {
                throw APIError(.invalidReqType, "Unsupported request parameters.")
            }
            guard request.customAttributes == nil else { throw APIError(.insufficientPermission) }
        }
        if let text = request.customAttributes { try CustomClaims.check(text: text) }
        for attribute in request.deleteAttribute ?? [] where attribute == .provider || attribute == .rawUserInfo {
            throw .notImplemented("deleteAttribute: \(attribute.rawValue)")
        }
        if let link = request.linkProviderUserInfo {
            guard isPrivileged else { throw APIError(.insufficientPermission) }
            guard link.providerId != nil else { throw APIError(.missingProviderID) }
            guard link.rawId != nil else { throw APIError(.missingRawID) }
        }
    }

    /// Changes an account as the request asks.
    ///
    /// - Parameters:
    ///   - account: The account to change.
    ///   - hash: The hash of the new password, if the request has one.
    /// - Returns: What the change means for the sessions of the account.
    /// - Throws: `APIError` if an address, a number or a second factor is not one.
    func apply(to account: inout Account, hash: Secret<String>?) throws(APIError) -> Effect {
        var movesValidSince = try changeEmail(of: &account)
        if let hash {
            account.setPassword(hash, now: now)
            movesValidSince = true
        }
        if request.validSince != nil { movesValidSince = true }
        if movesValidSince { account.validSince = now.seconds }
        if let displayName = request.displayName { account.displayName = displayName }
        if let photoURL = request.photoUrl { account.photoURL = photoURL }
        if let mfa = request.mfa, isPrivileged {
            account.secondFactors = try SecondFactorRule.enrollments(
                mfa.enrollments ?? [],
                policy,
                now: now,
                random: random
            )
        }
        if isPrivileged { try applyPrivileged(to: &account) }
        deleteAttributes(of: &account)
        deleteProviders(of: &account)
        let passkeys = Set((request.deletePasskey ?? []).map(PasskeyID.canonical))
        account.passkeys.removeAll { passkeys.contains($0.credentialId ?? "") }
        account.updateProviders(linking: request.linkProviderUserInfo, removing: Set(request.deleteProvider ?? []))
        return Effect(movesValidSince: movesValidSince, provider: hash == nil ? nil : ProviderName.password)
    }

    private func changeEmail(of account: inout Account) throws(APIError) -> Bool {
        guard let text = request.email, !text.isEmpty else { return false }
        let email = try EmailRule.parse(text, policy)
        guard email != account.email else { return false }
        if !isAnonymous, account.initialEmail == nil { account.initialEmail = account.email }
        account.email = email
        account.isEmailVerified = false
        return true
    }

    private func applyPrivileged(to account: inout Account) throws(APIError) {
        if let disabled = request.disableUser { account.isDisabled = disabled }
        if let number = request.phoneNumber, !number.isEmpty, number != account.phoneNumber {
            account.phoneNumber = try PhoneRule.parse(number, policy)
        }
        if let verified = request.emailVerified { account.isEmailVerified = verified }
        if let claims = request.customAttributes { account.customAttributes = claims }
        if let created = request.createdAt { account.createdAt = UnixTime(milliseconds: created.value) }
        if let login = request.lastLoginAt { account.lastLoginAt = UnixTime(milliseconds: login.value) }
        if let since = request.validSince { account.validSince = since.value }
    }

    private func deleteAttributes(of account: inout Account) {
        for attribute in request.deleteAttribute ?? [] {
            switch attribute {
            case .displayName: account.displayName = nil
            case .photoURL: account.photoURL = nil
            case .password: account.password = nil
            case .email:
                account.email = nil
                account.isEmailVerified = nil
                account.hasEmailLink = nil
            default: break
            }
        }
    }

    private func deleteProviders(of account: inout Account) {
        for provider in request.deleteProvider ?? [] {
            switch provider {
            case ProviderName.password:
                account.password = nil
                account.hasEmailLink = nil
            case ProviderName.phone: account.phoneNumber = nil
            default: break
            }
        }
    }
}
