internal import HearthCore
internal import HearthWire

extension User {
    /// The passkeys that are enrolled, as known when the user value was made.
    public var enrolledPasskeys: [PasskeyInfo] { (account.passkeys ?? []).map { PasskeyInfo($0) } }

    /// Makes a passkey and enrolls it; a guest becomes a lasting user by that.
    ///
    /// - Parameters:
    ///   - name: By what the user knows the passkey again. Defaults to a name of the service's.
    ///   - authenticator: What makes the passkey.
    /// - Returns: The user afterwards, with the same ``uid`` and a session of the passkey's.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/cancelled`` if the user declines, or
    ///   ``AuthError/Code/requiresRecentLogin``.
    @discardableResult
    public func enrollPasskey(
        named name: String? = nil,
        using authenticator: any PasskeyAuthenticator
    ) async throws(AuthError) -> User {
        let tenantID = core.configuration.tenantID
        let start = try await core.call(StartPasskeyEnrollment.self, as: epoch, isIdempotent: true) { token in
            StartPasskeyEnrollment.Request { request in
                request.idToken = token
                request.tenantId = tenantID
            }
        }
        let options = try PasskeyCreationOptions(start.credentialCreationOptions, name: name ?? uid)
        let registration = try await authenticator.register(options)
        let response = try await core.call(FinishPasskeyEnrollment.self, as: epoch) { token in
            FinishPasskeyEnrollment.Request { request in
                request.idToken = token
                request.tenantId = tenantID
                request.name = name
                request.authenticatorRegistrationResponse = FinishPasskeyEnrollment.RegistrationResponse {
                    $0.id = Base64.encode(registration.credentialID)
                    $0.response = FinishPasskeyEnrollment.AttestationResponse {
                        $0.clientDataJSON = Base64.encode(registration.clientDataJSON)
                        $0.attestationObject = Base64.encode(registration.attestationObject)
                    }
                }
            }
        }
        return try await adopt(response)
    }

    /// Shows with a passkey that the user is still the one who signed in, for what needs a recent sign-in.
    ///
    /// - Parameter authenticator: What has the passkeys.
    /// - Returns: The user afterwards, with tokens of a new sign-in.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/userMismatch`` if the passkey is of another account: then
    ///   nothing has changed.
    @discardableResult
    public func reauthenticateWithPasskey(
        using authenticator: any PasskeyAuthenticator
    ) async throws(AuthError) -> AuthDataResult {
        _ = try await core.keeper.live(epoch)
        let response = try await core.firstFactor(of: self) { () throws(AuthError) in
            try await core.exchangePasskey(of: authenticator)
        }
        let (_, claims) = try core.caller.tokens(in: response)
        return AuthDataResult(
            user: try await adopt(response),
            additionalUserInfo: AdditionalUserInfo(isNewUser: false, providerID: claims.signInProvider)
        )
    }

    /// Takes a passkey away from the account; the authenticator keeps it, and the service knows it no more.
    ///
    /// - Parameters:
    ///   - credentialID: The passkey's ``PasskeyInfo/credentialID``.
    ///   - allowingLast: Whether even the last sign-in method is taken, after which no one can come back to the
    ///     account. Defaults to no.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/passkeyNotFound``,
    ///   ``AuthError/Code/lastSignInMethod`` or ``AuthError/Code/requiresRecentLogin``.
    @discardableResult
    public func unenrollPasskey(
        withCredentialID credentialID: String,
        allowingLast: Bool = false
    ) async throws(AuthError) -> User {
        // By what the service knows now: another device may have taken the other sign-in methods.
        let known = try await core.reload(epoch)
        guard known.passkeys?.contains(where: { $0.id == credentialID }) == true else {
            throw AuthError(.passkeyNotFound)
        }
        guard allowingLast || known.waysIn > 1 else { throw AuthError(.lastSignInMethod) }
        let response = try await core.call(UpdateAccount.self, as: epoch) { token in
            UpdateAccount.Request { request in
                request.idToken = token
                request.deletePasskey = [credentialID]
                request.returnSecureToken = true
            }
        }
        return try await adopt(response)
    }
}
