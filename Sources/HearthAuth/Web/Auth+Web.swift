internal import HearthCore
internal import HearthWire

extension Auth {
    /// Signs in at a provider's page, and signs up if there is no account yet.
    ///
    /// The service is asked for the page, and trades what the browser brings back: the provider must be configured
    /// there.
    ///
    /// - Parameters:
    ///   - provider: The provider, with what it is asked for.
    ///   - authenticator: Shows the page.
    ///   - handler: The page that a Firebase project hosts for this; `nil`, which is the default, asks the service for
    ///     the provider's own.
    /// - Returns: The user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/webContextCancelled``, or
    ///   ``AuthError/Code/webContextAlreadyPresented`` while another page of this client is open.
    @discardableResult
    public func signIn(
        with provider: OAuthProvider,
        using authenticator: some WebAuthenticator,
        through handler: HostedHandler? = nil
    ) async throws(AuthError) -> AuthDataResult {
        let web = WebSignIn(provider: provider, handler: handler, core: core)
        return try await signIn(with: try await web.credential(using: authenticator))
    }

    /// A credential of what the browser brings back from a provider's page, to use once.
    package func credential(
        of provider: OAuthProvider,
        using authenticator: some WebAuthenticator,
        through handler: HostedHandler? = nil
    ) async throws(AuthError) -> AuthCredential {
        try await WebSignIn(provider: provider, handler: handler, core: core).credential(using: authenticator)
    }

    /// Ends the consent that the user gave to Sign in with Apple, as Apple asks for when an account is deleted.
    ///
    /// - Parameter authorizationCode: The code of a sign-in with Apple within the last five minutes.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/nullUser`` if no user is signed in.
    public func revokeToken(withAuthorizationCode authorizationCode: String) async throws(AuthError) {
        guard let user = await ready().user else { throw AuthError(.nullUser) }
        _ = try await core.call(RevokeToken.self, as: user.epoch) { token in
            RevokeToken.Request { request in
                request.providerId = "apple.com"
                request.tokenType = .code
                request.token = Secret(authorizationCode)
                request.idToken = token
                request.tenantId = core.configuration.tenantID
            }
        }
    }
}
