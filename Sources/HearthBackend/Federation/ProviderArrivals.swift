internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Lets a provider's user into an account, in one transaction.
struct ProviderArrivals: Sendable {
    let profile: BackendConfiguration.Profile
    let store: Store
    let identities: IdentityTokenReader
    let firstFactor: FirstFactor
    let random: RandomSource

    /// How long a user has to settle a conflict.
    private static let pendingLifetime: Duration = .hours(1)

    /// What shows who the provider's user is.
    enum Proof: Sendable {
        /// The provider's word, read just now.
        case profile(ProviderProfile)
        /// What an attempt before this one left behind.
        case pending(Secret<String>)
    }

    /// Someone who comes from a provider.
    struct Arrival: Sendable {
        let proof: Proof
        /// Who asks to link the provider; `nil` to sign in.
        let caller: IdentityToken?
        let mayCreate: Bool
        /// Whether a conflict is an outcome with a way to go on, rather than an error.
        let keepsRefused: Bool
    }

    /// What came of it.
    struct Outcome: Sendable {
        let profile: ProviderProfile
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
        try await store.write { db in
            let user = try user(of: arrival.proof, in: call, db)
            let rule = try rule(for: user, arrival, in: call, db)
            let decision: AccountLinking.Decision
            do throws(APIError) {
                decision = try rule.decide()
            } catch {
                guard arrival.keepsRefused, Self.isConflict(error) else { throw error }
                let token = try keep(user, from: arrival, in: call, db)
                return Outcome(profile: user, refusal: error, pendingToken: token)
            }
            if case .needConfirmation(let owner) = decision {
                let token = arrival.keepsRefused ? try keep(user, from: arrival, in: call, db) : nil
                return Outcome(profile: user, toConfirm: owner, pendingToken: token)
            }
            try use(user, from: arrival, in: call, db)
            return try enter(decision, user, arrival, takesEmail: !rule.allowsDuplicateEmails, in: call, db)
        }
    }

    private static func isConflict(_ error: APIError) -> Bool {
        error.code == "FEDERATED_USER_ID_ALREADY_LINKED" || error.code == "EMAIL_EXISTS"
    }

    private func user(of proof: Proof, in call: Call, _ db: borrowing Connection) throws -> ProviderProfile {
        switch proof {
        case .profile(let profile): return profile
        case .pending(let token):
            let found = try store.pendingCredentials.find(token, now: call.now, in: call.scope, db)
            guard let found else { throw APIError("INVALID_PENDING_TOKEN") }
            return found
        }
    }

    private func rule(
        for user: ProviderProfile,
        _ arrival: Arrival,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> AccountLinking {
        let settings = try store.projects.settings(of: call.scope.project, db)
        var rule = AccountLinking(profile: user)
        rule.caller = try caller(of: arrival, in: call, db)
        rule.holder = try store.accounts.find(.federated(user.providerID, user.rawID), in: call.scope, db)
        if let email = user.email { rule.namesake = try store.accounts.find(.email(email), in: call.scope, db) }
        rule.allowsDuplicateEmails = settings.allowsDuplicateEmails
        rule.mayCreate = arrival.mayCreate
        rule.isStrict = profile == .strict
        return rule
    }

    /// The account that the provider is to be linked to.
    ///
    /// It gets a new way in, so the rules of a new password hold.
    private func caller(of arrival: Arrival, in call: Call, _ db: borrowing Connection) throws -> Account? {
        guard let token = arrival.caller else { return nil }
        let account = try identities.account(of: token, in: call, db)
        if !account.isAnonymous { try RecentLogin.check(authTime: token.authTime, now: call.now, profile) }
        return account
    }

    /// Keeps what the provider said until the conflict is settled; the provider's token is used by that.
    private func keep(
        _ user: ProviderProfile,
        from arrival: Arrival,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Secret<String> {
        if case .pending(let token) = arrival.proof { return token }
        try use(user, from: arrival, in: call, db)
        var kept = user
        kept.use = nil
        let token = Secret(Base64.encode(random.bytes(32)))
        try store.pendingCredentials.insert(
            kept,
            secret: token,
            now: call.now,
            expiresAt: call.now + Self.pendingLifetime,
            in: call.scope,
            db
        )
        return token
    }

    /// Makes the proof good for nothing else.
    private func use(
        _ user: ProviderProfile,
        from arrival: Arrival,
        in call: Call,
        _ db: borrowing Connection
    ) throws {
        if let use = user.use {
            try store.usedTokens.insert(use, of: user, now: call.now, in: call.scope, db)
        }
        if case .pending(let token) = arrival.proof { try store.pendingCredentials.delete(token, db) }
    }

    private func enter(
        _ decision: AccountLinking.Decision,
        _ user: ProviderProfile,
        _ arrival: Arrival,
        takesEmail: Bool,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Outcome {
        var outcome = Outcome(profile: user)
        var old: Account?
        var account = Account(id: random.alphanumeric(28))
        switch decision {
        case .create(let hasEmail):
            account.createdAt = call.now
            account.fill(from: user, hasEmail: hasEmail)
            outcome.isNew = true
        case .signIn(let holder):
            (old, account) = (holder, holder)
            account.refresh(user)
        case .link(let caller):
            (old, account) = (caller, caller)
            account.link(user, takesEmail: takesEmail)
        case .join(let namesake, let replacing, let isRecycled):
            (old, account) = (namesake, namesake)
            account.join(user, replacing: replacing, now: call.now)
            outcome.isRecycled = isRecycled
        case .needConfirmation: throw APIError.internalError
        }
        guard !account.isDisabled else { throw APIError("USER_DISABLED") }
        if let old { try clear(account, from: old, decision, in: call, db) }
        outcome.signIn = try firstFactor.complete(
            &account,
            provider: user.providerID,
            attributes: user.attributes,
            proof: arrival.caller?.secondFactorProof,
            in: call,
            db
        )
        if let old {
            try store.accounts.update(account, from: old, in: call.scope, db)
        } else {
            try store.accounts.insert(account, in: call.scope, db)
        }
        outcome.account = account
        return outcome
    }

    /// Ends what would let somebody else stay: the sessions and the codes of whoever had not proved the address, and the
    /// sessions of a guest who is none any more.
    private func clear(
        _ account: Account,
        from old: Account,
        _ decision: AccountLinking.Decision,
        in call: Call,
        _ db: borrowing Connection
    ) throws {
        switch decision {
        case .join(_, replacing: true, _):
            try store.evict(from: account.id, in: call, db)
        case .join(_, _, isRecycled: true) where profile == .strict:
            try store.sessions.endAll(of: account.id, now: call.now, in: call.scope, db)
        case .link where profile == .strict && old.isAnonymous:
            try store.sessions.endAll(of: account.id, now: call.now, in: call.scope, db)
        default: break
        }
    }
}
