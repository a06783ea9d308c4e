internal import HearthCore
internal import HearthWire

extension User {
    /// Changes what the account shows of its user.
    ///
    /// - Parameters:
    ///   - displayName: The name to show. Defaults to leaving it.
    ///   - photoURL: The address of a picture. Defaults to leaving it.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/staleUser``.
    @discardableResult
    public func updateProfile(
        displayName: ProfileChange = .unchanged,
        photoURL: ProfileChange = .unchanged
    ) async throws(AuthError) -> User {
        guard displayName != .unchanged || photoURL != .unchanged else { return self }
        let cleared = [(displayName, UserAttribute.displayName), (photoURL, .photoURL)].filter { $0.0 == .cleared }
        return try await change { request in
            request.displayName = displayName.text
            request.photoUrl = photoURL.text
            request.deleteAttribute = cleared.isEmpty ? nil : cleared.map(\.1)
        }
    }

    /// A list of changes to fill in, by FirebaseAuth's name.
    ///
    /// - Returns: An empty list.
    public func createProfileChangeRequest() -> UserProfileChangeRequest {
        UserProfileChangeRequest(user: self)
    }

    /// Asks the service for the account.
    ///
    /// - Returns: The user as the service has it now.
    /// - Throws: ``AuthError``. If the service says that the session is over, this signs out.
    @discardableResult
    public func reload() async throws(AuthError) -> User {
        with(try await core.reload(epoch))
    }

    /// Changes the password.
    ///
    /// Other sessions of the account end by that. If the service's answer is lost, this session goes on with the new
    /// password if it is the account's by then, and with the old one if it is not. A user with a second factor has to sign
    /// in again in the first case, and is signed out with ``SignOutReason/revoked``.
    ///
    /// - Parameter password: The new password.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/requiresRecentLogin``.
    @discardableResult
    public func updatePassword(to password: String) async throws(AuthError) -> User {
        if password.isEmpty { throw AuthError(.missingPassword) }
        let secret = Secret(password)
        var owner: Locked<String?>?
        if let email = try await core.keeper.live(epoch).account.email {
            owner = await expect(PasswordPayload(email: email, password: secret))
        }
        do throws(AuthError) {
            let user = try await change { $0.password = secret }
            await core.keeper.settle(epoch)
            return user
        } catch {
            guard error.isAnswerLost else {
                if error.code != .cancelled { await core.keeper.settle(epoch) }
                throw error
            }
            return try await changedPassword(despite: error, owner)
        }
    }

    /// Finds out whether a password was changed although the answer was lost.
    ///
    /// - Parameters:
    ///   - error: Why there was no answer.
    ///   - owner: The account that the password signs in to, once that was tried.
    /// - Returns: The user, if it was.
    /// - Throws: ``AuthError``: the one that there was, if it was not or cannot be known.
    private func changedPassword(
        despite error: AuthError,
        _ owner: Locked<String?>?
    ) async throws(AuthError) -> User {
        guard let live = try? await core.keeper.live(epoch), let tokens = try? await core.keeper.rescuedTokens(of: live)
        else {
            throw error
        }
        let account = try await core.keeper.update(epoch, tokens: tokens) { _ in }
        // The session may go on by another password, or by other tokens: of this one that says nothing.
        guard owner?.withLock({ $0 }) == uid else { throw error }
        await core.keeper.settle(epoch)
        return with(try await core.reloadIfPossible(epoch, known: account))
    }

    /// Changes the address at once.
    ///
    /// Where addresses are protected the service refuses: use
    /// ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)`` there.
    ///
    /// - Parameter email: The new address.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/requiresRecentLogin``.
    @discardableResult
    public func updateEmail(to email: String) async throws(AuthError) -> User {
        if email.isEmpty { throw AuthError(.missingEmail) }
        return try await change { $0.email = email }
    }

    private func change(_ fill: @Sendable (inout UpdateAccount.Request) -> Void) async throws(AuthError) -> User {
        let response = try await core.call(UpdateAccount.self, as: epoch) { token in
            UpdateAccount.Request { request in
                request.idToken = token
                request.returnSecureToken = true
                fill(&request)
            }
        }
        return try await adopt(response)
    }

    func with(_ account: Account) -> User {
        User(account: account, epoch: epoch, core: core)
    }

    /// Keeps the tokens of an answer if they are this user's, then asks for the account.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - change: What the answer says of the account beside its tokens, should it not be readable now.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``.
    func adopt(
        _ response: some TokenFields,
        _ change: (@Sendable (inout Account) -> Void)? = nil
    ) async throws(AuthError) -> User {
        var known = account
        let answered = try core.caller.tokensIfAny(in: response)
        if let answered, answered.claims.subject != uid {
            throw AuthError(.userMismatch, "the service answered with another account's tokens")
        }
        if answered != nil || change != nil {
            known = try await core.keeper.update(epoch, tokens: answered?.tokens) { account in
                // A guest who was linked is no guest, and has an address.
                if let answered { account.take(answered.claims) }
                change?(&account)
            }
        }
        return with(try await core.reloadIfPossible(epoch, known: known))
    }
}

/// What becomes of one part of a profile.
public enum ProfileChange: Sendable, Hashable {
    /// It stays as it is.
    case unchanged
    /// It becomes this text.
    case set(String)
    /// It is removed.
    case cleared

    /// What to send: nothing for what is cleared, which has its own list.
    var text: String? {
        if case .set(let text) = self { text } else { nil }
    }
}

/// Changes to a profile, gathered and then sent together, by FirebaseAuth's name.
///
/// What is never assigned stays as it is; what is assigned `nil` is removed.
public struct UserProfileChangeRequest: Sendable {
    private let user: User
    private var name = ProfileChange.unchanged
    private var photo = ProfileChange.unchanged

    init(user: User) {
        self.user = user
    }

    /// The name to show.
    public var displayName: String? {
        get { name == .unchanged ? user.displayName : name.text }
        set { name = newValue.map(ProfileChange.set) ?? .cleared }
    }

    /// The address of a picture.
    public var photoURL: String? {
        get { photo == .unchanged ? user.photoURL : photo.text }
        set { photo = newValue.map(ProfileChange.set) ?? .cleared }
    }

    /// Sends the changes.
    ///
    /// May be called again, for example after a failure.
    ///
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/staleUser``.
    @discardableResult
    public func commitChanges() async throws(AuthError) -> User {
        try await user.updateProfile(displayName: name, photoURL: photo)
    }
}
