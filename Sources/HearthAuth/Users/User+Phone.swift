internal import HearthCore
internal import HearthWire

extension User {
    /// Gives the account a telephone number, in place of the one that it has.
    ///
    /// - Parameter credential: The number's credential, of ``PhoneAuthProvider``.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``. With code ``AuthError/Code/credentialAlreadyInUse`` its ``AuthError/collision`` has a
    ///   credential with which to sign in to the account that has the number.
    @discardableResult
    public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws(AuthError) -> User {
        guard let payload = credential.payload as? PhonePayload else {
            throw AuthError(.invalidCredential, "the credential is not of a telephone number")
        }
        let answer = try await core.call(as: epoch) { (token) throws(AuthError) in
            try await payload.send(.update, token: token, over: core.caller)
        }
        return try await adopt(answer)
    }
}
