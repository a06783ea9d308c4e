public import HearthAuth
public import HearthFlows

/// Adds second factors, and takes them away.
///
/// What needs a recent sign-in waits until ``PendingSteps/challenge`` was answered, if the sign-in is not recent.
public protocol SecondFactorRepository: Sendable {
    /// Begins to add an authenticator app.
    ///
    /// - Returns: What waits for the first code, with the key to be shown.
    /// - Throws: ``AppError``.
    func enrollAuthenticatorApp() async throws(AppError) -> SecondFactorEnrollment

    /// Begins to add a telephone: a code is texted to it.
    ///
    /// - Parameter phoneNumber: The number in E.164 form.
    /// - Returns: What waits for the code.
    /// - Throws: ``AppError``.
    func enrollPhone(_ phoneNumber: String) async throws(AppError) -> SecondFactorEnrollment

    /// Has another code texted to the telephone that is being added.
    ///
    /// - Parameter enrollment: What waits for the code.
    /// - Returns: What waits for it now.
    /// - Throws: ``AppError``.
    func resend(_ enrollment: SecondFactorEnrollment) async throws(AppError) -> SecondFactorEnrollment

    /// Adds the second factor with its first code.
    ///
    /// - Parameters:
    ///   - enrollment: What waits for the code.
    ///   - code: The code that the user typed.
    ///   - displayName: A name by which the user knows the factor again; `nil` for none.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func finish(
        _ enrollment: SecondFactorEnrollment,
        code: String,
        displayName: String?
    ) async throws(AppError) -> AuthUser

    /// Adds no second factor after all.
    ///
    /// - Parameter enrollment: What waits for the code.
    func abandon(_ enrollment: SecondFactorEnrollment) async

    /// Takes a second factor away.
    ///
    /// - Parameter factor: The factor.
    /// - Returns: The user afterwards.
    /// - Throws: ``AppError``.
    func unenroll(_ factor: MultiFactorInfo) async throws(AppError) -> AuthUser
}
