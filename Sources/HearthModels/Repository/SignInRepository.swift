public import HearthAuth
public import HearthCore
public import HearthFlows

/// Signs people in.
public protocol SignInRepository: Sendable {
    /// Signs in, and signs up where the way in makes no difference.
    ///
    /// - Parameter provider: The way in, with what was shown.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``.
    func signIn(with provider: IdentityProvider) async throws(AppError) -> SignInResult

    /// Signs up.
    ///
    /// - Parameter provider: The way in; an address and its password make a new account.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``.
    func signUp(with provider: IdentityProvider) async throws(AppError) -> SignInResult

    /// Makes a lasting user of the guest who is signed in.
    ///
    /// - Parameter provider: The way in to add.
    /// - Returns: The user: the same one, or the one who has this way in already, with the guest's data.
    /// - Throws: ``AppError``.
    func upgradeGuest(with provider: IdentityProvider) async throws(AppError) -> SignInResult

    /// Goes on with a sign-in that another account was in the way of.
    ///
    /// - Parameters:
    ///   - conflict: What is in the way.
    ///   - provider: A way in to the other account; `nil` to sign in there with what was stopped.
    /// - Returns: The user, with the stopped way in added; or what is still needed.
    /// - Throws: ``AppError``.
    func resolve(_ conflict: LinkingConflict, with provider: IdentityProvider?) async throws(AppError) -> SignInResult

    /// Gives up a sign-in that another account is in the way of.
    ///
    /// - Parameter conflict: What is in the way.
    func abandon(_ conflict: LinkingConflict) async

    /// Has a code texted to a second factor.
    ///
    /// - Parameters:
    ///   - factor: The telephone.
    ///   - step: The sign-in that waits.
    /// - Returns: The step, with what was texted.
    /// - Throws: ``AppError``.
    func sendCode(to factor: MultiFactorInfo, for step: SecondFactorStep) async throws(AppError) -> SecondFactorStep

    /// Shows a second factor.
    ///
    /// - Parameters:
    ///   - step: The sign-in that waits.
    ///   - code: The code that the user typed.
    ///   - factor: The factor; `nil` for the one that a code was texted to, or the first.
    /// - Returns: The user.
    /// - Throws: ``AppError``.
    func verify(
        _ step: SecondFactorStep,
        code: String,
        factor: MultiFactorInfo?
    ) async throws(AppError) -> SignInResult

    /// Gives up a sign-in that waits for its second factor.
    ///
    /// - Parameter step: The sign-in.
    func abandon(_ step: SecondFactorStep) async

    /// Mails a link to sign in with.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - purpose: What the link is wanted for.
    /// - Returns: What is waited for.
    /// - Throws: ``AppError``.
    func sendEmailLink(to email: String, for purpose: ProofPurpose) async throws(AppError) -> EmailLinkWait

    /// Mails another link to the same address.
    ///
    /// - Parameter wait: What is waited for.
    /// - Returns: What is waited for now.
    /// - Throws: ``AppError``.
    func resend(_ wait: EmailLinkWait) async throws(AppError) -> EmailLinkWait

    /// Waits for a link no longer.
    ///
    /// - Parameter wait: What is waited for.
    func abandon(_ wait: EmailLinkWait) async

    /// Signs in with a mailed link.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - email: The address; `nil` for the one that the link was asked for on this device.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``.
    func completeEmailLink(_ link: String, email: String?) async throws(AppError) -> SignInResult

    /// Whether a text is a link to sign in with; the service is not asked.
    ///
    /// - Parameter link: The text.
    /// - Returns: Whether it may be tried.
    func isEmailLink(_ link: String) -> Bool

    /// Has a code texted to a number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - purpose: What the code is wanted for.
    /// - Returns: What is waited for.
    /// - Throws: ``AppError``.
    func sendCode(to phoneNumber: String, for purpose: ProofPurpose) async throws(AppError) -> PhoneCodeWait

    /// Has another code texted to the same number; the one before is good no longer.
    ///
    /// - Parameter wait: What is waited for.
    /// - Returns: What is waited for now.
    /// - Throws: ``AppError``.
    func resend(_ wait: PhoneCodeWait) async throws(AppError) -> PhoneCodeWait

    /// Signs in, or adds the number, with a texted code.
    ///
    /// - Parameter code: The code that the user typed.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``.
    func verifyCode(_ code: String) async throws(AppError) -> SignInResult

    /// Waits for a code no longer.
    ///
    /// - Parameter wait: What is waited for.
    func abandon(_ wait: PhoneCodeWait) async

    /// Mails a link with which the password can be set anew; succeeds for an address without an account too.
    ///
    /// - Parameter email: The address.
    /// - Throws: ``AppError``.
    func sendPasswordReset(to email: String) async throws(AppError)

    /// Looks whose password a mailed code sets.
    ///
    /// - Parameter code: The code from the link.
    /// - Returns: The account's address.
    /// - Throws: ``AppError``.
    func checkPasswordReset(code: String) async throws(AppError) -> String

    /// Sets a new password with a mailed code.
    ///
    /// - Parameters:
    ///   - code: The code from the link.
    ///   - newPassword: The password.
    /// - Throws: ``AppError``.
    func confirmPasswordReset(code: String, newPassword: String) async throws(AppError)

    /// What the project asks of passwords.
    ///
    /// - Returns: The policy.
    /// - Throws: ``AppError``.
    func passwordPolicy() async throws(AppError) -> PasswordPolicy
}
