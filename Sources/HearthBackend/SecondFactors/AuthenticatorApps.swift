internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthWire

/// Gives authenticator apps their keys, and checks their codes.
struct AuthenticatorApps: Sendable {
    let policy: Policy
    let store: Store
    let random: RandomSource

    private var limits: ProofLimits { policy.proofs }

    /// A key that was stored and waits for its first code.
    struct Draft: Sendable {
        let key: Secret<String>
        let session: Secret<String>
        /// When the first code is due.
        let end: UnixTime
    }

    /// Makes and stores a key.
    func start(for account: Account, _ tx: borrowing Transaction) throws -> Draft {
        let key = random.bytes(TOTP.keyBytes)
        let session = Secret(Base64.encode(random.bytes(32)))
        let draft = AuthenticatorDraft(
            account: account.id,
            key: Secret(key),
            expiresAt: limits.end(of: \.authenticatorDraft, from: tx.now)
        )
        try store.authenticatorDrafts.deleteExpired(before: tx.now - limits.window, tx)
        try store.authenticatorDrafts.insert(draft, session: session, tx)
        return Draft(
            key: Secret(Base32.encode(key)),
            session: session,
            end: tx.now + limits.authenticatorDraft
        )
    }

    /// Checks the first code of an app, whose draft is used up by it.
    ///
    /// - Returns: The app, or the refusal, with which the transaction goes on.
    func finish(
        _ session: Secret<String>,
        _ typed: Secret<String>,
        for account: Account,
        _ tx: borrowing Transaction
    ) throws -> Result<Authenticator, APIError> {
        guard let draft = try store.authenticatorDrafts.find(session, tx), draft.account == account.id
        else { return .failure(APIError(.invalidSessionInfo)) }
        if let end = draft.expiresAt, tx.now >= end { return .failure(APIError(.sessionExpired)) }
        guard !limits.isExhausted(draft.tries) else { return .failure(APIError(.sessionExpired)) }
        guard let step = TOTP(key: draft.key).acceptedStep(of: typed, at: tx.now, after: nil, adjacent: try reach(tx))
        else {
            try store.authenticatorDrafts.countFailure(of: session, tx)
            return .failure(APIError(.invalidCode))
        }
        try store.authenticatorDrafts.delete(session, tx)
        return .success(Authenticator(key: draft.key, lastStep: step, knownSource: tx.call.source))
    }

    /// Checks a code of an enrolled app; a step's code is accepted once.
    ///
    /// Wrong codes make their client wait. When there are many, from wherever, other clients wait too, but not the one
    /// from which a right code came last: guessing slows the guesser down and does not lock the owner out.
    ///
    /// - Returns: The refusal `INVALID_CODE` or, after many wrong codes, `TOO_MANY_ATTEMPTS_TRY_LATER`, with which
    ///   the transaction goes on; `nil` if the code is right.
    func check(
        _ typed: Secret<String>,
        of id: FactorID,
        _ account: Account,
        _ tx: borrowing Transaction
    ) throws -> APIError? {
        guard var app = account.secondFactors.first(where: { $0.id == id })?.authenticator else {
            return APIError(.mfaEnrollmentNotFound)
        }
        let own = try store.codeFailures.find(id, of: account.id, since: tx.now - limits.window, tx)
        if let last = app.lastFailedAt, tx.now >= last + limits.window { app.failures = 0 }
        guard mayTry(app, own, tx) else { return APIError(.tooManyAttemptsTryLater) }
        let codes = TOTP(key: app.key)
        let reach = try reach(tx)
        if let step = codes.acceptedStep(of: typed, at: tx.now, after: app.lastStep, adjacent: reach) {
            app.lastStep = step
            app.knownSource = tx.call.source
            try store.secondFactors.note(app, of: id, account.id, tx)
            try store.codeFailures.delete(id, of: account.id, tx)
            return nil
        }
        // A right code that was used already is no guess: a client that repeats a call sends it again.
        let known = codes.acceptedStep(of: typed, at: tx.now, after: nil, adjacent: reach)
        guard known == nil else { return APIError(.invalidCode) }
        app.failures += 1
        app.lastFailedAt = tx.now
        try store.secondFactors.note(app, of: id, account.id, tx)
        try store.codeFailures.deleteExpired(before: tx.now - limits.window, tx)
        try store.codeFailures.save(own.count + 1, of: id, account.id, tx)
        return APIError(.invalidCode)
    }

    /// How many steps beside the present one count: the project's word, or the tenant's.
    private func reach(_ tx: borrowing Transaction) throws -> Int {
        var configs = try store.projects.settings(of: tx.scope.project, tx).more.mfa?.providerConfigs
        if let tenant = tx.scope.tenant { configs = try store.tenants.find(tenant, tx)?.mfaConfig?.providerConfigs }
        return configs?.lazy.compactMap { $0.totpProviderConfig?.adjacentIntervals }.first ?? 1
    }

    private func mayTry(_ app: Authenticator, _ own: CodeFailureTable.Failures, _ tx: borrowing Transaction) -> Bool {
        let source = tx.call.source
        if source != nil, let last = own.last {
            let wait = limits.wait(after: own.count, free: limits.failuresOfSource, doublingEvery: 1)
            guard tx.now >= last + wait else { return false }
        }
        guard source == nil || source != app.knownSource, let last = app.lastFailedAt else { return true }
        let wait = limits.wait(after: app.failures, free: limits.failuresInWindow, doublingEvery: 5)
        return tx.now >= last + wait
    }
}
