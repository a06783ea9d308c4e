internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Lets a provider's user into an account, in one transaction.
struct ProviderArrivals: Sendable {
    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader
    let firstFactor: FirstFactor
    let blocking: BlockingFunctions
    let random: RandomSource

    /// How long a user has to settle a conflict.
    private static let pendingLifetime: Duration = .hours(1)

    /// What shows who the provider's user is.
    enum Proof: Sendable {
        /// The provider's word, read just now.
        case user(ProviderClaims)
        /// What an attempt before this one left behind.
        case pending(Secret<String>)
    }

    /// Someone who comes from a provider.
    struct Arrival: Sendable {
        let proof: Proof
        /// The user who asks to link the provider; `nil` to sign in.
        let caller: IdentityToken?
        let mayCreate: Bool
        /// Whether a conflict is an outcome with a way to go on, rather than an error.
        let keepsRefused: Bool
        /// What the project's functions are told.
        let context: BlockingContext
    }

    /// What came of it.
    struct Outcome: Sendable {
        let user: ProviderClaims
        var account: Account?
        var signIn: FirstFactor.Outcome?
        var isNew = false
        var isRecycled = false
        /// The account whose owner must confirm the link.
        var toConfirm: Account?
        var refusal: APIError?
        var pendingToken: Secret<String>?
    }

    /// Lets the user in, or finds out why not.
    func settle(_ arrival: Arrival, in call: Call) async throws(APIError) -> Outcome {
        try await blocking.write(call, as: arrival.context) { tx in
            let user = try user(of: arrival.proof, tx)
            tx.call.blocking?.note(user)
            let rule = try rule(for: user, arrival, tx)
            let decision: AccountLinking.Decision
            do throws(APIError) {
                decision = try rule.decide()
            } catch {
                guard arrival.keepsRefused, Self.isConflict(error) else { throw error }
                let token = try keep(user, from: arrival, tx)
                return Outcome(user: user, refusal: error, pendingToken: token)
            }
            if case .needConfirmation(let owner) = decision {
                let token = arrival.keepsRefused ? try keep(user, from: arrival, tx) : nil
                return Outcome(user: user, toConfirm: owner, pendingToken: token)
            }
            try use(user, from: arrival, tx)
            return try enter(decision, user, arrival, takesEmail: !rule.allowsDuplicateEmails, tx)
        }
    }

    private static func isConflict(_ error: APIError) -> Bool {
        error.code == .federatedUserIDAlreadyLinked || error.code == .emailExists
    }

    private func user(of proof: Proof, _ tx: borrowing Transaction) throws -> ProviderClaims {
        switch proof {
        case .user(let user): return user
        case .pending(let token):
            let found = try store.pendingCredentials.find(token, tx)
            guard let found else { throw APIError(.invalidPendingToken) }
            return found
        }
    }

    private func rule(
        for user: ProviderClaims,
        _ arrival: Arrival,
        _ tx: borrowing Transaction
    ) throws -> AccountLinking {
        let settings = try store.projects.settings(of: tx.scope.project, tx)
        var rule = AccountLinking(user: user)
        rule.caller = try caller(of: arrival, tx)
        rule.holder = try store.accounts.find(user.key, tx)
        if let email = user.email { rule.namesake = try store.accounts.find(.email(email), tx) }
        rule.allowsDuplicateEmails = settings.allowsDuplicateEmails
        rule.mayCreate = arrival.mayCreate
        rule.refusesSecondUser = policy.refusesSecondUserOfProvider
        return rule
    }

    /// The account that the provider is to be linked to.
    ///
    /// It gets a new sign-in method, so the rules of a new password hold.
    private func caller(of arrival: Arrival, _ tx: borrowing Transaction) throws -> Account? {
        guard let token = arrival.caller else { return nil }
        let account = try identityTokens.account(of: token, tx)
        try policy.checkRecentLogin(token, of: account, now: tx.now)
        return account
    }

    /// Keeps what the provider said until the conflict is settled; the provider's token is used by that.
    private func keep(
        _ user: ProviderClaims,
        from arrival: Arrival,
        _ tx: borrowing Transaction
    ) throws -> Secret<String> {
        if case .pending(let token) = arrival.proof { return token }
        try use(user, from: arrival, tx)
        var kept = user
        kept.use = nil
        let token = Secret(Base64.encode(random.bytes(32)))
        try store.pendingCredentials.insert(
            kept,
            secret: token,
            now: tx.now,
            expiresAt: tx.now + Self.pendingLifetime,
            tx
        )
        return token
    }

    /// Makes the proof good for nothing else.
    private func use(
        _ user: ProviderClaims,
        from arrival: Arrival,
        _ tx: borrowing Transaction
    ) throws {
        if let use = user.use {
            try store.usedTokens.insert(use, of: user, by: arrival.caller?.uid, tx)
        }
        if case .pending(let token) = arrival.proof { try store.pendingCredentials.delete(token, tx) }
    }

    private func enter(
        _ decision: AccountLinking.Decision,
        _ user: ProviderClaims,
        _ arrival: Arrival,
        takesEmail: Bool,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        var outcome = Outcome(user: user)
        var account = Account(id: tx.newUserID(random))
        var change: (old: Account, author: Takeover.Author)?
        switch decision {
        case .create(let hasEmail):
            account.createdAt = tx.now
            account.fill(from: user, hasEmail: hasEmail)
            outcome.isNew = true
        case .signIn(let holder):
            account = holder
            account.refresh(user)
            change = (holder, .credential)
        case .link(let caller):
            account = caller
            account.link(user, takesEmail: takesEmail)
            let proves = user.isEmailTrusted && account.email == user.email
            if let token = arrival.caller {
                change = (caller, .user(token, provesAddress: proves, getsSession: true))
            }
        case .join(let namesake, _, let isRecycled):
            account = namesake
            account.join(user)
            change = (namesake, .provider(isRecycled: isRecycled))
            outcome.isRecycled = isRecycled
        case .needConfirmation: throw APIError.internalError
        }
        guard !account.isDisabled else { throw APIError(.userDisabled) }
        let stored =
            if let change {
                try writer.change(change.old, to: account, by: change.author, tx).account
            } else {
                try writer.admit(account, tx)
            }
        outcome.signIn = try firstFactor.complete(
            stored,
            provider: user.providerID,
            attributes: user.attributes,
            proof: arrival.caller?.secondFactorProof,
            tx
        )
        outcome.account = stored
        return outcome
    }
}
