internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Makes the guest who is signed in a lasting user.
    ///
    /// The way in is added to the guest. If it belongs to another account already, that account is signed in to aside,
    /// the app copies the guest's data, and only then does the account take the guest's place and the guest is deleted.
    /// If the copying fails, the guest is still signed in and nothing has changed.
    ///
    /// - Parameters:
    ///   - provider: The way in, with what was shown. After an interruption any will do: the upgrade goes on where it
    ///     was.
    ///   - mergeGuest: Copies the guest's data.
    /// - Returns: The user, ``SignInOutcome/needsLinking(_:)`` or ``SignInOutcome/needsSecondFactor(_:)``.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/appFailed`` what the copying threw, with
    ///   ``FlowError/Code/notPending`` that no guest is signed in.
    @discardableResult
    public func upgradeGuest(
        with provider: IdentityProvider,
        mergeGuest: @escaping MergeGuest
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
            case .deleteOrphan: work(FlowID(rawValue: "orphan")) { await $0.deleteOrphan() }
            case .forgetSessions: materials.upgrade = UpgradeMaterials()
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
    }

    /// Takes up what an earlier run has left: the guest is deleted if the other account is there already.
    func restoreGuestUpgrade() async {
        guard let secret = await revive(GuestUpgradeFlow.self, \.guestUpgrade) else { return }
        guard let kept = secret.flatMap(UpgradeSecret.init(text:)) else {
            return await drop(GuestUpgradeFlow.self, \.guestUpgrade, .undecodable)
        }
        materials.upgrade.target = kept.target.map { auth.detached($0) }
        materials.upgrade.guest = kept.guest.map { auth.detached($0) }
        guard let uid = auth.currentUser?.uid else { return }
        if machines.guestUpgrade.hasSwitched(to: uid) { await send(GuestUpgradeFlow.Event.foundSwitched) }
    }

    private func upgradeSecret() async -> Secret<String>? {
        guard materials.upgrade.target != nil || materials.upgrade.guest != nil else { return nil }
        let target = await materials.upgrade.target?.exportSession()
        let guest = await materials.upgrade.guest?.exportSession()
        return UpgradeSecret(target: target, guest: guest).text
    }

    private func linkGuest(_ call: FlowID) async {
        guard let provider = materials.proofs[call], let progress = machines.guestUpgrade.progress else { return }
        let result = await link(provider, owner: progress.guest)
        guard machines.guestUpgrade.isRunning(call) else { return }
        switch result {
        case .success(let result):
            await sessionChanged()
            await send(GuestUpgradeFlow.Event.linked(call, .signedIn(result.user)))
        case .failure(let error) where LinkingConflict.Kind(error.code) != nil:
            // The service may have left another credential, where the first is good for one use only.
            if let credential = error.collision?.credential { materials.proofs[call] = .credential(credential) }
            await send(GuestUpgradeFlow.Event.taken(call))
        case .failure(let error):
            await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(error))))
        }
    }

    private func signInAside(_ call: FlowID) async {
        guard let provider = materials.proofs[call] else { return }
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
        guard let target = materials.upgrade.target else { return }
        do throws(AuthError) {
            _ = try await auth.adoptSession(of: target)
            await send(GuestUpgradeFlow.Event.switched(call))
            await sessionChanged()
        } catch {
            await send(GuestUpgradeFlow.Event.ended(call, .failure(FlowError(error))))
        }
    }

    private func deleteGuest(_ call: FlowID) async {
        let isDeleted = await deleteGuest()
        guard let user = auth.currentUser else {
            return await send(GuestUpgradeFlow.Event.guestKept(call, .failure(FlowError(.superseded))))
        }
        await send(
            isDeleted
                ? GuestUpgradeFlow.Event.guestDeleted(call, .success(.signedIn(user)))
                : GuestUpgradeFlow.Event.guestKept(call, .success(.signedIn(user)))
        )
    }

    private func deleteOrphan() async {
        if await deleteGuest() { await send(GuestUpgradeFlow.Event.orphanDeleted) }
    }

    /// Deletes the guest with the guest's own session.
    ///
    /// - Returns: Whether the guest is gone, or nobody can act as the guest any more.
    private func deleteGuest() async -> Bool {
        await materials.upgrade.guest?.ready()
        guard let guest = materials.upgrade.guest?.currentUser else { return true }
        do throws(AuthError) {
            try await guest.delete()
            return true
        } catch {
            return !error.isTransient && error.code != .cancelled
        }
    }
}

extension GuestUpgradeFlow.State {
    func isRunning(_ call: FlowID) -> Bool {
        if case .running(_, call, _) = self { true } else { false }
    }

    /// Whether the guest's place is taken already.
    func hasSwitched(to uid: String) -> Bool {
        switch self {
        case .paused(let progress, _), .orphaned(let progress, _): progress.target == uid
        case .idle, .running, .awaitingFactor: false
        }
    }
}
