internal import HearthAuth

extension Auth {
    /// Signs in at a provider's page, and signs up if there is no account yet.
    ///
    /// - Parameters:
    ///   - provider: The provider, for example an ``OAuthProvider``.
    ///   - uiDelegate: Not asked: ``webAuthenticator`` shows the page.
    /// - Returns: The user.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    @discardableResult
    public func signIn(
        with provider: any FederatedAuthProvider,
        uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await signIn(with: try await provider.credential(with: uiDelegate))
    }

    /// Signs in at a provider's page, and then calls the completion handler.
    public func signIn(
        with provider: any FederatedAuthProvider,
        uiDelegate: (any AuthUIDelegate)?,
        completion: AuthCompletion<AuthDataResult>? = nil
    ) {
        complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
    }
}

extension User {
    /// Adds a provider to the account, at its page.
    ///
    /// - Parameters:
    ///   - provider: The provider, for example an ``OAuthProvider``.
    ///   - uiDelegate: Not asked: ``Auth/webAuthenticator`` shows the page.
    /// - Returns: The user, with the same ``uid``.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    @discardableResult
    public func link(
        with provider: any FederatedAuthProvider,
        uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await link(with: try await provider.credential(with: uiDelegate))
    }

    /// Adds a provider to the account, and then calls the completion handler.
    public func link(
        with provider: any FederatedAuthProvider,
        uiDelegate: (any AuthUIDelegate)?,
        completion: AuthCompletion<AuthDataResult>? = nil
    ) {
        complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
    }

    /// Proves again who the user is, at the page of one of the account's providers.
    ///
    /// - Parameters:
    ///   - provider: The provider, for example an ``OAuthProvider``.
    ///   - uiDelegate: Not asked: ``Auth/webAuthenticator`` shows the page.
    /// - Returns: The user.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    @discardableResult
    public func reauthenticate(
        with provider: any FederatedAuthProvider,
        uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await reauthenticate(with: try await provider.credential(with: uiDelegate))
    }

    /// Proves again who the user is, and then calls the completion handler.
    public func reauthenticate(
        with provider: any FederatedAuthProvider,
        uiDelegate: (any AuthUIDelegate)?,
        completion: AuthCompletion<AuthDataResult>? = nil
    ) {
        complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
    }
}

extension Auth {
    /// The page of ``customAuthDomain``; `nil` without a domain.
    var hostedHandler: HostedHandler? {
        get throws(AuthError) {
            guard let domain = customAuthDomain else { return nil }
            guard let options = app?.options, !options.googleAppID.isEmpty, !options.bundleID.isEmpty else {
                throw AuthError(
                    .missingClientIdentifier,
                    "customAuthDomain needs options with googleAppID and bundleID"
                )
            }
            let host = domain.drop(prefix: "https://").prefix { $0 != "/" }
            return HostedHandler(authDomain: String(host), bundleID: options.bundleID, appID: options.googleAppID)
        }
    }
}

extension String {
    fileprivate func drop(prefix: String) -> Substring {
        hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
    }
}
