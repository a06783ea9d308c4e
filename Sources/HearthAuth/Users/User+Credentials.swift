internal import HearthCore
internal import HearthWire

extension User {
    /// Shows that the user is still the one who signed in, for what needs a recent sign-in.
    ///
    /// - Parameter credential: A credential of one of the account's sign-in methods.
    /// - Returns: The user afterwards, with tokens of a new sign-in.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/userMismatch`` if the credential is of another account or of
    ///   none: then nothing has changed.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws(AuthError) -> AuthDataResult {
        let live = try await core.keeper.live(epoch)
        guard credential.payload.mayBelong(to: live.account) else {
            throw AuthError(.userMismatch, "the credential is of another address")
        }
        let answer: CredentialAnswer
        do throws(AuthError) {
            answer = try await core.firstFactor(of: self) { () throws(AuthError) in
                try await credential.payload.exchange(.reauthenticate, over: core.caller)
            }
        } catch {
            // There is no account with this sign-in method: so it is not this user's.
            guard error.code == .userNotFound else { throw error }
            throw AuthError(.userMismatch, "no account has this credential")
        }
        guard answer.idToken != nil else { throw AuthError(.internalError, "the answer has no tokens") }
        return AuthDataResult(
            user: try await adopt(answer),
            additionalUserInfo: AdditionalUserInfo(isNewUser: false, providerID: credential.providerID)
        ).told(answer)
    }

    /// Takes a sign-in method away from the account.
    ///
    /// - Parameters:
    ///   - providerID: The provider, for example `google.com`.
    ///   - allowingLast: Whether even the last one is taken, after which no one can come back to the account. Defaults
    ///     to no.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/noSuchProvider`` or
    ///   ``AuthError/Code/lastSignInMethod``.
    @discardableResult
    public func unlink(fromProvider providerID: String, allowingLast: Bool = false) async throws(AuthError) -> User {
        // By what the service knows now: another device may have taken the other sign-in methods.
        let known = try await core.reload(epoch)
        guard known.providers.contains(where: { $0.providerID == providerID }) else { throw AuthError(.noSuchProvider) }
        guard allowingLast || known.waysIn > 1 else { throw AuthError(.lastSignInMethod) }
        let response = try await core.call(UpdateAccount.self, as: epoch) { token in
            UpdateAccount.Request { request in
                request.idToken = token
                request.deleteProvider = [providerID]
                request.returnSecureToken = true
            }
        }
        return try await adopt(response) { account in account.providers.removeAll { $0.providerID == providerID } }
    }
}
