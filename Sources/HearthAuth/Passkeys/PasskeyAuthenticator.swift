/// What makes passkeys and signs with them: the device's own, or one in software for tests.
///
/// On Apple platforms that is `PlatformPasskeyAuthenticator`; in tests, `SoftwareAuthenticator` of `HearthTesting`.
public protocol PasskeyAuthenticator: Sendable {
    /// Makes a passkey, once the user agrees.
    ///
    /// - Parameter options: How the service wants it.
    /// - Returns: The passkey, described for the service.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/cancelled`` if the user declines, or
    ///   ``AuthError/Code/credentialAlreadyInUse`` if this authenticator has a passkey of the account.
    func register(_ options: PasskeyCreationOptions) async throws(AuthError) -> PasskeyRegistration

    /// Signs with a passkey that the user chooses.
    ///
    /// - Parameter options: What to sign, and for which service.
    /// - Returns: The signature, and what it is over.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/cancelled`` if the user declines.
    func authenticate(_ options: PasskeyRequestOptions) async throws(AuthError) -> PasskeyAssertion
}
