public import HearthAuth

/// Signs in with passkeys, adds them, and takes them away.
///
/// What needs a recent sign-in waits until ``PendingSteps/challenge`` was answered, if the sign-in is not recent.
public protocol PasskeyRepository: Sendable {
    /// Signs in with a passkey that the user chooses.
    ///
    /// - Parameter authenticator: What has the passkeys.
    /// - Returns: The user.
    /// - Throws: ``AppError``, of kind ``AppError/Kind/cancelled`` if the user declines.
    func signInWithPasskey(using authenticator: any PasskeyAuthenticator) async throws(AppError) -> SignInResult

    /// Makes a passkey and adds it; a guest becomes a lasting user by that.
    ///
    /// - Parameters:
    ///   - name: By what the user knows the passkey again; `nil` for a name of the service's.
    ///   - authenticator: What makes the passkey.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func enrollPasskey(
        named name: String?,
        using authenticator: any PasskeyAuthenticator
    ) async throws(AppError) -> AuthUser

    /// Takes a passkey away; the last way in stays.
    ///
    /// - Parameter passkey: The passkey.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func unenrollPasskey(_ passkey: PasskeyInfo) async throws(AppError) -> AuthUser
}
