internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Makes the guest who is signed in a lasting user.
    ///
    /// The credential is linked to the guest. If it belongs to another account already, that account is signed in to
    /// aside, the app copies the guest's data, and only then does the account take the guest's place and the guest is
    /// deleted. If the copying fails, the guest is still signed in and nothing has changed. After an interruption the
    /// same call begins anew, and does no harm if the service had done its part already.
    ///
    /// - Parameters:
    ///   - provider: The credential.
    ///   - mergeGuest: Copies the guest's data. Without it no guest is ever deleted: a credential of another account is
    ///     ``SignInOutcome/needsLinking(_:)``, for the app to ask whether to leave the guest behind. Defaults to none.
    /// - Returns: The user, ``SignInOutcome/needsLinking(_:)`` or ``SignInOutcome/needsSecondFactor(_:)``.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/appFailed`` what the copying threw, with
    ///   ``FlowError/Code/notPending`` that no guest is signed in.
    @discardableResult
    public func upgradeGuest(
        with provider: IdentityProvider,
        mergeGuest: MergeGuest? = nil
    ) async throws(FlowError) -> SignInOutcome {
        await ready()
        guard let guest = auth.currentUser else { throw FlowError(.signedOut) }
        guard guest.isAnonymous else { throw FlowError(.notPending, "the user is no guest") }
        let id = newID()
        materials.proofs[id] = provider
        materials.upgrade.merge = mergeGuest
        let progress = GuestUpgradeProgress(id: id, guest: guest.uid, phase: .linking)
        let keptUntil = now() + limits.resumption
        return try await wait(outcomes, id) {
            await send(GuestUpgradeFlow.Event.begin(progress, call: id, keptUntil: keptUntil))
        } cancel: {
            await send(GuestUpgradeFlow.Event.cancelled(id))
        }
    }

    func send(_ event: GuestUpgradeFlow.Event) async {
        let secret = await upgradeSecret()
        for effect in await step(lasting: GuestUpgradeFlow.self, \.guestUpgrade, event, secret: secret) {
            switch effect {
            case .link(let call): work(call) { await $0.linkGuest(call) }
            case .signInAside(let call): work(call) { await $0.signInAside(call) }
            case .merge(let call, _): work(call) { await $0.merge(call) }
            case .switchOver(let call): work(call) { await $0.switchOver(call) }
            case .deleteGuest(let call): work(call) { await $0.deleteGuest(call) }
            case .deleteOrphan:
                let session = materials.upgrade.guest
                work(FlowID(rawValue: "orphan")) { await $0.deleteOrphan(session) }
            case .forgetSessions: materials.upgrade = UpgradeMaterials()
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
    }

    /// Takes up what an earlier run has left, as soon as it is known who is signed in.
    func restoreGuestUpgrade() async {
        guard let secret = await revive(GuestUpgradeFlow.self, \.guestUpgrade) else { return }
        guard let session = secret.flatMap(UpgradeSecret.init(text:))?.guest else {
            return await drop(GuestUpgradeFlow.self, \.guestUpgrade, .undecodable)
        }
        materials.upgrade.guest = auth.detached(session)
        if let uid = auth.currentUser?.uid { await send(GuestUpgradeFlow.Event.found(uid: uid)) }
    }

    private func upgradeSecret() async -> Secret<String>? {
        UpgradeSecret(guest: await materials.upgrade.guest?.exportSession())?.text
    }

    private func linkGuest(_ call: FlowID) async {
        guard let provider = materials.proofs[call], let progress = machines.guestUpgrade.progress else {
            return await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(.cancelled))))
        }
        let result = await link(provider, owner: progress.guest)
        guard machines.guestUpgrade.isRunning(call) else { return }
        switch result {
        case .success(let result):
            await sessionChanged()
            await send(GuestUpgradeFlow.Event.linked(call, .signedIn(result.user)))
        case .failure(let error) where LinkingConflict.Kind(error.code) != nil:
            await settle(error, with: provider, call)
        case .failure(let error):
            await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(error))))
        }
    }

    /// Goes on when the service says that the credential has an account already.
    private func settle(_ error: AuthError, with provider: IdentityProvider, _ call: FlowID) async {
        // It may be the guest's own: then an earlier call has linked it, and its answer was lost.
        if let user = try? await auth.currentUser?.reload(), !user.isAnonymous, user.hasCredential(of: provider) {
            await sessionChanged()
            return await send(GuestUpgradeFlow.Event.linked(call, .signedIn(user)))
        }
        guard materials.upgrade.merge != nil else {
            let outcome = await outcome(of: .failure(error), with: provider, origin: .linking)
            return await send(GuestUpgradeFlow.Event.ended(call, outcome))
        }
        // The service may have left another credential, where the first is good for one use only.
        if let credential = error.collision?.credential { materials.proofs[call] = .credential(credential) }
        await send(GuestUpgradeFlow.Event.taken(call))
    }

    private func signInAside(_ call: FlowID) async {
        guard let provider = materials.proofs[call] else {
            return await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(.cancelled))))
        }
        let target = auth.detached()
        let result = await provider.attempt(at: target)
        guard machines.guestUpgrade.isRunning(call), let progress = machines.guestUpgrade.progress else { return }
        materials.upgrade.target = target
        materials.upgrade.guest = await auth.exportSession().map { auth.detached($0) }
        await materials.upgrade.guest?.ready()
        if case .success(let signedIn) = result {
            return await send(GuestUpgradeFlow.Event.signedIn(call, target: signedIn.user.uid))
        }
        let outcome = await outcome(of: result, with: provider, origin: .upgrade(progress.id))
        if case .success(let challenge) = outcome, case .needsSecondFactor = challenge {
            await send(GuestUpgradeFlow.Event.challenged(call, challenge))
        } else {
            await send(GuestUpgradeFlow.Event.ended(call, outcome))
        }
    }

    private func merge(_ call: FlowID) async {
        await materials.upgrade.target?.ready()
        guard let merge = materials.upgrade.merge, let guest = auth.currentUser,
            let target = materials.upgrade.target?.currentUser
        else { return await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(.superseded)))) }
        do {
            try await merge(guest, target)
            await send(GuestUpgradeFlow.Event.merged(call))
        } catch {
            await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(thrown: error))))
        }
    }

    private func switchOver(_ call: FlowID) async {
        guard let target = materials.upgrade.target else {
            return await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(.superseded))))
        }
        do throws(AuthError) {
            let user = try await auth.adoptSession(of: target)
            await send(GuestUpgradeFlow.Event.switched(call, .signedIn(user)))
            await sessionChanged()
        } catch {
            await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(error))))
        }
    }

    private func deleteGuest(_ call: FlowID) async {
        let isDeleted = await delete(guest: materials.upgrade.guest)
        guard let user = auth.currentUser else {
            return await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(.superseded))))
        }
        await send(
            isDeleted
                ? GuestUpgradeFlow.Event.guestDeleted(call, .signedIn(user))
                : GuestUpgradeFlow.Event.guestKept(call, .signedIn(user))
        )
    }

    private func deleteOrphan(_ guest: Auth?) async {
        if await delete(guest: guest) { await send(GuestUpgradeFlow.Event.orphanDeleted) }
    }

    /// Deletes the guest with the guest's own session, if the service says at this moment that it still is one.
    ///
    /// - Returns: Whether nothing is left to do.
    private func delete(guest: Auth?) async -> Bool {
        await guest?.ready()
        guard let guest = guest?.currentUser else { return true }
        do throws(AuthError) {
            let guest = try await guest.reload()
            guard guest.isAnonymous, guest.uid != auth.currentUser?.uid else { return true }
            try await guest.delete()
            return true
        } catch {
            return !error.isTransient && error.code != .cancelled
        }
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

extension GuestUpgradeFlow.State {
    func isRunning(_ call: FlowID) -> Bool {
        if case .running(_, call, _) = self { true } else { false }
    }
}
