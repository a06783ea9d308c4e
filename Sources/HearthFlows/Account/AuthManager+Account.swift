public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Changes the name to show.
    ///
    /// - Parameter name: The name; `nil` removes it.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func updateDisplayName(to name: String?) async throws(FlowError) -> User {
        try await change { user in
            _ = try await user.updateProfile(displayName: name.map(ProfileChange.set) ?? .cleared)
        }
    }

    /// Changes the address of the picture.
    ///
    /// - Parameter url: The address; `nil` removes it.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func updatePhoto(to url: String?) async throws(FlowError) -> User {
        try await change { user in
            _ = try await user.updateProfile(photoURL: url.map(ProfileChange.set) ?? .cleared)
        }
    }

    /// Changes the password; the user confirms first if the sign-in is not recent.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - reauthenticate: Asks the user, as in ``withRecentLogin(to:perform:reauthenticate:)``.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func updatePassword(
        to password: String,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        let secret = Secret(password)
        return try await change(confirming: .changePassword, reauthenticate) { user in
            _ = try await user.updatePassword(to: secret.reveal())
        }
    }

    /// Mails a link to a new address; the account changes to it when the link is used.
    ///
    /// Then the service ends the account's sessions, and the user signs in with the new address.
    ///
    /// - Parameters:
    ///   - email: The new address.
    ///   - settings: Where the link leads. Defaults to the project's own page.
    ///   - reauthenticate: Asks the user, as in ``withRecentLogin(to:perform:reauthenticate:)``.
    /// - Returns: What is waited for.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func updateEmail(
        to email: String,
        settings: ActionCodeSettings? = nil,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> EmailChangeWait {
        let user = try await change(confirming: .changeEmail, reauthenticate) { user in
            try await user.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: settings)
        }
        let wait = EmailChangeWait(uid: user.uid, newEmail: email, expiresAt: now() + limits.emailLinkLifetime)
        await send(EmailChangeFlow.self, .sent(wait))
        return wait
    }

    /// Unlinks a sign-in method; the last one stays, whichever it is.
    ///
    /// - Parameters:
    ///   - providerID: The provider, for example `google.com`.
    ///   - reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``, for example with `AuthError.Code.lastSignInMethod`.
    @discardableResult
    public func unlink(
        _ providerID: String,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        try await change(confirming: .unlinkProvider, isRecent: true, reauthenticate) { user in
            _ = try await user.unlink(fromProvider: providerID)
        }
    }

    /// Asks the service for the account.
    ///
    /// - Returns: The user as the service has it now.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func reload() async throws(FlowError) -> User {
        let user = try await signedInUser()
        return try await FlowError.wrapping { () throws(AuthError) in try await user.reload() }
    }

    /// Changes something of the account after every change that was asked for before.
    ///
    /// - Parameters:
    ///   - purpose: What to tell the user if they have to confirm; `nil` for what needs no confirmation.
    ///   - isRecent: Whether to let the service decide first. Defaults to no.
    ///   - handler: Asks the user.
    ///   - work: Changes it.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    func change(
        confirming purpose: ReauthenticationChallenge.Purpose? = nil,
        isRecent: Bool = false,
        _ handler: ReauthenticationHandler? = nil,
        _ work: @escaping @Sendable (User) async throws -> Void
    ) async throws(FlowError) -> User {
        let owner = try await signedInUser().uid
        return try await attempt(AccountSlot.self, for: owner) { manager in
            do throws(FlowError) {
                let user = try manager.user(owner)
                let isRecent = purpose == nil || isRecent ? true : await manager.isRecent(user)
                try await manager.run(purpose ?? .sensitive, user, isRecent: isRecent, handler) { try await work(user) }
                return .success(manager.auth.currentUser ?? user)
            } catch {
                return .failure(error)
            }
        }
    }
}
