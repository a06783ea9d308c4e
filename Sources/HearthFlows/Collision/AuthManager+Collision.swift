internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Settles a conflict: signs in to the account that is in the way, and adds the way in that was stopped.
    ///
    /// The other account is signed in to aside first: if it is not the one in question, nothing has changed. What a
    /// guest has stays behind: for guests there is ``upgradeGuest(with:mergeGuest:)``.
    ///
    /// - Parameters:
    ///   - conflict: The conflict.
    ///   - provider: A way in to the account. May be left out for ``LinkingConflict/Kind/credentialTaken``: then the
    ///     stopped credential itself signs in.
    /// - Returns: That the user is signed in, or ``SignInOutcome/needsSecondFactor(_:)``.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/differentAccount``, or with
    ///   ``FlowError/Code/linkingFailed`` if the user is signed in but the way in was not added.
    @discardableResult
    public func resolve(
        _ conflict: LinkingConflict,
        with provider: IdentityProvider? = nil
    ) async throws(FlowError) -> SignInOutcome {
        await ready()
        let id = newID()
        materials.proofs[id] = provider
        return try await wait(outcomes, id) {
            await send(CollisionFlow.Event.resolve(conflict.id, call: id, now: now()))
        } cancel: {
            await send(CollisionFlow.Event.cancelled(call: id))
        }
    }

    /// Gives a conflict up, and forgets the credential.
    ///
    /// - Parameter conflict: The conflict.
    public func abandon(_ conflict: LinkingConflict) async {
        await ready()
        await send(CollisionFlow.Event.abandoned(conflict.id))
    }

    func send(_ event: CollisionFlow.Event) async {
        let secret = materials.stopped?.storedForm
        for effect in await step(lasting: CollisionFlow.self, \.collision, event, secret: secret) {
            switch effect {
            case .signInAside(let conflict, let call): work(call) { await $0.signInAside(conflict, call) }
            case .adoptAndLink(let conflict, let call): work(call) { await $0.adoptAndLink(conflict, call) }
            case .forgetCredential:
                materials.stopped = nil
                materials.aside = nil
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
    }

    /// Opens a conflict if that is what an error is about.
    func open(conflictOf error: AuthError, with provider: IdentityProvider) async -> LinkingConflict? {
        guard let kind = LinkingConflict.Kind(error.code),
            let credential = error.collision?.credential ?? provider.credential
        else { return nil }
        materials.stopped = credential
        materials.aside = nil
        let conflict = LinkingConflict(
            id: newID(),
            kind: kind,
            email: error.collision?.email?.reveal() ?? provider.email,
            providerID: provider.id,
            knownProviders: error.collision?.verifiedProviders.filter { $0 != provider.id } ?? [],
            outlivesProcess: credential.storedForm != nil,
            expiresAt: now() + limits.conflictLifetime
        )
        await send(CollisionFlow.Event.opened(conflict))
        expire(conflict, at: conflict.expiresAt)
        return conflict
    }

    private func signInAside(_ conflict: LinkingConflict, _ call: FlowID) async {
        let kept = conflict.kind == .credentialTaken ? materials.stopped.map(IdentityProvider.credential) : nil
        guard let provider = materials.proofs[call] ?? kept else {
            let error = AuthError(.invalidCredential, "a way in to the other account is needed")
            return await send(CollisionFlow.Event.failed(call: call, FlowError(error)))
        }
        let aside = auth.detached()
        materials.aside = aside
        do throws(AuthError) {
            let user = try await provider.signIn(to: aside).user
            await send(CollisionFlow.Event.signedIn(call: call, isRightAccount: conflict.concerns(user)))
        } catch {
            if let resolver = error.resolver {
                let step = await open(resolver, .resolution(conflict.id))
                await send(CollisionFlow.Event.challenged(call: call, .needsSecondFactor(step)))
            } else {
                await send(CollisionFlow.Event.failed(call: call, FlowError(error)))
            }
        }
    }

    private func adoptAndLink(_ conflict: LinkingConflict, _ call: FlowID) async {
        guard let aside = materials.aside else { return }
        do throws(AuthError) {
            var user = try await auth.adoptSession(of: aside)
            if conflict.kind == .addressTaken, let stopped = materials.stopped {
                user = try await link(stopped, to: user)
            }
            await sessionChanged()
            await send(CollisionFlow.Event.linked(call: call, .signedIn(user)))
        } catch {
            await sessionChanged()
            let isSignedIn = auth.currentUser.map(conflict.concerns) ?? false
            let failure = isSignedIn ? FlowError(.linkingFailed, auth: error) : FlowError(error)
            await send(CollisionFlow.Event.linkFailed(call: call, failure))
        }
    }

    private func link(_ credential: AuthCredential, to user: User) async throws(AuthError) -> User {
        do throws(AuthError) {
            return try await user.link(with: credential).user
        } catch {
            // The user came in by the very way that was stopped.
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

extension IdentityProvider {
    /// The address, if the proof has one to tell.
    var email: String? {
        if case .password(let email, _) = proof { email } else { nil }
    }
}
