public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Signs in with a passkey that the user chooses.
    ///
    /// - Parameter authenticator: What has the passkeys.
    /// - Returns: The user.
    /// - Throws: ``FlowError``, with code ``FlowError/Code/cancelled`` if the user declines.
    @discardableResult
    public func signInWithPasskey(
        using authenticator: any PasskeyAuthenticator
    ) async throws(FlowError) -> SignInOutcome {
        await ready()
        return try await attempt(SignInSlot.self, with: "passkey") { manager in
            let result = await Result.of { () throws(AuthError) in
                try await manager.auth.signInWithPasskey(using: authenticator)
            }
            return await manager.outcome(of: result, with: nil, origin: .signIn)
        }
    }

    /// Makes a passkey and adds it; a guest becomes a lasting user by that.
    ///
    /// - Parameters:
    ///   - name: By what the user knows the passkey again. Defaults to a name of the service's.
    ///   - authenticator: What makes the passkey.
    ///   - reauthenticate: Asks the user, as in ``withRecentLogin(to:perform:reauthenticate:)``.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func enrollPasskey(
        named name: String? = nil,
        using authenticator: any PasskeyAuthenticator,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        try await change(confirming: .sensitive, reauthenticate) { user in
            _ = try await user.enrollPasskey(named: name, using: authenticator)
        }
    }

    /// Takes a passkey away; the last sign-in method stays.
    ///
    /// - Parameters:
    ///   - passkey: The passkey.
    ///   - reauthenticate: Asks the user, as in ``withRecentLogin(to:perform:reauthenticate:)``.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func unenrollPasskey(
        _ passkey: PasskeyInfo,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        try await change(confirming: .sensitive, reauthenticate) { user in
            _ = try await user.unenrollPasskey(withCredentialID: passkey.credentialID)
        }
    }
}
