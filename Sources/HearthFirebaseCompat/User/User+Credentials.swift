internal import HearthAuth

extension User {
    /// Adds a sign-in method to the account; a guest becomes a lasting user by that, with the same ``uid``.
    ///
    /// With ``AuthErrorCode/credentialAlreadyInUse`` the error's ``AuthErrorUserInfoUpdatedCredentialKey`` has a
    /// credential with which to sign in to the account that has this sign-in method already.
    @discardableResult
    public func link(with credential: AuthCredential) async throws -> AuthDataResult {
        auth.result(try await perform { try await $0.link(with: credential.value) })
    }

    /// Adds a sign-in method to the account, and then calls the completion handler.
    public func link(with credential: AuthCredential, completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.link(with: credential) }
    }

    /// Shows that the user is still the one who signed in, for what needs a recent sign-in.
    ///
    /// A credential of someone else throws ``AuthErrorCode/userMismatch`` and changes nothing.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        auth.result(try await perform { try await $0.reauthenticate(with: credential.value) })
    }

    /// Shows that the user is still the one who signed in, and then calls the completion handler.
    public func reauthenticate(with credential: AuthCredential, completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.reauthenticate(with: credential) }
    }

    /// Takes a sign-in method away from the account, as FirebaseAuth does also the last one.
    @discardableResult
    public func unlink(fromProvider provider: String) async throws -> User {
        _ = try await perform { try await $0.unlink(fromProvider: provider, allowingLast: true) }
        return self
    }

    /// Takes a sign-in method away from the account, and then calls the completion handler.
    public func unlink(fromProvider provider: String, completion: AuthCompletion<User>? = nil) {
        complete(completion) { try await self.unlink(fromProvider: provider) }
    }
}
