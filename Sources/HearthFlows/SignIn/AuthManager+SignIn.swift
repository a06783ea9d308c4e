internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Signs in, and signs up if there is no account yet.
    ///
    /// - Parameter provider: The credential.
    /// - Returns: That the user is signed in, or what else is needed.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/refused`` what the client refused, with
    ///   ``FlowError/Code/superseded`` that a later sign-in was begun.
    @discardableResult
    public func signIn(with provider: IdentityProvider) async throws(FlowError) -> SignInOutcome {
        try await begin(provider, isNew: false)
    }

    /// Signs up; with an address and a password only if there is no account yet.
    ///
    /// - Parameter provider: The credential.
    /// - Returns: That the user is signed in, or what else is needed:
    ///   ``SignInOutcome/needsLinking(_:)`` if the address has an account already.
    /// - Throws: ``FlowError``, as ``signIn(with:)`` does.
    @discardableResult
    public func signUp(with provider: IdentityProvider) async throws(FlowError) -> SignInOutcome {
        try await begin(provider, isNew: true)
    }

    /// Links a credential to the account of the user who is signed in.
    ///
    /// - Parameter provider: The credential.
    /// - Returns: The user, or the account that the credential belongs to.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/signedOut``.
    @discardableResult
    public func link(_ provider: IdentityProvider) async throws(FlowError) -> SignInOutcome {
        let owner = try await signedInUser().uid
        return try await attempt(LinkSlot.self, for: owner, with: provider.id) { manager in
            let result = await manager.link(provider, owner: owner)
            return await manager.outcome(of: result, with: provider, origin: .linking)
        }
    }

    /// Signs out on this device; whatever was going on ends.
    ///
    /// - Throws: ``FlowError`` with code ``FlowError/Code/storage`` if the user is signed out, but the session's trace
    ///   in the storage could not be removed yet: that is tried again for as long as the app runs.
    public func signOut() async throws(FlowError) {
        await ready()
        await send(SlotFlow<SignInSlot>.self, .ownerLeft)
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
        return try await attempt(SignInSlot.self, with: provider.id) { manager in
            let result = await provider.attempt(at: manager.auth, asNew: isNew)
            return await manager.outcome(of: result, with: provider, origin: .signIn)
        }
    }

    /// Links a credential to an account, if it is still the one whose user is signed in.
    func link(_ provider: IdentityProvider, owner: String) async -> Result<AuthDataResult, AuthError> {
        await Result.of { () throws(AuthError) in
            guard let user = auth.currentUser, user.uid == owner else { throw AuthError(.staleUser) }
            guard let credential = provider.credential else {
                throw AuthError(.invalidCredential, "\(provider.id) cannot be linked to an account")
            }
            return try await user.link(with: credential)
        }
    }

    /// What an answer of the client means: a user, a conflict, a second factor, or a refusal.
    func outcome(
        of result: Result<AuthDataResult, AuthError>,
        with provider: IdentityProvider?,
        origin: SecondFactorStep.Origin
    ) async -> Result<SignInOutcome, FlowError> {
        // What was given up must not open a conflict or a second factor.
        guard !Task.isCancelled else { return .failure(FlowError(.cancelled)) }
        switch result {
        case .success(let result):
            return .success(SignInOutcome(result))
        case .failure(let error):
            if let resolver = error.resolver, let step = await open(resolver, origin) {
                return .success(.needsSecondFactor(step))
            }
            if let provider, let conflict = await open(conflictOf: error, with: provider) {
                return .success(.needsLinking(conflict))
            }
            return .failure(FlowError(error))
        }
    }
}
