public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Deletes the account of the one who is signed in, and before it what the app keeps of them.
    ///
    /// ```swift
    /// try await manager.deleteAccount {
    ///     Step("Orders") { try await orders.deleteAll(of: $0) }
    ///     Step("Photos") { try await photos.deleteAll(of: $0) }
    /// }
    /// ```
    ///
    /// In this order: the user confirms, unless they have signed in just now; the steps run one after the other; Apple
    /// is told; the service deletes the account; the session ends. What was done is kept: after a failure, or after the
    /// app has ended, the same call goes on where it was. ``ManagerState/deletion`` shows how far it has come, and the
    /// session stays in view until all of it is done.
    ///
    /// - Parameters:
    ///   - steps: What of the app's own is to be deleted. Defaults to nothing.
    ///   - reauthenticate: Asks the user, as in ``withRecentLogin(to:perform:reauthenticate:)``.
    ///   - revokeApple: Tells Apple that the app no longer uses the user's sign-in. Defaults to nothing to be told.
    /// - Returns: The account that is no more.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/cancelled`` before the first step, nothing was deleted.
    @discardableResult
    public func deleteAccount(
        @StepBuilder _ steps: () -> [Step] = { [] },
        reauthenticate: ReauthenticationHandler? = nil,
        revokeApple: (@Sendable (User) async throws -> Void)? = nil
    ) async throws(FlowError) -> DeletedAccount {
        await ready()
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        let id = newID()
        let steps = steps()
        if let name = Step.repeatedName(in: steps) {
            throw FlowError(.ambiguousSteps, "two steps of the deletion are called \(name): give each its own name")
        }
        let progress = DeletionProgress(
            id: id,
            uid: user.uid,
            steps: steps.map(\.name),
            completed: 0,
            phase: .confirming,
            isRevoked: revokeApple == nil
        )
        let keptUntil = now() + limits.resumption
        materials.deletions[id] = DeletionMaterials(steps: steps, revokeApple: revokeApple, handler: reauthenticate)
        return try await wait(deletions, id) {
            await send(DeletionFlow.Event.begin(progress, call: id, keptUntil: keptUntil))
        } cancel: {
            await send(DeletionFlow.Event.cancelled(id))
        }
    }

    /// Gives an interrupted deletion up: the account stays, without what was deleted already.
    ///
    /// - Parameter deletion: The deletion.
    public func abandon(_ deletion: DeletionProgress) async {
        await ready()
        await send(DeletionFlow.Event.abandoned(deletion.id))
    }

    /// How far deletions come, from now on; a slow follower misses what is in between.
    public nonisolated var deletionProgress: some AsyncSequence<DeletionProgress, Never> & Sendable {
        states.compactMap { $0.deletion }
    }

    func send(_ event: DeletionFlow.Event) async {
        for effect in await step(lasting: DeletionFlow.self, \.deletion, event) {
            switch effect {
            case .confirm(let call): work(call) { await $0.confirmDeletion(call) }
            case .run(let call, let step): work(call) { await $0.run(step, call) }
            case .revoke(let call): work(call) { await $0.revokeApple(call) }
            case .delete(let call): work(call) { await $0.delete(call) }
            case .finish(let id, let result): finish(deletions, id, result)
            }
        }
    }

    private func confirmDeletion(_ call: FlowID) async {
        // The service's last answer to an earlier run may have been lost.
        if let progress = machines.deletion.progress, progress.completed > 0, let account = await deleted(progress.uid)
        {
            return await send(DeletionFlow.Event.deleted(call, account))
        }
        await advance(call, to: .confirmed(call)) { manager, user in
            try await manager.withRecentLogin(
                to: .deleteAccount,
                perform: {},
                reauthenticate: manager.materials.deletions[call]?.handler
            )
        }
    }

    /// What was an account, if the service says that it is none any more.
    private func deleted(_ uid: String) async -> DeletedAccount? {
        guard let user = auth.currentUser, user.uid == uid else { return nil }
        do throws(AuthError) {
            try await user.reload()
            return nil
        } catch {
            guard error.code == .userNotFound else { return nil }
            return DeletedAccount(uid: uid, displayName: user.displayName)
        }
    }

    private func run(_ name: String, _ call: FlowID) async {
        await advance(call, to: .stepDone(call)) { manager, user in
            guard let step = manager.materials.deletions[call]?.steps.first(where: { $0.name == name }) else {
                throw FlowError(.cancelled)
            }
            try await step.run(user)
        }
    }

    private func revokeApple(_ call: FlowID) async {
        await advance(call, to: .revoked(call)) { manager, user in
            try await manager.materials.deletions[call]?.revokeApple?(user)
        }
    }

    private func delete(_ call: FlowID) async {
        guard let user = auth.currentUser else {
            return await send(DeletionFlow.Event.failed(call, FlowError(.signedOut)))
        }
        let account = DeletedAccount(uid: user.uid, displayName: user.displayName)
        await advance(call, to: .deleted(call, account)) { manager, user in
            // The steps may have taken long.
            try await manager.withRecentLogin(
                to: .deleteAccount,
                perform: { try await user.delete() },
                reauthenticate: manager.materials.deletions[call]?.handler
            )
        }
        await sessionChanged()
    }

    /// Does one part of a deletion in the name of its user.
    private func advance(
        _ call: FlowID,
        to event: DeletionFlow.Event,
        _ work: (isolated AuthManager, User) async throws -> Void
    ) async {
        do {
            guard let progress = machines.deletion.progress else { throw FlowError(.superseded) }
            try await work(self, try user(progress.uid))
            await send(event)
        } catch {
            await send(DeletionFlow.Event.failed(call, FlowError(thrown: error)))
        }
    }
}
