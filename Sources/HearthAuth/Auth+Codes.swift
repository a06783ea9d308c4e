internal import HearthCore
internal import HearthWire

extension Auth {
    /// Mails a link with which the password can be set anew.
    ///
    /// Where addresses are protected this succeeds for an address without an account too.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - actionCodeSettings: Where the link leads. Defaults to the project's own page.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/tooManyRequests``.
    public func sendPasswordReset(
        withEmail email: String,
        actionCodeSettings: ActionCodeSettings? = nil
    ) async throws(AuthError) {
        if email.isEmpty { throw AuthError(.missingEmail) }
        let request = SendCode.Request { request in
            request.requestType = .passwordReset
            request.email = email
            request.tenantId = configuration.tenantID
            actionCodeSettings?.fill(&request)
        }
        _ = try await core.caller.call(SendCode.self, request)
    }

    /// Looks which account a code for a new password is for, without using it up.
    ///
    /// - Parameter code: The code from the link.
    /// - Returns: The account's address.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/expiredActionCode``.
    public func verifyPasswordResetCode(_ code: String) async throws(AuthError) -> String {
        let info = try await checkActionCode(code)
        guard info.operation == .passwordReset, let email = info.email else { throw AuthError(.invalidActionCode) }
        return email
    }

    /// Sets a new password with a code that was mailed.
    ///
    /// Every session of the account ends by that, one on this device included.
    ///
    /// - Parameters:
    ///   - code: The code from the link.
    ///   - newPassword: The new password.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/weakPassword``.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws(AuthError) {
        if newPassword.isEmpty { throw AuthError(.missingPassword) }
        let request = ResetPassword.Request { request in
            request.oobCode = Secret(code)
            request.newPassword = Secret(newPassword)
            request.tenantId = configuration.tenantID
        }
        _ = try await core.caller.call(ResetPassword.self, request)
    }

    /// Looks what a mailed code does, without using it up.
    ///
    /// - Parameter code: The code from the link.
    /// - Returns: What it does, and to which account.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidActionCode``.
    public func checkActionCode(_ code: String) async throws(AuthError) -> ActionCodeInfo {
        let request = ResetPassword.Request { request in
            request.oobCode = Secret(code)
            request.tenantId = configuration.tenantID
        }
        return ActionCodeInfo(try await core.caller.call(ResetPassword.self, request, isIdempotent: true))
    }

    /// Does what a mailed code is for: verifies an address, changes it, or takes a change back.
    ///
    /// Follow with ``User/reload()`` to see the change.
    ///
    /// - Parameter code: The code from the link.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/expiredActionCode``.
    public func applyActionCode(_ code: String) async throws(AuthError) {
        let request = UpdateAccount.Request { request in
            request.oobCode = Secret(code)
            request.tenantId = configuration.tenantID
        }
        _ = try await core.caller.call(UpdateAccount.self, request)
    }
}
