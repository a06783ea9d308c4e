internal import HearthAuth

extension Auth {
    /// Creates an account with an address and a password, and signs in to it.
    @discardableResult
    public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
        result(try await perform { try await $0.createUser(withEmail: email, password: password) })
    }

    /// Creates an account, signs in to it, and then calls the completion handler.
    public func createUser(
        withEmail email: String,
        password: String,
        completion: AuthCompletion<AuthDataResult>? = nil
    ) {
        complete(completion) { try await self.createUser(withEmail: email, password: password) }
    }

    /// Signs in with an address and a password.
    ///
    /// With ``AuthErrorCode/secondFactorRequired`` the error's ``AuthErrorUserInfoMultiFactorResolverKey`` has a
    /// ``MultiFactorResolver`` to go on with.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        result(try await perform { try await $0.signIn(withEmail: email, password: password) })
    }

    /// Signs in with an address and a password, and then calls the completion handler.
    public func signIn(
        withEmail email: String,
        password: String,
        completion: AuthCompletion<AuthDataResult>? = nil
    ) {
        complete(completion) { try await self.signIn(withEmail: email, password: password) }
    }

    /// Signs in with a mailed link, and signs up if there is no account yet.
    ///
    /// A link that is none throws ``AuthErrorCode/invalidActionCode``, where FirebaseAuth ends the app.
    @discardableResult
    public func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
        result(try await perform { try await $0.signIn(withEmail: email, link: link) })
    }

    /// Signs in with a mailed link, and then calls the completion handler.
    public func signIn(withEmail email: String, link: String, completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.signIn(withEmail: email, link: link) }
    }

    /// Signs in with a credential, and signs up if there is no account yet.
    ///
    /// With ``AuthErrorCode/accountExistsWithDifferentCredential`` the error's
    /// ``AuthErrorUserInfoUpdatedCredentialKey`` has what to link after signing in another way.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
        result(try await perform { try await $0.signIn(with: credential.value) })
    }

    /// Signs in with a credential, and then calls the completion handler.
    public func signIn(with credential: AuthCredential, completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.signIn(with: credential) }
    }

    /// Signs in as a guest; a guest who is signed in already stays who they are.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        result(try await perform { try await $0.signInAnonymously() })
    }

    /// Signs in as a guest, and then calls the completion handler.
    public func signInAnonymously(completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.signInAnonymously() }
    }

    /// Signs the user in with a custom token that your server made.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        result(try await perform { try await $0.signIn(withCustomToken: token) })
    }

    /// Signs the user in with a custom token that your server made, and then calls the completion handler.
    public func signIn(withCustomToken token: String, completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.signIn(withCustomToken: token) }
    }

    /// Signs in as the user of another app, without a password.
    ///
    /// - Parameter user: The user, who must be signed in there; `nil` throws ``AuthErrorCode/nullUser``.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    public func updateCurrentUser(_ user: User?) async throws {
        try await perform { client in
            guard let user else { throw AuthError(.nullUser) }
            if user.auth !== self || user.uid != client.currentUser?.uid {
                try await client.updateCurrentUser(user.value)
            }
        }
    }

    /// Signs in as the user of another app, and then calls the completion handler.
    public func updateCurrentUser(_ user: User?, completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.updateCurrentUser(user) }
    }

    /// Ends the consent that the user gave to Sign in with Apple, as Apple asks for when an account is deleted.
    ///
    /// FirebaseAuth's never returns if no user is signed in; this throws ``AuthErrorCode/nullUser``.
    ///
    /// - Parameter authorizationCode: The code of a sign-in with Apple within the last five minutes.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    public func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
        try await perform { try await $0.revokeToken(withAuthorizationCode: authorizationCode) }
    }

    /// Ends the consent that the user gave to Sign in with Apple, and then calls the completion handler.
    public func revokeToken(withAuthorizationCode authorizationCode: String, completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
    }

    /// Signs out on this device, before this returns; the storage follows.
    ///
    /// - Throws: Nothing: it is declared as FirebaseAuth's.
    public func signOut() throws {
        client?.signOutNow()
    }
}
