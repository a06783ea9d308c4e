internal import HearthCore
internal import HearthWire

extension Auth {
    /// Mails a link that signs in to the account of the address, or to a new one.
    ///
    /// Keep the address on the device: the link is good only together with it.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - actionCodeSettings: Where the link leads; ``ActionCodeSettings/handleCodeInApp`` must be set.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/unauthorizedDomain``, or
    ///   ``AuthError/Code/invalidRequest`` if the app would not get the link.
    public func sendSignInLink(
        toEmail email: String,
        actionCodeSettings: ActionCodeSettings
    ) async throws(AuthError) {
        if email.isEmpty { throw AuthError(.missingEmail) }
        guard actionCodeSettings.handleCodeInApp else {
            throw AuthError(.invalidRequest, "a link to sign in with needs handleCodeInApp")
        }
        let request = SendCode.Request { request in
            request.requestType = .emailSignIn
            request.email = email
            request.tenantId = configuration.tenantID
            actionCodeSettings.fill(&request)
        }
        _ = try await core.caller.call(SendCode.self, request)
    }

    /// Whether a link that the app was opened with is one to sign in with.
    ///
    /// - Parameter link: The link, wrapped in others or not.
    /// - Returns: Whether ``signIn(withEmail:link:)`` may be tried. The service is not asked.
    public func isSignIn(withEmailLink link: String) -> Bool {
        ActionCodeURL(link: link)?.operation == .emailLink
    }

    /// Signs in with a mailed link, and signs up if there is no account yet.
    ///
    /// - Parameters:
    ///   - email: The address that the link was mailed to.
    ///   - link: The link, wrapped in others or not.
    /// - Returns: The user.
    /// - Throws: ``AuthError``: with code ``AuthError/Code/invalidActionCode`` if the link is no such link or was used,
    ///   ``AuthError/Code/expiredActionCode`` if it is too old, ``AuthError/Code/invalidEmail`` if it was mailed to
    ///   another address, ``AuthError/Code/secondFactorRequired`` with a ``AuthError/resolver``.
    @discardableResult
    public func signIn(withEmail email: String, link: String) async throws(AuthError) -> AuthDataResult {
        try await signIn(with: EmailAuthProvider.credential(withEmail: email, link: link))
    }
}
