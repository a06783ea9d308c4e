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

    /// What a change asks for beside what it stores.
    struct Effect: Sendable {
        /// Whether every token that was issued until now is to be void.
        let revokes: Bool
        /// Whether the change is answered with a new session.
        let getsSession: Bool
        /// How the next session will have started, if that is decided by the change.
        let provider: ProviderID?
    }

    /// Refuses what no update may ask for.
    static func refuseUnsupported(
        _ request: UpdateAccount.Request,
        isPrivileged: Bool,
        _ policy: Policy
    ) throws(APIError) {
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
            if policy.refusesPrivilegedMembers, asksForPrivileges(request) { throw APIError(.insufficientPermission) }
        }
        if let text = request.customAttributes { try CustomClaims.check(text: text) }
        for attribute in request.deleteAttribute ?? [] where attribute == .provider || attribute == .rawUserInfo {
            throw .notImplemented("deleteAttribute: \(attribute.rawValue)")
        }
        if let link = request.linkProviderUserInfo {
            guard isPrivileged || !policy.refusesPrivilegedMembers else { throw APIError(.insufficientPermission) }
            guard let provider = link.providerId else { throw APIError(.missingProviderID) }
            guard let user = link.rawId else { throw APIError(.missingRawID) }
            guard provider.isEmpty || ProviderID(rawValue: provider) != nil else {
                throw APIError(.invalidProviderID)
            }
            guard user.isEmpty || ProviderUserID(rawValue: user) != nil else {
                throw APIError(.invalidProviderID, "rawId is 1 to 1024 bytes without control characters.")
            }
        }
    }

    /// Whether a request has members that only an administrator may set.
    private static func asksForPrivileges(_ request: UpdateAccount.Request) -> Bool {
        request.validSince != nil || request.emailVerified != nil || request.phoneNumber != nil
            || request.createdAt != nil || request.lastLoginAt != nil || request.mfa != nil || request.localId != nil
    }

    /// Changes an account as the request asks.
    ///
    /// - Parameters:
    ///   - account: The account to change.
    ///   - hash: The hash of the new password, if the request has one.
    /// - Returns: What the change means for the sessions of the account.
    /// - Throws: `APIError` if an address, a number or a second factor is not one.
    func apply(to account: inout Account, hash: Secret<String>?) throws(APIError) -> Effect {
        let isAddressNew = try changeEmail(of: &account)
        if let hash { account.setPassword(hash, now: now) }
        let isRestart = isAddressNew || hash != nil || request.validSince != nil
        // In production the rules against takeover decide.
        if isRestart, !policy.guardsAccounts { account.validSince = now.seconds }
        if let displayName = request.displayName { account.displayName = displayName }
        if let photoURL = request.photoUrl { account.photoURL = photoURL }
        if let mfa = request.mfa {
            account.listsNoFactors = false
            account.secondFactors = try SecondFactorRule.enrollments(
                mfa.enrollments ?? [],
                ids: .given,
                policy,
                now: now,
                random: random
            )
        }
        if isPrivileged { try applyPrivileged(to: &account) }
        deleteAttributes(of: &account)
        deleteProviders(of: &account)
        let passkeys = Set((request.deletePasskey ?? []).map { PasskeyID(canonical: $0) })
        account.passkeys.removeAll { passkeys.contains($0.id) }
        if let provider = request.linkProviderUserInfo.flatMap({ LinkedProvider($0) }) { account.link(provider) }
        let removed = Set((request.deleteProvider ?? []).map { ProviderID(stored: $0) })
        account.linked.removeAll { removed.contains($0.providerID) }
        return Effect(
            revokes: isRevocation(of: account),
            getsSession: isRestart,
            provider: hash == nil ? nil : ProviderID.password
        )
    }

    /// Whether an administrator voids the tokens of this moment too.
    ///
    /// The moment is the administrator's clock's, which may be a little behind.
    private func isRevocation(of account: Account) -> Bool {
        guard isPrivileged, request.validSince != nil, let since = account.validSince else { return false }
        return since >= (now - .minutes(1)).seconds
    }

    private func changeEmail(of account: inout Account) throws(APIError) -> Bool {
        guard let text = request.email, !text.isEmpty else { return false }
        let email = try EmailRule.parse(text, policy)
        if let old = account.email, old.isSpelled(like: email) { return false }
        if !isAnonymous, account.initialEmail == nil { account.initialEmail = account.email }
        account.email = email
        account.isEmailVerified = false
        return true
    }

    private func applyPrivileged(to account: inout Account) throws(APIError) {
        if let disabled = request.disableUser { account.isDisabled = disabled }
        if let number = request.phoneNumber, !number.isEmpty, number != account.phoneNumber?.text {
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
                account.isEmailVerified = false
                account.hasEmailLink = false
            default: break
            }
        }
    }

    private func deleteProviders(of account: inout Account) {
        for provider in request.deleteProvider ?? [] {
            switch ProviderID(stored: provider) {
            case ProviderID.password:
                account.password = nil
                account.hasEmailLink = false
            case ProviderID.phone: account.phoneNumber = nil
            default: break
            }
        }
    }
}
