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

    /// Checks the first code of an app, and keeps its key.
    ///
    /// - Returns: The enrollment's identifier, or the refusal, with which the transaction goes on.
    func finish(
        _ session: Secret<String>,
        _ typed: Secret<String>,
        for account: Account,
        _ tx: borrowing Transaction
    ) throws -> Result<String, APIError> {
        guard let draft = try store.authenticatorDrafts.find(session, tx), draft.account == account.id
        else { return .failure(APIError(.invalidSessionInfo)) }
        if let end = draft.expiresAt, tx.now >= end { return .failure(APIError(.sessionExpired)) }
        guard !limits.isExhausted(draft.tries) else { return .failure(APIError(.sessionExpired)) }
        guard let step = TOTP(key: draft.key).acceptedStep(of: typed, at: tx.now, after: nil) else {
            try store.authenticatorDrafts.countFailure(of: session, tx)
            return .failure(APIError(.invalidCode))
        }
        try store.authenticatorDrafts.delete(session, tx)
        let app = Authenticator(id: random.alphanumeric(28), key: draft.key, lastStep: step)
        try store.authenticators.save(app, of: account.id, tx)
        return .success(app.id)
    }

    /// Checks a code of an enrolled app; a step's code is accepted once.
    ///
    /// - Returns: The refusal `INVALID_CODE` or, after many wrong codes, `TOO_MANY_ATTEMPTS_TRY_LATER`, with which
    ///   the transaction goes on; `nil` if the code is right.
    func check(
        _ typed: Secret<String>,
        of id: String,
        _ account: Account,
        _ tx: borrowing Transaction
    ) throws -> APIError? {
        guard var app = try store.authenticators.find(id, of: account.id, tx) else {
            return APIError(.mfaEnrollmentNotFound)
        }
        if let start = app.failingSince, tx.now >= start + limits.window {
            app.failures = 0
            app.failingSince = nil
        }
        if limits.areEnforced, app.failures >= limits.failuresInWindow {
            return APIError(.tooManyAttemptsTryLater)
        }
        let step = TOTP(key: app.key).acceptedStep(of: typed, at: tx.now, after: app.lastStep)
        if let step {
            app.lastStep = step
        } else {
            app.failures += 1
            app.failingSince = app.failingSince ?? tx.now
        }
        try store.authenticators.save(app, of: account.id, tx)
        return step == nil ? APIError(.invalidCode) : nil
    }
}
