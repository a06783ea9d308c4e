internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts a session with a mailed link, or adds its address to the account of an identity token.
struct SignInWithEmailLinkEndpoint: Endpoint {
    typealias Op = SignInWithEmailLink

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let identities: IdentityTokenReader
    let codes: CodeIssuer
    let firstFactor: FirstFactor
    let random: RandomSource

    private var isStrict: Bool { policy.guardsAccounts }

    func respond(
        to request: SignInWithEmailLink.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithEmailLink.Response {
        guard configuration.allowsEmailLinkSignIn else { throw APIError(.operationNotAllowed) }
        var call = call
        var linking: IdentityToken?
        if let token = request.idToken { linking = try await identities.read(token, in: &call) }
        guard let text = request.email, !text.isEmpty else { throw APIError(.missingEmail) }
        let email = try EmailRule.parse(text, policy)
        guard let secret = request.oobCode, !secret.reveal().isEmpty else { throw APIError(.missingOOBCode) }
        let outcome = try await store.write(call) { [linking] tx in
            try redeem(secret, email, tx)
            return try save(email, linking, tx)
        }
        if let recovery = outcome.recovery { codes.deliver(recovery, in: call) }
        var response = SignInWithEmailLink.Response {
            $0.kind = "identitytoolkit#EmailLinkSigninResponse"
            $0.email = email
            $0.localId = outcome.account.id
            $0.isNewUser = outcome.isNewUser
        }
        try await firstFactor.fill(&response, with: outcome.signIn, in: call)
        return response
    }

    /// What a link led to.
    private struct Outcome: Sendable {
        var account: Account
        let isNewUser: Bool
        let signIn: FirstFactor.Outcome
        /// The code with which an address that was replaced can be put back.
        var recovery: CodeIssuer.Issued?
    }

    /// Uses the code, unless whoever has it does not know whose mailbox it came to.
    private func redeem(
        _ secret: Secret<String>,
        _ email: String,
        _ tx: borrowing Transaction
    ) throws {
        let code = try codes.inspect(secret, tx)
        guard code.type == .emailSignIn else { throw APIError(.invalidOOBCode) }
        guard code.email == email else {
            throw APIError(.invalidEmail, "The email provided does not match the sign-in email address.")
        }
        _ = try codes.redeem(secret, tx)
    }

    private func save(
        _ email: String,
        _ linking: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let owner = try store.accounts.find(.email(email), tx)
        // Another spelling of an account's address may be another mailbox: it proves nothing.
        if let owner, owner.email != email { throw APIError(.invalidOOBCode) }
        let old = try linking.map { try holder(of: $0, owner: owner, tx) } ?? owner
        if old?.isDisabled == true { throw APIError(.userDisabled) }
        var account = old ?? Account(id: random.alphanumeric(28))
        if old != nil { try clear(&account, for: email, isLinking: linking != nil, tx) }
        account.email = email
        account.isEmailVerified = true
        account.hasEmailLink = true
        account.updateProviders()
        let signIn = try firstFactor.complete(
            &account,
            provider: ProviderName.password,
            proof: linking?.secondFactorProof,
            tx
        )
        guard let old else {
            account.createdAt = tx.now
            try store.accounts.insert(account, tx)
            return Outcome(account: account, isNewUser: true, signIn: signIn)
        }
        try store.accounts.update(account, from: old, tx)
        try codes.revoke(of: account, from: old, tx)
        var outcome = Outcome(account: account, isNewUser: false, signIn: signIn)
        // Whoever reads the old mailbox must learn of the change, and be able to undo it.
        if isStrict, let replaced = old.email, replaced != email {
            outcome.recovery = try codes.issue(.recoverEmail, email: replaced, account: account.id, tx)
        }
        return outcome
    }

    /// The account that gets the address.
    private func holder(
        of caller: IdentityToken,
        owner: Account?,
        _ tx: borrowing Transaction
    ) throws -> Account {
        let account = try identities.account(of: caller, tx)
        if let owner, owner.id != account.id { throw APIError(.emailExists) }
        try policy.checkRecentLogin(caller, of: account, now: tx.now)
        return account
    }

    /// In strict, ends what would let somebody else stay: all that belongs to whoever had not proved the address, the
    /// sessions under an address that is replaced, and those of a guest who is none any more.
    private func clear(
        _ account: inout Account,
        for email: String,
        isLinking: Bool,
        _ tx: borrowing Transaction
    ) throws {
        guard isStrict else { return }
        if !isLinking, account.isEmailVerified != true {
            account.reclaim(now: tx.now)
            try store.evict(from: account.id, tx)
        } else if let replaced = account.email, replaced != email {
            account.initialEmail = account.initialEmail ?? replaced
            account.validSince = tx.now.seconds
            try store.sessions.endAll(of: account.id, tx)
        } else if account.isAnonymous {
            try store.sessions.endAll(of: account.id, tx)
        }
    }
}
