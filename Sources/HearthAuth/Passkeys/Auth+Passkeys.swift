internal import HearthCore
internal import HearthWire

extension Auth {
    /// Signs in with a passkey that the user chooses.
    ///
    /// - Parameter authenticator: What has the passkeys.
    /// - Returns: The user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/cancelled`` if the user declines,
    ///   ``AuthError/Code/passkeyNotFound`` if the passkey belongs to no account, or
    ///   ``AuthError/Code/secondFactorRequired`` with a ``AuthError/resolver`` to go on with, where the authenticator
    ///   did not see the user.
    @discardableResult
    public func signInWithPasskey(
        using authenticator: any PasskeyAuthenticator
    ) async throws(AuthError) -> AuthDataResult {
        let ticket = await core.keeper.drawTicket()
        let response = try await core.firstFactor { () throws(AuthError) in
            try await core.exchangePasskey(of: authenticator)
        }
        return try await core.adopt(response, ticket, isNew: false)
    }
}

extension AuthCore {
    /// Has a challenge signed, and trades the signature for tokens.
    func exchangePasskey(
        of authenticator: any PasskeyAuthenticator
    ) async throws(AuthError) -> FinishPasskeySignIn.Response {
        let start = StartPasskeySignIn.Request { $0.tenantId = configuration.tenantID }
        let options = try PasskeyRequestOptions(
            try await caller.call(StartPasskeySignIn.self, start, isIdempotent: true).credentialRequestOptions
        )
        let assertion = try await authenticator.authenticate(options)
        let request = FinishPasskeySignIn.Request { request in
            request.tenantId = configuration.tenantID
            request.authenticatorAuthenticationResponse = FinishPasskeySignIn.AuthenticationResponse {
                $0.id = Base64.encode(assertion.credentialID)
                $0.response = FinishPasskeySignIn.AssertionResponse {
                    $0.clientDataJSON = Base64.encode(assertion.clientDataJSON)
                    $0.authenticatorData = Base64.encode(assertion.authenticatorData)
                    $0.signature = Secret(Base64.encode(assertion.signature.reveal()))
                    $0.userHandle = assertion.userHandle.map { Base64.encode($0) }
                }
            }
        }
        return try await caller.call(FinishPasskeySignIn.self, request)
    }
}
