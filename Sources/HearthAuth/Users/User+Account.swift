internal import HearthCore
internal import HearthWire

extension User {
    /// Mails a link with which the user shows to read mail at the address.
    ///
    /// - Parameter actionCodeSettings: Where the link leads. Defaults to the project's own page.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/tooManyRequests``.
    public func sendEmailVerification(
        with actionCodeSettings: ActionCodeSettings? = nil
    ) async throws(AuthError) {
        try await send { request in
            request.requestType = .verifyEmail
            actionCodeSettings?.fill(&request)
        }
    }

    /// Mails a link to a new address; the account changes to it when the link is used.
    ///
    /// After that the service ends the account's sessions: ``Auth/state`` becomes signed out, as revoked.
    ///
    /// - Parameters:
    ///   - email: The new address.
    ///   - actionCodeSettings: Where the link leads. Defaults to the project's own page.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/requiresRecentLogin``.
    public func sendEmailVerification(
        beforeUpdatingEmail email: String,
        actionCodeSettings: ActionCodeSettings? = nil
    ) async throws(AuthError) {
        if email.isEmpty { throw AuthError(.missingEmail) }
        try await send { request in
            request.requestType = .verifyAndChangeEmail
            request.newEmail = email
            actionCodeSettings?.fill(&request)
        }
    }

    /// Adds an address and a password to the account; a guest becomes a lasting user by that.
    ///
    /// If the service's answer was lost, the same call finds out whether it was done, and then ends as if it had arrived.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    /// - Returns: The user afterwards, with the same ``uid``.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/emailAlreadyInUse``.
    @discardableResult
    public func link(withEmail email: String, password: String) async throws(AuthError) -> AuthDataResult {
        if email.isEmpty { throw AuthError(.missingEmail) }
        if password.isEmpty { throw AuthError(.missingPassword) }
        return try await link(with: EmailAuthProvider.credential(withEmail: email, password: password))
    }

    /// Deletes the account for ever, and signs out.
    ///
    /// An account that is deleted already is no error.
    ///
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/requiresRecentLogin``.
    public func delete() async throws(AuthError) {
        do throws(AuthError) {
            _ = try await core.call(DeleteAccount.self, as: epoch, isIdempotent: true) { token in
                DeleteAccount.Request { $0.idToken = token }
            }
        } catch {
            // The answer to an earlier call was lost.
            guard error.endOfSession == .deleted else { throw error }
        }
        _ = await core.keeper.endDeleted(epoch)?.value()
    }

    private func send(_ fill: @Sendable (inout SendCode.Request) -> Void) async throws(AuthError) {
        _ = try await core.call(SendCode.self, as: epoch) { token in
            SendCode.Request { request in
                request.idToken = token
                fill(&request)
            }
        }
    }
}
