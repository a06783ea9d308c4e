internal import HearthCore

extension Auth {
    /// Signs in with a credential, and signs up if there is no account yet.
    ///
    /// - Parameter credential: The credential.
    /// - Returns: The user.
    /// - Throws: ``AuthError``. With code ``AuthError/Code/accountExistsWithDifferentCredential`` its
    ///   ``AuthError/collision`` has what is needed to sign in the other way and to link this one then.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws(AuthError) -> AuthDataResult {
        let ticket = await core.keeper.drawTicket()
        let answer = try await core.firstFactor { () throws(AuthError) in
            try await credential.payload.exchange(.signIn, over: core.caller)
        }
        return try await core.adopt(answer, ticket, isNew: answer.isNewUser).told(answer)
    }
}
