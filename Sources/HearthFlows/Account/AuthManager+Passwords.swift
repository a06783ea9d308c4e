public import HearthAuth
public import HearthCore

extension AuthManager {
    /// Mails a link with which the user shows to read mail at the account's address.
    ///
    /// - Parameter settings: Where the link leads. Defaults to the project's own page.
    /// - Throws: ``FlowError``.
    public func sendEmailVerification(settings: ActionCodeSettings? = nil) async throws(FlowError) {
        let user = try await signedInUser()
        try await FlowError.wrapping { () throws(AuthError) in try await user.sendEmailVerification(with: settings) }
    }

    /// Mails a link with which the password can be set anew; succeeds for an address without an account too.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - settings: Where the link leads. Defaults to the project's own page.
    /// - Throws: ``FlowError``.
    public func sendPasswordReset(to email: String, settings: ActionCodeSettings? = nil) async throws(FlowError) {
        do throws(AuthError) {
            try await auth.sendPasswordReset(withEmail: email, actionCodeSettings: settings)
        } catch {
            // Where addresses are not protected the service says which has no account; the user is not told.
            guard error.code == .userNotFound else { throw FlowError(error) }
        }
    }

    /// Looks whose password a mailed code sets.
    ///
    /// - Parameter code: The code from the link.
    /// - Returns: The account's address.
    /// - Throws: ``FlowError``.
    public func checkPasswordReset(code: String) async throws(FlowError) -> String {
        try await FlowError.wrapping { () throws(AuthError) in try await auth.verifyPasswordResetCode(code) }
    }

    /// Sets a new password with a mailed code.
    ///
    /// - Parameters:
    ///   - code: The code from the link.
    ///   - newPassword: The password.
    /// - Throws: ``FlowError``.
    public func confirmPasswordReset(code: String, newPassword: String) async throws(FlowError) {
        try await FlowError.wrapping { () throws(AuthError) in
            try await auth.confirmPasswordReset(withCode: code, newPassword: newPassword)
        }
    }

    /// What the project asks of passwords.
    ///
    /// - Returns: The policy.
    /// - Throws: ``FlowError``.
    public func passwordPolicy() async throws(FlowError) -> PasswordPolicy {
        try await FlowError.wrapping { () throws(AuthError) in try await auth.passwordPolicy() }
    }
}
