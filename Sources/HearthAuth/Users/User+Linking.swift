internal import HearthCore
internal import HearthWire

extension User {
    /// Adds a sign-in method to the account; a guest becomes a lasting user by that.
    ///
    /// If the service's answer was lost, the same call finds out whether it was done, and then ends as if it had arrived.
    /// A service that ends a guest's sessions with the link is signed in to with the credential; where that was good for
    /// one use only, the user is signed out with ``SignOutReason/revoked``, and comes back by signing in anew.
    ///
    /// - Parameter credential: The credential of the new sign-in method.
    /// - Returns: The user afterwards, with the same ``uid``.
    /// - Throws: ``AuthError``. With code ``AuthError/Code/credentialAlreadyInUse`` its ``AuthError/collision`` has a
    ///   credential with which to sign in to the account that has this sign-in method already; with code
    ///   ``AuthError/Code/userTokenExpired`` the session is over, and the user has to sign in.
    @discardableResult
    public func link(with credential: AuthCredential) async throws(AuthError) -> AuthDataResult {
        let payload = credential.payload
        let owner = await expect(payload)
        let live = try await core.keeper.fresh(epoch, .usable)
        let attempt = Attempt("link", [uid, credential.providerID] + payload.parts)
        let isRepeated = core.attempts.begin(attempt)
        do throws(AuthError) {
            guard await !isLinked(credential.providerID, live) else { throw AuthError(.providerAlreadyLinked) }
            let answer = try await core.firstFactor(of: self) { () throws(AuthError) in
                try await core.call(as: epoch) { (token) throws(AuthError) in
                    // The session goes on with the credential: so the account has it.
                    if owner.withLock({ $0 }) == uid { return CredentialAnswer() }
                    return try await payload.exchange(.link(token), over: core.caller)
                }
            }
            await settle(attempt)
            return try await linked(credential, answer)
        } catch {
            if error.endOfSession != nil, let other = owner.withLock({ $0 }), other != uid {
                throw AuthError(taken: credential)
            }
            let wasLinked =
                error.code == .providerAlreadyLinked && live.account.has(credential.providerID) && !isRepeated
            let linked = wasLinked ? nil : try await linkedDespite(error, credential, isRepeated: isRepeated)
            let isOpen = error.isAnswerLost || error.code == .cancelled || (isRepeated && error.isTransient)
            if linked != nil || !isOpen { await settle(attempt) }
            guard let linked else { throw error }
            return linked
        }
    }

    /// Finds out whether a link that failed was made all the same.
    ///
    /// - Parameters:
    ///   - error: Why it failed.
    ///   - credential: What was to be linked.
    ///   - isRepeated: Whether the same was sent before without an answer.
    /// - Returns: The user, if the account has the sign-in method by this credential; `nil` if the error counts.
    /// - Throws: ``AuthError`` that says better what is so.
    private func linkedDespite(
        _ error: AuthError,
        _ credential: AuthCredential,
        isRepeated: Bool
    ) async throws(AuthError) -> AuthDataResult? {
        let isUsedUp = error.recovery == .restartStep || error.recovery == .input
        guard error.isAnswerLost || error.recovery == .collision || (isRepeated && isUsedUp),
            let account = try await reloadUnlessUnreachable(), account.has(credential.providerID)
        else { return nil }
        guard credential.payload.isRepeatable else {
            return error.isAnswerLost || isRepeated ? try await linked(credential, CredentialAnswer()) : nil
        }
        let answer: CredentialAnswer
        do throws(AuthError) {
            answer = try await core.firstFactor(of: self) { () throws(AuthError) in
                try await credential.payload.exchange(.reauthenticate, over: core.caller)
            }
        } catch {
            if error.secondFactor != nil { throw error }
            return nil
        }
        // The credential may be of another account, and this one may have been linked with another credential.
        guard let (_, claims) = try core.caller.tokensIfAny(in: answer), claims.subject == uid else { return nil }
        return try await linked(credential, answer)
    }

    /// The account as the service has it now; `nil` if that cannot be known at present.
    ///
    /// - Throws: ``AuthError`` if the session is over.
    private func reloadUnlessUnreachable() async throws(AuthError) -> Account? {
        do throws(AuthError) {
            return try await core.reload(epoch)
        } catch {
            if error.endOfSession != nil { throw error }
            return nil
        }
    }

    private func linked(
        _ credential: AuthCredential,
        _ answer: CredentialAnswer
    ) async throws(AuthError) -> AuthDataResult {
        AuthDataResult(
            user: try await adopt(answer),
            additionalUserInfo: AdditionalUserInfo(isNewUser: false, providerID: credential.providerID)
        ).told(answer)
    }

    /// Whether the account has a sign-in method of a provider; another process may have unlinked it meanwhile.
    private func isLinked(_ providerID: String, _ known: SessionKeeper.Live) async -> Bool {
        guard known.account.has(providerID) else { return false }
        await core.keeper.synchronize()
        return (try? await core.keeper.live(epoch).account.has(providerID)) ?? true
    }

    private func settle(_ attempt: Attempt) async {
        core.attempts.end(attempt)
        await core.keeper.settle(epoch)
    }

    /// Lets the session go on with a credential, should the service take it without an answer that arrives.
    ///
    /// - Parameter payload: The credential.
    /// - Returns: The account that the credential signs in to, once that was tried.
    @discardableResult
    func expect(_ payload: any CredentialPayload) async -> Locked<String?> {
        let owner = Locked<String?>(nil)
        // Trying a credential must make no account.
        guard payload.mayBelong(to: account) else { return owner }
        await core.keeper.expect(
            Rescue(epoch: epoch) { [caller = core.caller] () throws(AuthError) in
                let answer = try await payload.exchange(.reauthenticate, over: caller)
                let tokens = try caller.tokens(in: answer).tokens
                owner.withLock { $0 = tokens.subject }
                return tokens
            }
        )
        return owner
    }
}

extension AuthError {
    /// The credential is of another account than the one whose session has ended meanwhile.
    fileprivate init(taken credential: AuthCredential) {
        self.init(
            credential.payload is PasswordPayload ? .emailAlreadyInUse : .credentialAlreadyInUse,
            "the credential belongs to another account, and the session is over"
        )
        var collision = AccountCollision(email: nil, verifiedProviders: [], pendingToken: nil)
        if credential.payload.isRepeatable { collision.credential = credential }
        self.collision = collision
    }
}

extension Account {
    /// Whether the account has a sign-in method of a provider.
    func has(_ providerID: String) -> Bool {
        providers.contains { $0.providerID == providerID }
    }
}
