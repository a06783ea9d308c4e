internal import HearthCore
internal import HearthHTTP
internal import HearthWire

extension Auth {
    /// Creates an account with an address and a password, and signs in to it.
    ///
    /// If the service's answer is lost, the account may exist: then the same password is tried once.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password; the service's rules apply, which begin at six characters.
    /// - Returns: The new user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/emailAlreadyInUse``.
    @discardableResult
    public func createUser(withEmail email: String, password: String) async throws(AuthError) -> AuthDataResult {
        try Self.check(email, password)
        let ticket = await core.keeper.drawTicket()
        let secret = Secret(password)
        do throws(AuthError) {
            return try await core.adopt(try await signUp(email, secret), ticket, isNew: true)
        } catch {
            // Without an answer nobody knows whether the account was created.
            guard error.transport == .connectionLost || error.transport == .timedOut else { throw error }
        }
        do throws(AuthError) {
            return try await core.adopt(try await signUp(email, secret), ticket, isNew: true)
        } catch {
            guard error.code == .emailAlreadyInUse, let response = try? await signIn(email, secret) else { throw error }
            return try await core.adopt(response, ticket, isNew: true)
        }
    }

    /// Signs in with an address and a password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    /// - Returns: The user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidCredential``, or with
    ///   ``AuthError/Code/secondFactorRequired`` and a ``AuthError/resolver`` to go on with.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws(AuthError) -> AuthDataResult {
        try Self.check(email, password)
        let ticket = await core.keeper.drawTicket()
        let response = try await core.firstFactor { () throws(AuthError) in
            try await signIn(email, Secret(password))
        }
        return try await core.adopt(response, ticket, isNew: false)
    }

    /// Signs in as a guest; a guest who is signed in already stays who they are.
    ///
    /// - Returns: The guest.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/adminRestrictedOperation``.
    @discardableResult
    public func signInAnonymously() async throws(AuthError) -> AuthDataResult {
        if let user = await ready().user, user.isAnonymous {
            return AuthDataResult(user: user, additionalUserInfo: AdditionalUserInfo(isNewUser: false, providerID: nil))
        }
        let ticket = await core.keeper.drawTicket()
        let request = SignUp.Request { request in
            request.returnSecureToken = true
            request.tenantId = configuration.tenantID
        }
        return try await core.adopt(try await core.caller.call(SignUp.self, request), ticket, isNew: true)
    }

    /// Signs in as whom a server of yours vouches for.
    ///
    /// - Parameter token: The custom token that the server signed.
    /// - Returns: The user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidCustomToken``.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws(AuthError) -> AuthDataResult {
        let ticket = await core.keeper.drawTicket()
        let request = SignInWithCustomToken.Request { request in
            request.token = Secret(token)
            request.returnSecureToken = true
            request.tenantId = configuration.tenantID
        }
        let response = try await core.caller.call(SignInWithCustomToken.self, request)
        return try await core.adopt(response, ticket, isNew: response.isNewUser ?? false)
    }

    /// Forgets the session on this device; the service is not asked.
    ///
    /// - Parameter reason: What ``state`` then gives as the reason. Defaults to ``SignOutReason/byUser``.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/storageUnavailable`` if the session is forgotten, but its
    ///   trace in the storage could not be removed yet: that is tried again for as long as the app runs.
    public func signOut(because reason: SignOutReason = .byUser) async throws(AuthError) {
        let ticket = await core.keeper.drawTicket()
        if let problem = try await core.keeper.signOut(ticket, reason) {
            throw AuthError(.storageUnavailable, "the session is still stored: \(problem.rawValue)")
        }
    }

    /// Forgets the session before this returns, for callers that cannot wait; the storage follows.
    ///
    /// A process that ends right after may find the session again at its next start: who can wait calls ``signOut()``.
    public func signOutNow() {
        core.broadcast.signOut()
        core.keeper.background.start(.signOut) { [keeper = core.keeper] in await keeper.heedSignOut() }
    }

    private func signUp(_ email: String, _ password: Secret<String>) async throws(AuthError) -> SignUp.Response {
        let request = SignUp.Request { request in
            request.email = email
            request.password = password
            request.returnSecureToken = true
            request.tenantId = configuration.tenantID
        }
        return try await core.caller.call(SignUp.self, request)
    }

    private func signIn(
        _ email: String,
        _ password: Secret<String>
    ) async throws(AuthError) -> SignInWithPassword.Response {
        let request = SignInWithPassword.Request { request in
            request.email = email
            request.password = password
            request.returnSecureToken = true
            request.tenantId = configuration.tenantID
        }
        return try await core.caller.call(SignInWithPassword.self, request, isIdempotent: true)
    }

    private static func check(_ email: String, _ password: String) throws(AuthError) {
        if email.isEmpty { throw AuthError(.missingEmail) }
        if password.isEmpty { throw AuthError(.missingPassword) }
    }
}
