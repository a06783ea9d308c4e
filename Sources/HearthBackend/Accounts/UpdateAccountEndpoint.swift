internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Changes an account: by identity token, by a mailed code, or by an administrator.
struct UpdateAccountEndpoint: Endpoint {
    typealias Op = UpdateAccount

    let policy: Policy
    let store: Store
    let passwords: Passwords
    let identities: IdentityTokenReader
    let starter: SessionStarter
    let codes: CodeIssuer
    let random: RandomSource

    func respond(to request: UpdateAccount.Request, in call: Call) async throws(APIError) -> UpdateAccount.Response {
        try AccountChange.refuseUnsupported(request, isPrivileged: call.isPrivileged)
        var call = call
        var caller: IdentityToken?
        if request.oobCode == nil, let token = request.idToken {
            guard request.disableUser == nil || call.isPrivileged else { throw APIError(.operationNotAllowed) }
            caller = try await identities.read(token, in: &call)
        }
        let hash = try await hash(of: request, in: call)
        let outcome = try await store.write(call) { [caller] tx in
            if let code = request.oobCode {
                return try applyCode(code, tx)
            }
            return try change(request, by: caller, hash: hash, tx)
        }
        if let code = outcome.recovery { codes.deliver(code, in: call) }
        var response = Self.response(for: outcome)
        if let session = outcome.session { response.fill(try await starter.tokens(of: session, in: call)) }
        return response
    }

    /// What a change led to.
    private struct Outcome: Sendable {
        var account: Account
        var newEmail: String?
        var session: SessionStarter.Started?
        /// The code that the old address gets, with which the change can be undone.
        var recovery: CodeIssuer.Issued?
    }

    private static func response(for outcome: Outcome) -> UpdateAccount.Response {
        let account = outcome.account
        return UpdateAccount.Response {
            $0.kind = "identitytoolkit#SetAccountInfoResponse"
            $0.localId = account.id
            $0.email = account.email
            $0.emailVerified = account.isEmailVerified
            $0.displayName = account.displayName
            $0.photoUrl = account.photoURL
            $0.newEmail = outcome.newEmail
            $0.passwordHash = account.password == nil ? nil : UserInfo.redactedHash
            $0.providerUserInfo = account.providers.isEmpty ? nil : account.providers
        }
    }

    private func hash(of request: UpdateAccount.Request, in call: Call) async throws(APIError) -> Secret<String>? {
        guard let password = request.password, !password.reveal().isEmpty else { return nil }
        let policy = try await store.read(call) { tx in try store.projects.passwordPolicy(tx) }
        try PasswordRule.check(password, policy)
        return try await passwords.hash(password)
    }

    // MARK: By a mailed code

    private func applyCode(
        _ secret: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let code = try codes.redeem(secret, tx)
        let old = try codes.holder(of: code, tx)
        var account = old
        var newEmail: String?
        switch code.type {
        case .verifyEmail: account.isEmailVerified = true
        case .verifyAndChangeEmail:
            guard let email = code.newEmail else { throw APIError(.invalidOOBCode) }
            account.email = email
            account.isEmailVerified = true
            newEmail = email
        case .recoverEmail:
            account.email = code.email
            account.isEmailVerified = true
        case .revertSecondFactor:
            account.secondFactors.removeAll { $0.mfaEnrollmentId == code.secondFactor }
            // Whoever enrolled the factor is signed in, and must not stay.
            try endSessions(of: &account, tx)
        default: throw APIError(.invalidOOBCode)
        }
        if account.email != old.email {
            if account.initialEmail == nil { account.initialEmail = old.email }
            try endSessions(of: &account, tx)
        }
        account.updateProviders()
        try store.accounts.update(account, from: old, tx)
        try codes.revoke(of: account, from: old, tx)
        var outcome = Outcome(account: account, newEmail: newEmail)
        // Whoever reads the old mailbox must learn of the change, and be able to undo it.
        if policy.guardsAccounts, code.type == .verifyAndChangeEmail, let email = old.email {
            outcome.recovery = try codes.issue(.recoverEmail, email: email, account: account.id, tx)
        }
        return outcome
    }

