internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Settles a conflict: signs in to the account that is in the way, and links the credential that was stopped.
    ///
    /// The other account is signed in to aside first: if it is not the one in question, nothing has changed. A guest's
    /// data stays behind: for guests there is ``upgradeGuest(with:mergeGuest:)``.
    ///
    /// - Parameters:
    ///   - conflict: The conflict.
    ///   - provider: A credential of the other account. May be left out for
    ///     ``LinkingConflict/Kind/credentialTaken``: then the stopped credential itself signs in.
    /// - Returns: That the user is signed in, or ``SignInOutcome/needsSecondFactor(_:)``.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/differentAccount``, or with
    ///   ``FlowError/Code/linkingFailed`` if the user is signed in but the credential was not linked.
    @discardableResult
    public func resolve(
        _ conflict: LinkingConflict,
        with provider: IdentityProvider? = nil
    ) async throws(FlowError) -> SignInOutcome {
        await ready()
        let now = now()
        return try await call(
            CollisionFlow.self,
            { .resolve(conflict.id, provider, $0, now: now) },
            orCancel: { .cancelled($0) }
        )
    }

    /// Gives a conflict up, and forgets the credential.
    ///
    /// - Parameter conflict: The conflict.
    public func abandon(_ conflict: LinkingConflict) async {
        await ready()
        await send(CollisionFlow.self, .abandoned(conflict.id))
    }

    /// Opens a conflict if that is what an error is about.
    func open(conflictOf error: AuthError, with provider: IdentityProvider) async -> LinkingConflict? {
        guard let kind = LinkingConflict.Kind(error.code),
            let credential = error.collision?.credential ?? provider.credential
        else { return nil }
        let conflict = LinkingConflict(
            id: newID(),
            kind: kind,
            email: error.collision?.email?.reveal() ?? provider.email,
            providerID: provider.id,
            knownProviders: error.collision?.verifiedProviders.filter { $0 != provider.id } ?? [],
            outlivesProcess: credential.storedForm != nil,
            expiresAt: now() + limits.conflictLifetime
        )
        let stopped = CollisionFlow.Stopped(conflict: conflict, credential: Carried(credential))
        await send(CollisionFlow.self, .opened(stopped))
        return conflict
    }
}

extension CollisionFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .signInAside(let stopped, let provider, let call):
            await signInAside(stopped, provider, call, manager)
        case .adoptAndLink(let stopped, let aside, let call):
            await adoptAndLink(stopped, aside, call, manager)
        }
    }

    private static func signInAside(
        _ stopped: Stopped,
        _ provider: IdentityProvider?,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        let isTaken = stopped.conflict.kind == .credentialTaken
        guard let provider = provider ?? (isTaken ? .credential(stopped.credential.value) : nil) else {
            let error = AuthError(.invalidCredential, "a credential of the other account is needed")
            return .failed(call, FlowError(error))
        }
        let aside = manager.auth.detached()
        do throws(AuthError) {
            let user = try await provider.signIn(to: aside).user
            guard stopped.conflict.concerns(user) else { return .failed(call, FlowError(.differentAccount)) }
            return .signedIn(call, aside)
        } catch {
            if !Task.isCancelled, let resolver = error.resolver,
                let step = await manager.open(resolver, .resolution(stopped.conflict.id))
            {
                return .challenged(call, .needsSecondFactor(step))
            }
            return .failed(call, FlowError(error))
        }
    }

    private static func adoptAndLink(
        _ stopped: Stopped,
        _ aside: Auth,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        do throws(AuthError) {
            var user = try await manager.auth.adoptSession(of: aside)
            if stopped.conflict.kind == .addressTaken { user = try await link(stopped.credential.value, to: user) }
            return .linked(call, .signedIn(user))
        } catch {
            let isSignedIn = manager.auth.currentUser.map(stopped.conflict.concerns) ?? false
            return .linkFailed(call, isSignedIn ? FlowError(.linkingFailed, underlying: error) : FlowError(error))
        }
    }

    private static func link(_ credential: AuthCredential, to user: User) async throws(AuthError) -> User {
        do throws(AuthError) {
            return try await user.link(with: credential).user
        } catch {
            // The user signed in by the very method that was stopped.
            guard error.code == .providerAlreadyLinked else { throw error }
            return user
        }
    }
}

extension LinkingConflict.Kind {
    init?(_ code: AuthError.Code) {
        switch code {
        case .accountExistsWithDifferentCredential, .emailAlreadyInUse: self = .addressTaken
        case .credentialAlreadyInUse, .phoneNumberAlreadyInUse: self = .credentialTaken
        default: return nil
        }
    }
}

extension LinkingConflict {
    /// Whether a user is the one in question, as far as the service told.
    func concerns(_ user: User) -> Bool {
        guard let email, kind == .addressTaken else { return true }
        let key = EmailKey.make(email)
        return ([user.email] + user.providerData.map(\.email)).contains { $0.map(EmailKey.make) == key }
    }
}
