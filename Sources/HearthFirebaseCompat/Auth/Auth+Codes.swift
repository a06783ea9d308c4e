internal import HearthAuth

extension Auth {
    /// Mails a link with which the password can be set anew.
    ///
    /// Where addresses are protected this succeeds for an address without an account too.
    public func sendPasswordReset(
        withEmail email: String,
        actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await perform {
            try await $0.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings?.value)
        }
    }

    /// Mails a link with which the password can be set anew, and then calls the completion handler.
    public func sendPasswordReset(
        withEmail email: String,
        actionCodeSettings: ActionCodeSettings? = nil,
        completion: AuthErrorCompletion? = nil
    ) {
        complete(completion) {
            try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// Looks which account a code for a new password is for, without using it up.
    public func verifyPasswordResetCode(_ code: String) async throws -> String {
        try await perform { try await $0.verifyPasswordResetCode(code) }
    }

    /// Tells the completion handler which account a code for a new password is for.
    public func verifyPasswordResetCode(_ code: String, completion: @escaping AuthCompletion<String>) {
        complete(completion) { try await self.verifyPasswordResetCode(code) }
    }

    /// Sets a new password with a code that was mailed; every session of the account ends by that.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
        try await perform { try await $0.confirmPasswordReset(withCode: code, newPassword: newPassword) }
    }

    /// Sets a new password with a code that was mailed, and then calls the completion handler.
    public func confirmPasswordReset(
        withCode code: String,
        newPassword: String,
        completion: @escaping AuthErrorCompletion
    ) {
        complete(completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
    }

    /// Looks what a mailed code does, without using it up.
    public func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
        ActionCodeInfo(try await perform { try await $0.checkActionCode(code) })
    }

    /// Tells the completion handler what a mailed code does.
    public func checkActionCode(_ code: String, completion: @escaping AuthCompletion<ActionCodeInfo>) {
        complete(completion) { try await self.checkActionCode(code) }
    }

    /// Does what a mailed code is for; follow with ``User/reload()`` to see the change.
    public func applyActionCode(_ code: String) async throws {
        try await perform { try await $0.applyActionCode(code) }
    }

    /// Does what a mailed code is for, and then calls the completion handler.
    public func applyActionCode(_ code: String, completion: @escaping AuthErrorCompletion) {
        complete(completion) { try await self.applyActionCode(code) }
    }

    /// Mails a link that signs in to the account of the address, or to a new one.
    ///
    /// Settings whose ``ActionCodeSettings/handleCodeInApp`` is not set throw ``AuthErrorCode/internalError``, where
    /// FirebaseAuth ends the app.
    public func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
        try await perform {
            try await $0.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings.value)
        }
    }

    /// Mails a link to sign in with, and then calls the completion handler.
    public func sendSignInLink(
        toEmail email: String,
        actionCodeSettings: ActionCodeSettings,
        completion: AuthErrorCompletion? = nil
    ) {
        complete(completion) {
            try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// Whether a link that the app was opened with is one to sign in with; the service is not asked.
    public func isSignIn(withEmailLink link: String) -> Bool {
        ActionCodeURL(link: link)?.operation == .emailLink
    }

    /// Asks which sign-in methods an address has; projects that protect their addresses tell of none.
    public func fetchSignInMethods(forEmail email: String) async throws -> [String] {
        try await perform { try await $0.fetchSignInMethods(forEmail: email) }
    }

    /// Tells the completion handler which sign-in methods an address has.
    public func fetchSignInMethods(forEmail email: String, completion: AuthCompletion<[String]>? = nil) {
        complete(completion) { try await self.fetchSignInMethods(forEmail: email) }
    }
}
