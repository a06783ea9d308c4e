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
        await send(EmailChangeFlow.Event.sent(wait))
        expire(wait, at: wait.expiresAt)
        return wait
    }

    /// Takes a way in away; the last one stays, whichever it is.
    ///
    /// - Parameters:
    ///   - providerID: The provider, for example `google.com`.
    ///   - reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``, for example with ``HearthAuth/AuthError/Code/lastSignInMethod``.
    @discardableResult
    public func unlink(
        _ providerID: String,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        try await change(confirming: .unlinkProvider, isRecent: true, reauthenticate) { user in
            _ = try await user.unlink(fromProvider: providerID)
        }
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
        await ready()
        guard let owner = auth.currentUser else { throw FlowError(.signedOut) }
        let id = newID()
        materials.changes[id] = { (manager) throws(FlowError) in
            try await manager.perform(purpose, isRecent: isRecent, handler, as: owner.uid, work)
        }
        try await wait(completions, id) {
            send(ProfileFlow.Event.begin(ProfileFlow.Change(id: id, owner: owner.uid)))
        } cancel: {
            send(ProfileFlow.Event.cancelled(id))
        }
        return auth.currentUser ?? owner
    }

    private func perform(
        _ purpose: ReauthenticationChallenge.Purpose?,
        isRecent: Bool,
        _ handler: ReauthenticationHandler?,
        as owner: String,
        _ work: @escaping @Sendable (User) async throws -> Void
    ) async throws(FlowError) {
        guard let user = auth.currentUser, user.uid == owner else { throw FlowError(.superseded) }
        guard let purpose else { return try await run(.sensitive, user, isRecent: true, nil) { try await work(user) } }
        if isRecent {
            try await run(purpose, user, isRecent: true, handler) { try await work(user) }
        } else {
            try await withRecentLogin(to: purpose, perform: { try await work(user) }, reauthenticate: handler)
        }
    }

    func send(_ event: ProfileFlow.Event) {
        for effect in step(ProfileFlow.self, \.profile, event) {
            switch effect {
            case .perform(let change): work(change.id) { await $0.perform(change) }
            case .finish(let id, let result): finish(completions, id, result)
            }
        }
    }

    private func perform(_ change: ProfileFlow.Change) async {
        guard let work = materials.changes[change.id] else { return }
        let result: Result<Void, FlowError>
        do throws(FlowError) {
            result = .success(try await work(self))
        } catch {
            result = .failure(error)
        }
        await sessionChanged()
        send(ProfileFlow.Event.ended(change.id, result))
    }

    func send(_ event: EmailChangeFlow.Event) async {
        _ = await step(lasting: EmailChangeFlow.self, \.emailChange, event)
    }
}

extension ProfileFlow.State {
    var owner: String? {
        if case .changing(let change, _) = self { change.owner } else { nil }
    }
}
