internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Signs in, and signs up if there is no account yet.
    ///
    /// - Parameter provider: The way in, with what was shown.
    /// - Returns: That the user is signed in, or what else is needed.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/refused`` what the client refused, with
    ///   ``FlowError/Code/superseded`` that a later sign-in was begun.
    @discardableResult
    public func signIn(with provider: IdentityProvider) async throws(FlowError) -> SignInOutcome {
        try await begin(provider, isNew: false)
    }

    /// Signs up; with an address and a password only if there is no account yet.
    ///
    /// - Parameter provider: The way in, with what was shown.
    /// - Returns: That the user is signed in, or what else is needed:
    ///   ``SignInOutcome/needsLinking(_:)`` if the address has an account already.
    /// - Throws: ``FlowError``, as ``signIn(with:)`` does.
    @discardableResult
    public func signUp(with provider: IdentityProvider) async throws(FlowError) -> SignInOutcome {
        try await begin(provider, isNew: true)
    }

    /// Signs out on this device; whatever was going on ends.
    ///
    /// - Throws: ``FlowError`` with code ``FlowError/Code/storage`` if the user is signed out, but the session's trace
    ///   in the storage could not be removed yet: that is tried again for as long as the app runs.
    public func signOut() async throws(FlowError) {
        await ready()
        send(SignInFlow.Event.signedOut)
        do throws(AuthError) {
            try await auth.signOut()
        } catch {
            await sessionChanged()
            throw FlowError(error)
        }
        await sessionChanged()
    }

    private func begin(_ provider: IdentityProvider, isNew: Bool) async throws(FlowError) -> SignInOutcome {
        await ready()
        let id = newID()
        materials.proofs[id] = provider
        if isNew { materials.newAccounts.insert(id) }
        return try await wait(outcomes, id) {
            send(SignInFlow.Event.begin(SignInFlow.Attempt(id: id, providerID: provider.id)))
        } cancel: {
            send(SignInFlow.Event.cancelled(id))
        }
    }

    func send(_ event: SignInFlow.Event) {
        for effect in step(SignInFlow.self, \.signIn, event) {
            switch effect {
            case .authenticate(let attempt): work(attempt.id) { await $0.authenticate(attempt) }
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
    }

    private func authenticate(_ attempt: SignInFlow.Attempt) async {
        guard let provider = materials.proofs[attempt.id] else { return }
        let result = await provider.attempt(at: auth, asNew: materials.newAccounts.contains(attempt.id))
        // What was given up must not open a conflict or a second factor.
        guard machines.signIn == .authenticating(attempt) else { return }
        let outcome = await outcome(of: result, with: provider, origin: .signIn)
        await sessionChanged()
        send(SignInFlow.Event.ended(attempt.id, outcome))
    }

    /// What an answer of the client means: a user, a conflict, a second factor, or a refusal.
    func outcome(
        of result: Result<AuthDataResult, AuthError>,
        with provider: IdentityProvider,
        origin: SecondFactorStep.Origin
    ) async -> Result<SignInOutcome, FlowError> {
        switch result {
        case .success(let result):
            return .success(SignInOutcome(result))
        case .failure(let error):
            if let resolver = error.resolver {
                return .success(.needsSecondFactor(await open(resolver, origin)))
            }
            if let conflict = await open(conflictOf: error, with: provider) { return .success(.needsLinking(conflict)) }
            return .failure(FlowError(error))
        }
    }
}
