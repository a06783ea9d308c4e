internal import HearthCore
internal import HearthHTTP
internal import HearthWire

extension Auth {
    /// Creates an account with an address and a password, and signs in to it.
    ///
    /// If the service's answer is lost, or the call is cancelled, the account may exist. Then the same password is tried:
    /// within this call, and by the next call with the same address and password.
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
        let attempt = Attempt("createUser", [tenantID ?? "", email, password])
        do throws(AuthError) {
            return try await core.adopt(try await signUp(email, secret, attempt), ticket, isNew: true)
        } catch {
            guard error.isAnswerLost else { throw error }
        }
        return try await core.adopt(try await signUp(email, secret, attempt), ticket, isNew: true)
    }

    /// Signs up, or in to the account that the same attempt has created before without an answer that arrived.
    private func signUp(
        _ email: String,
        _ password: Secret<String>,
        _ attempt: Attempt
    ) async throws(AuthError) -> CredentialAnswer {
        let isRepeated = core.attempts.begin(attempt)
        do throws(AuthError) {
            let answer = CredentialAnswer(try await signUp(email, password), isNewUser: true)
            core.attempts.end(attempt)
            return answer
        } catch {
            if error.isAnswerLost || error.code == .cancelled { throw error }
            guard isRepeated, error.code == .emailAlreadyInUse else {
                core.attempts.end(attempt)
                throw error
            }
            guard let answer = try? await signIn(email, password) else { throw error }
            core.attempts.end(attempt)
            return CredentialAnswer(answer, isNewUser: true)
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

    /// Signs in as a guest, unless a guest is signed in or the storage has brought back a user: then that user stays.
    ///
    /// Waits until the storage has said whether there is a session, also one of another process: so an app may call this
    /// where it finds no ``currentUser``. Only a user who has signed in since the app began is replaced by the guest.
    ///
    /// - Returns: The guest, or the user who stays.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/adminRestrictedOperation``, or with
    ///   ``AuthError/Code/storageUnavailable`` while a session may be stored that cannot be read.
    @discardableResult
    public func signInAnonymously() async throws(AuthError) -> AuthDataResult {
        await ready()
        guard !Task.isCancelled else { throw AuthError(.cancelled) }
        await core.keeper.restore()
        if let problem = await core.keeper.catchUp() { throw AuthError(problem) }
        let present = try await core.keeper.present()
        if let present, present.isFound || present.account.isAnonymous { return stays(present) }
        let ticket = await core.keeper.drawTicket()
        let request = SignUp.Request { request in
            request.returnSecureToken = true
            request.tenantId = configuration.tenantID
        }
        let response = try await core.caller.call(SignUp.self, request)
        do throws(AuthError) {
            let decision = present == nil ? WriteLedger.Decision.signInIfAbsent : .signIn
            return try await core.adopt(response, ticket, decision, isNew: true)
        } catch {
            // Another process, or another task, was quicker.
            guard error.code == .superseded, let present = try await core.keeper.present() else { throw error }
            return stays(present)
        }
    }

    private func stays(_ live: SessionKeeper.Live) -> AuthDataResult {
        AuthDataResult(
            user: User(account: live.account, epoch: live.epoch, core: core),
            additionalUserInfo: AdditionalUserInfo(isNewUser: false, providerID: nil)
        )
    }

    /// Signs the user in with a custom token that your server made.
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
    /// That is also the way to discard a stored session that cannot be decoded
    /// (``StorageUnavailability/undecodable``): afterwards nothing is stored.
    ///
    /// - Parameter reason: What ``state`` then gives as the reason. Defaults to ``SignOutReason/byUser``.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/storageUnavailable`` if the session is forgotten, but its
    ///   trace in the storage could not be removed yet: that is tried again for as long as the app runs.
    public func signOut(because reason: SignOutReason = .byUser) async throws(AuthError) {
        let ticket = await core.keeper.drawTicket()
        if let problem = try await core.keeper.signOut(ticket, reason) {
            throw AuthError(problem)
        }
    }

    /// Forgets the session before this returns, for callers that cannot wait; the storage follows.
    ///
    /// A process that ends right after may find the session again at its next start: callers that can wait use
    /// ``signOut(because:)``.
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