    // MARK: By the user or an administrator

    private func change(
        _ request: UpdateAccount.Request,
        by caller: IdentityToken?,
        hash: Secret<String>?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let old = try subject(of: request, caller, tx)
        if let caller { try refuseIfStale(request, caller, old, tx) }
        let change = AccountChange(
            request: request,
            isPrivileged: tx.call.isPrivileged,
            isAnonymous: caller?.signInProvider == ProviderName.anonymous,
            policy: policy,
            now: tx.now,
            random: random
        )
        var account = old
        let effect = try change.apply(to: &account, hash: hash)
        if let number = account.phoneNumber, number != old.phoneNumber,
            try store.accounts.find(.phone(number), tx) != nil
        {
            throw APIError(.phoneNumberExists)
        }
        var outcome = Outcome(account: account)
        if effect.movesValidSince {
            if policy.guardsAccounts, account.validSince ?? 0 >= tx.now.seconds {
                try store.sessions.endAll(of: account.id, tx)
            }
            // The session starts now: verifiers compare its `auth_time` with `validSince`.
            if let provider = effect.provider ?? caller?.signInProvider {
                outcome.session = try starter.start(
                    &account,
                    provider: provider,
                    proof: caller?.secondFactorProof,
                    tx
                )
            }
        }
        try store.accounts.update(account, from: old, tx)
        try codes.revoke(of: account, from: old, tx)
        outcome.account = account
        outcome.recovery = try recovery(of: account, from: old, request, caller, tx)
        return outcome
    }

    private func subject(
        of request: UpdateAccount.Request,
        _ caller: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> Account {
        if let caller { return try identities.account(of: caller, tx) }
        guard let id = request.localId else { throw APIError(.missingLocalID) }
        guard let account = try store.accounts.find(id, tx) else { throw APIError(.userNotFound) }
        return account
    }

    /// In strict, whoever changes a way in must have signed in a short while ago, and a new address be proved first.
    private func refuseIfStale(
        _ request: UpdateAccount.Request,
        _ caller: IdentityToken,
        _ account: Account,
        _ tx: borrowing Transaction
    ) throws {
        guard policy.guardsAccounts else { return }
        let touchesWayIn =
            request.email != nil || request.password != nil || request.deleteProvider?.isEmpty == false
            || request.deletePasskey?.isEmpty == false || request.mfa != nil || request.linkProviderUserInfo != nil
            || (request.deleteAttribute ?? []).contains { $0 == .email || $0 == .password }
        if touchesWayIn { try policy.checkRecentLogin(caller, of: account, now: tx.now) }
        let hidesEmails = try store.projects.settings(of: tx.scope.project, tx).hidesEmails ?? true
        if let email = request.email, hidesEmails, account.isEmailVerified == true,
            EmailKey.make(email) != account.email.map(EmailKey.make)
        {
            throw APIError(.emailChangeNeedsVerification)
        }
    }

    private func recovery(
        of account: Account,
        from old: Account,
        _ request: UpdateAccount.Request,
        _ caller: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> CodeIssuer.Issued? {
        guard let initialEmail = account.initialEmail, request.email != nil, account.email != old.email,
            caller?.signInProvider != ProviderName.anonymous
        else { return nil }
        let email = policy.guardsAccounts ? old.email ?? initialEmail : initialEmail
        return try codes.issue(.recoverEmail, email: email, account: account.id, tx)
    }

    private func endSessions(of account: inout Account, _ tx: borrowing Transaction) throws {
        guard policy.guardsAccounts else { return }
        account.validSince = tx.now.seconds
        try store.sessions.endAll(of: account.id, tx)
    }
}
