public import HearthFlows

/// Changes the account of the one who is signed in.
///
/// What needs a recent sign-in waits until ``PendingSteps/challenge`` was answered, if the sign-in is not recent.
public protocol AccountRepository: Sendable {
    /// Asks the service for the account.
    ///
    /// - Returns: The user as the service has it now.
    /// - Throws: ``AppError``.
    func reload() async throws(AppError) -> AuthUser

    /// Changes the name to show.
    ///
    /// - Parameter name: The name; `nil` removes it.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func updateDisplayName(to name: String?) async throws(AppError) -> AuthUser

    /// Changes the address of the picture.
    ///
    /// - Parameter url: The address; `nil` removes it.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func updatePhoto(to url: String?) async throws(AppError) -> AuthUser

    /// Mails a link to a new address; the account changes to it when the link is used.
    ///
    /// - Parameter email: The new address.
    /// - Returns: What is waited for.
    /// - Throws: ``AppError``.
    func updateEmail(to email: String) async throws(AppError) -> EmailChangeWait

    /// Changes the password.
    ///
    /// - Parameter password: The new password.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func updatePassword(to password: String) async throws(AppError) -> AuthUser

    /// Mails a link with which the user shows to read mail at their address.
    ///
    /// - Throws: ``AppError``.
    func sendEmailVerification() async throws(AppError)

    /// Adds a way in.
    ///
    /// - Parameter provider: The way in, with what was shown.
    /// - Returns: The user afterwards, or what is still needed.
    /// - Throws: ``AppError``.
    func link(_ provider: IdentityProvider) async throws(AppError) -> SignInResult

    /// Takes a way in away; the last one stays.
    ///
    /// - Parameter providerID: The provider, for example `google.com`.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func unlink(_ providerID: String) async throws(AppError) -> AuthUser

    /// Answers what ``PendingSteps/challenge`` asks.
    ///
    /// - Parameters:
    ///   - challenge: The challenge; one that is over is not answered any more.
    ///   - answer: The user's answer.
    func answer(_ challenge: ReauthenticationChallenge, with answer: ReauthenticationAnswer) async
}
