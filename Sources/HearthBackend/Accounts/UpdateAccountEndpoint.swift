internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Changes an account: by identity token, by a mailed code, or by an administrator.
struct UpdateAccountEndpoint: Endpoint {
    typealias Op = UpdateAccount

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let passwords: Passwords
    let identityTokens: IdentityTokenReader
    let starter: SessionStarter
    let codes: CodeIssuer
    let random: RandomSource

    func respond(to request: UpdateAccount.Request, in call: Call) async throws(APIError) -> UpdateAccount.Response {
        try AccountChange.refuseUnsupported(request, isPrivileged: call.isPrivileged, policy)
        var call = call
        var caller: IdentityToken?
        if let token = request.idToken, request.oobCode == nil || policy.guardsAccounts {
            guard request.disableUser == nil || call.isPrivileged else { throw APIError(.operationNotAllowed) }
            caller = try await identityTokens.read(token, in: &call)
        }
        let hash = try await hash(of: request, by: caller, in: call)
        let outcome = try await store.write(call) { [caller] tx in
            if let code = request.oobCode {
                return try applyCode(code, with: caller, tx)
            }
            return try change(request, by: caller, hash: hash, tx)
        }
        if let refusal = outcome.refusal { throw refusal }
        writer.deliver(outcome.mails, in: call)
        var response = Self.response(for: outcome)
        if let session = outcome.session { response.fill(try await starter.tokens(of: session, in: call)) }
        return response
    }

    /// What a change led to.
    private struct Outcome: Sendable {
        var account: Account
        var newEmail: EmailAddress?
        var session: SessionStarter.Started?
        /// The codes with which the change can be undone.
        var mails: [CodeIssuer.Issued] = []
        /// Why nothing was changed although the code was used up.
        var refusal: APIError?
    }

    private static func response(for outcome: Outcome) -> UpdateAccount.Response {
        let account = outcome.account
        return UpdateAccount.Response {
            $0.kind = "identitytoolkit#SetAccountInfoResponse"
            $0.localId = account.id.rawValue
            $0.email = account.email?.text
            $0.emailVerified = account.wireEmailVerified
            $0.displayName = account.displayName
            $0.photoUrl = account.photoURL
            $0.newEmail = outcome.newEmail?.text
            $0.passwordHash = account.password == nil ? nil : UserInfo.redactedHash
            $0.providerUserInfo = account.providers
        }
    }

    private func hash(
        of request: UpdateAccount.Request,
        by caller: IdentityToken?,
        in call: Call
    ) async throws(APIError) -> Secret<String>? {
        guard let password = request.password, !password.reveal().isEmpty else { return nil }
        let (rules, account) = try await store.read(call) { tx in
            (try store.projects.passwordPolicy(tx), try caller.flatMap { try store.accounts.find($0.uid, tx) })
        }
        try PasswordRule.check(password, rules)
        try PasswordRule.refuseCommon(password, of: PasswordRule.Owner(account), rules, policy, in: call)
        return try await passwords.hash(password)
    }

    // MARK: By a mailed code

    private func applyCode(
        _ secret: Secret<String>,
        with caller: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        var code = try codes.redeem(secret, tx)
        let old = try codes.holder(of: code, tx)
        var account = old
        var newEmail: EmailAddress?
        switch code.type {
        case .verifyEmail: account.isEmailVerified = true
        case .verifyAndChangeEmail:
            guard let email = code.newEmail else { throw APIError(.invalidOOBCode) }
            guard try isFree(email, for: old, tx) else {
                return Outcome(account: old, refusal: APIError(.emailExists))
            }
            account.email = email
            account.isEmailVerified = true
            newEmail = email
        case .recoverEmail:
            account.email = code.email
            account.isEmailVerified = true
            code.methods = try available(code.methods, to: old, tx)
        case .revertSecondFactor: account.secondFactors.removeAll { $0.id == code.secondFactor }
        default: throw APIError(.invalidOOBCode)
        }
        if MethodChange(from: old, to: account).isAddressChanged, account.initialEmail == nil {
            account.initialEmail = old.email
        }
        let isUser = try caller.map { try identityTokens.account(of: $0, tx).id == old.id } ?? false
        let written = try writer.change(old, to: account, by: .mailReader(code, isUser: isUser), tx)
        return Outcome(account: written.account, newEmail: newEmail, mails: written.mails)
    }

    /// Whether an account may have an address.
    private func isFree(_ email: EmailAddress, for account: Account, _ tx: borrowing Transaction) throws -> Bool {
        if try store.projects.settings(of: tx.scope.project, tx).allowsDuplicateEmails { return true }
        let owner = try store.accounts.find(.email(email), tx)
        return owner == nil || owner?.id == account.id
    }

    /// The sign-in methods to return to that no other account has by now.
    private func available(
        _ methods: SignInMethods?,
        to account: Account,
        _ tx: borrowing Transaction
    ) throws -> SignInMethods? {
        guard var methods else { return nil }
        func isFree(of owner: Account?) -> Bool { owner == nil || owner?.id == account.id }
        if let number = methods.phoneNumber, try !isFree(of: store.accounts.find(.phone(number), tx)) {
            methods.phoneNumber = nil
        }
        methods.linked = try methods.linked.filter { try isFree(of: store.accounts.find($0.user, tx)) }
        return methods
    }

    // MARK: By the user or an administrator

    private func change(
        _ request: UpdateAccount.Request,
        by caller: IdentityToken?,
        hash: Secret<String>?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let old = try subject(of: request, caller, tx)
        let change = AccountChange(
            request: request,
            isPrivileged: tx.call.isPrivileged,
            isAnonymous: caller?.signInProvider == .anonymous,
            policy: policy,
            now: tx.now,
            random: random
        )
        if caller != nil { try refuseUnprovedAddress(request, old, tx) }
        var account = old
        let effect = try change.apply(to: &account, hash: hash)
        let author: Takeover.Author =
            caller.map { .user($0, getsSession: effect.getsSession) } ?? .administrator(revokes: effect.revokes)
        let written = try writer.change(old, to: account, by: author, tx)
        var outcome = Outcome(account: written.account, mails: written.mails)
        guard effect.getsSession, let provider = effect.provider ?? caller?.signInProvider else { return outcome }
        outcome.session = try starter.start(
            written.account,
            provider: provider,
            proof: caller?.secondFactorProof,
            authTime: written.authTime,
            tx
        )
        return outcome
    }

    /// Where addresses are hidden, a user's new one is proved first: the answer would tell whether it is taken.
    private func refuseUnprovedAddress(
        _ request: UpdateAccount.Request,
        _ account: Account,
        _ tx: borrowing Transaction
    ) throws {
        guard policy.provesNewAddresses, let email = request.email, !email.isEmpty, let old = account.email,
            EmailAddress(stored: email).key != old.key
        else { return }
        let settings = try store.projects.settings(of: tx.scope.project, tx)
        guard settings.hidesEmails ?? policy.hidesEmails else { return }
        throw APIError(.emailChangeNeedsVerification)
    }

    private func subject(
        of request: UpdateAccount.Request,
        _ caller: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> Account {
        if let caller { return try identityTokens.account(of: caller, tx) }
        guard let id = request.localId else { throw APIError(.missingLocalID) }
        guard let account = try store.accounts.find(UserID(stored: id), tx) else { throw APIError(.userNotFound) }
        return account
    }
}
