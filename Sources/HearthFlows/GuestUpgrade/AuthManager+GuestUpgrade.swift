internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Makes the guest who is signed in a lasting user.
    ///
    /// The credential is linked to the guest. If it belongs to another account already, that account is signed in to
    /// aside, the app copies the guest's data, and only then does the account take the guest's place and the guest is
    /// deleted. If the copying fails, the guest is still signed in and nothing has changed. After an interruption the
    /// same call begins anew, and does no harm if the service had done its part already: for a user who is no guest any
    /// more the credential is proved, and if it is their own the call has succeeded.
    ///
    /// - Parameters:
    ///   - provider: The credential.
    ///   - mergeGuest: Copies the guest's data. Defaults to the manager's own. Without either no guest is ever deleted: a
    ///     credential of another account is ``SignInOutcome/needsLinking(_:)``, for the app to ask whether to leave the
    ///     guest behind.
    /// - Returns: The user, ``SignInOutcome/needsLinking(_:)`` or ``SignInOutcome/needsSecondFactor(_:)``.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/appFailed`` what the copying threw, with
    ///   ``FlowError/Code/notPending`` that the user is no guest and the credential is not their own. With
    ///   ``FlowError/recovery`` `sessionEnded` the guest's session is over: the user has to sign in, and finds the
    ///   guest's account by the credential if the service had linked it.
    @discardableResult
    public func upgradeGuest(
        with provider: IdentityProvider,
        mergeGuest: MergeGuest? = nil
    ) async throws(FlowError) -> SignInOutcome {
        let guest = try await signedInUser()
        let progress = GuestUpgradeProgress(id: newID(), guest: guest.uid, phase: .linking)
        let candidate = GuestUpgradeFlow.Candidate(provider: provider, merge: mergeGuest ?? self.mergeGuest)
        let keptUntil = now() + limits.resumption
        return try await call(
            GuestUpgradeFlow.self,
            { .begin(GuestUpgradeFlow.Running(progress: progress, call: $0, keptUntil: keptUntil), candidate) },
            orCancel: { .cancelled($0) }
        )
    }
}

