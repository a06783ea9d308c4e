extension User {
    /// Adds a sign-in method to the account, at the provider's page.
    ///
    /// - Parameters:
    ///   - provider: The provider, with what it is asked for.
    ///   - authenticator: Shows the page.
    ///   - handler: The page that a Firebase project hosts for this. Defaults to none.
    /// - Returns: The user afterwards, with the same ``uid``.
    /// - Throws: ``AuthError``, as ``link(with:)`` does and as ``Auth/signIn(with:using:through:)`` does.
    @discardableResult
    public func link(
        with provider: OAuthProvider,
        using authenticator: some WebAuthenticator,
        through handler: HostedHandler? = nil
    ) async throws(AuthError) -> AuthDataResult {
        let account = try await core.keeper.live(epoch).account
        guard !account.providers.contains(where: { $0.providerID == provider.providerID }) else {
            throw AuthError(.providerAlreadyLinked)
        }
        let web = WebSignIn(provider: provider, handler: handler, core: core)
        return try await link(with: try await web.credential(using: authenticator))
    }

    /// Shows that the user is still the one who signed in, at the provider's page.
    ///
    /// - Parameters:
    ///   - provider: The provider, one of the account's.
    ///   - authenticator: Shows the page.
    ///   - handler: The page that a Firebase project hosts for this. Defaults to none.
    /// - Returns: The user afterwards, with tokens of a new sign-in.
    /// - Throws: ``AuthError``, as ``reauthenticate(with:)`` does and as ``Auth/signIn(with:using:through:)`` does.
    @discardableResult
    public func reauthenticate(
        with provider: OAuthProvider,
        using authenticator: some WebAuthenticator,
        through handler: HostedHandler? = nil
    ) async throws(AuthError) -> AuthDataResult {
        _ = try await core.keeper.live(epoch)
        let web = WebSignIn(provider: provider, handler: handler, core: core)
        return try await reauthenticate(with: try await web.credential(using: authenticator))
    }
}