extension GuestUpgradeFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .link(let candidate, let progress, let call): await link(candidate, progress, call, manager)
        case .signInAside(let candidate, let progress, let call): await signInAside(candidate, progress, call, manager)
        case .merge(let aside, let call): await merge(aside, call, manager)
        case .switchOver(let aside, let call): await switchOver(aside, call, manager)
        case .deleteGuest(let aside, let call): await deleteGuest(aside, call, manager)
        case .deleteOrphan(let leftover): .orphanDeleted(await delete(leftover.guest, manager))
        }
    }

    private static func link(
        _ candidate: Candidate,
        _ progress: GuestUpgradeProgress,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        if let user = manager.currentUser, user.uid == progress.guest, !user.isAnonymous {
            return .ended(call, await confirm(user, candidate.provider))
        }
        switch await manager.link(candidate.provider, owner: progress.guest) {
        case .success(let result): return .linked(call, .signedIn(result.user))
        case .failure(let error) where LinkingConflict.Kind(error.code) != nil:
            return await settle(error, candidate, call, manager)
        case .failure(let error): return .ended(call, .failure(FlowError(error)))
        }
    }

    /// Answers a call that is made again after the guest became a user: it has succeeded if the credential is theirs.
    private static func confirm(_ user: User, _ provider: IdentityProvider) async -> Result<SignInOutcome, FlowError> {
        var refusal = FlowError(.notPending, "the user is no guest")
        guard let credential = provider.credential, user.hasCredential(of: provider) else { return .failure(refusal) }
        do throws(AuthError) {
            return .success(.signedIn(try await user.reauthenticate(with: credential).user))
        } catch {
            guard [.input, .reauthenticate, .restartStep].contains(error.recovery) else {
                return .failure(FlowError(error))
            }
            refusal.underlying = error
            return .failure(refusal)
        }
    }

    /// Goes on when the service says that the credential has an account already.
    private static func settle(
        _ error: AuthError,
        _ candidate: Candidate,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        // It may be the guest's own: then an earlier call has linked it, and its answer was lost.
        if let user = try? await manager.auth.currentUser?.reload(), !user.isAnonymous,
            user.hasCredential(of: candidate.provider)
        {
            return .linked(call, .signedIn(user))
        }
        // Without a guest there is nothing to copy or to delete: the session is over, or the guest has become a user.
        guard candidate.merge != nil, manager.currentUser?.isAnonymous == true else {
            let outcome = await manager.outcome(of: .failure(error), with: candidate.provider, origin: .linking)
            return .ended(call, outcome)
        }
        var candidate = candidate
        // The service may have left another credential, where the first is good for one use only.
        if let credential = error.collision?.credential { candidate.provider = .credential(credential) }
        return .taken(call, candidate)
    }

    private static func signInAside(
        _ candidate: Candidate,
        _ progress: GuestUpgradeProgress,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        let target = manager.auth.detached()
        let result = await candidate.provider.attempt(at: target)
        if case .success(let signedIn) = result {
            var aside = await Aside(target, signedIn.user, guest: manager.auth)
            aside.merge = candidate.merge
            return .signedIn(call, aside)
        }
        let outcome = await manager.outcome(of: result, with: candidate.provider, origin: .upgrade(progress.id))
        guard case .success(let challenge) = outcome, case .needsSecondFactor = challenge else {
            return .ended(call, outcome)
        }
        return .challenged(call, challenge, candidate.merge)
    }

    private static func merge(_ aside: Aside, _ call: FlowID, _ manager: isolated AuthManager) async -> Event {
        guard let merge = aside.merge ?? manager.mergeGuest else {
            let error = FlowError(.notPending, "the app copies nothing in this run: call upgradeGuest again")
            return .ended(call, .failure(error))
        }
        guard let guest = manager.auth.currentUser, let target = aside.auth.currentUser else {
            return .ended(call, .failure(FlowError(.superseded)))
        }
        do {
            try await merge(guest, target)
            return .merged(call, aside)
        } catch {
            return .ended(call, .failure(FlowError(error)))
        }
    }

    private static func switchOver(_ aside: Aside, _ call: FlowID, _ manager: isolated AuthManager) async -> Event {
        do throws(AuthError) {
            return .switched(call, aside, .signedIn(try await manager.auth.adoptSession(of: aside.auth)))
        } catch {
            return .ended(call, .failure(FlowError(error)))
        }
    }

    private static func deleteGuest(_ aside: Aside, _ call: FlowID, _ manager: isolated AuthManager) async -> Event {
        let isDeleted = await delete(aside.guest, manager)
        guard let user = manager.auth.currentUser else { return .ended(call, .failure(FlowError(.superseded))) }
        return isDeleted ? .guestDeleted(call, .signedIn(user)) : .guestKept(call, .signedIn(user))
    }

    /// Deletes the guest with the guest's own session, if the service says at this moment that it still is one.
    ///
    /// - Returns: Whether nothing is left to do.
    private static func delete(_ session: Carried<Secret<[UInt8]>>, _ manager: isolated AuthManager) async -> Bool {
        let auth = manager.auth.detached(session.value)
        await auth.ready()
        guard let guest = auth.currentUser else { return true }
        do throws(AuthError) {
            let guest = try await guest.reload()
            guard guest.isAnonymous, guest.uid != manager.auth.currentUser?.uid else { return true }
            try await guest.delete()
            return true
        } catch {
            return !error.isTransient && error.code != .cancelled
        }
    }
}

extension GuestUpgradeFlow.Aside {
    /// An account that was signed in to beside the guest.
    init(_ auth: Auth, _ user: User, guest: Auth) async {
        self.auth = auth
        uid = user.uid
        self.guest = Carried(await guest.exportSession() ?? Secret([]))
    }
}

extension User {
    /// Whether one of the account's sign-in methods is the provider's, with the same address if it is a password.
    fileprivate func hasCredential(of provider: IdentityProvider) -> Bool {
        providerData.contains { data in
            guard data.providerID == provider.id else { return false }
            guard let email = provider.email else { return true }
            return data.email.map(EmailKey.make) == EmailKey.make(email)
        }
    }
}
