public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Deletes the account of the user who is signed in, and before it what the app keeps of them.
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
    /// - Throws: ``FlowError``: with code ``FlowError/Code/cancelled`` before the first step, nothing was deleted; with
    ///   ``FlowError/Code/ambiguousSteps`` that two steps have one name.
    @discardableResult
    public nonisolated func deleteAccount(
        @StepBuilder _ steps: () -> [Step] = { [] },
        reauthenticate: ReauthenticationHandler? = nil,
        revokeApple: (@Sendable (User) async throws -> Void)? = nil
    ) async throws(FlowError) -> DeletedAccount {
        try await delete(after: steps(), reauthenticate: reauthenticate, revokeApple: revokeApple)
    }

    private func delete(
        after steps: [Step],
        reauthenticate: ReauthenticationHandler?,
        revokeApple: (@Sendable (User) async throws -> Void)?
    ) async throws(FlowError) -> DeletedAccount {
        let uid = try await signedInUser().uid
        let plan = DeletionFlow.Plan(steps: steps, handler: reauthenticate, revokeApple: revokeApple)
        if let name = Step.repeatedName(in: plan.steps) {
            throw FlowError(.ambiguousSteps, "two steps of the deletion are called \(name): give each its own name")
        }
        let progress = DeletionProgress(
            id: newID(),
            uid: uid,
            steps: plan.steps.map(\.name),
            completed: 0,
            phase: .confirming,
            isRevoked: revokeApple == nil
        )
        let keptUntil = now() + limits.resumption
        return try await call(
            DeletionFlow.self,
            { .begin(DeletionFlow.Running(progress: progress, plan: Carried(plan), call: $0, keptUntil: keptUntil)) },
            orCancel: { .cancelled($0) }
        )
    }

    /// Gives an interrupted deletion up: the account stays, without what was deleted already.
    ///
    /// - Parameter deletion: The deletion.
    public func abandon(_ deletion: DeletionProgress) async {
        await ready()
        await send(DeletionFlow.self, .abandoned(deletion.id))
    }

    /// How far deletions come, from now on; a slow follower misses what is in between.
    public nonisolated var deletionProgress: AsyncStream<DeletionProgress> {
        let follower = states.board.follower()
        return AsyncStream {
            while let state = await follower.next() {
                if let deletion = state.deletion { return deletion }
            }
            return nil
        } onCancel: {
            follower.end()
        }
    }
}

extension DeletionFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .confirm(let running): await confirm(running, manager)
        case .run(let step, let running):
            await advance(running, to: .stepDone(running.call.id), manager) { user in try await step.run(user) }
        case .revoke(let running):
            await advance(running, to: .revoked(running.call.id), manager) { user in
                try await running.plan.value.revokeApple?(user)
            }
        case .delete(let running): await delete(running, manager)
        }
    }

    private static func confirm(_ running: Running, _ manager: isolated AuthManager) async -> Event {
        // The service's last answer to an earlier run may have been lost.
        if running.earlier != nil, let account = await deleted(running.progress.uid, manager) {
            return .deleted(running.call.id, account)
        }
        return await advance(running, to: .confirmed(running.call.id), manager) { _ in
            try await manager.confirm(to: .deleteAccount, reauthenticate: running.plan.value.handler)
        }
    }

    /// What was an account, if the service says that it is none any more.
    private static func deleted(_ uid: String, _ manager: isolated AuthManager) async -> DeletedAccount? {
        guard let user = manager.auth.currentUser, user.uid == uid else { return nil }
        do throws(AuthError) {
            try await user.reload()
            return nil
        } catch {
            guard error.code == .userNotFound else { return nil }
            return DeletedAccount(uid: uid, displayName: user.displayName)
        }
    }

    private static func delete(_ running: Running, _ manager: isolated AuthManager) async -> Event {
        let name = manager.auth.currentUser?.displayName
        let account = DeletedAccount(uid: running.progress.uid, displayName: name)
        return await advance(running, to: .deleted(running.call.id, account), manager) { user in
            // The steps may have taken long.
            try await manager.withRecentLogin(
                to: .deleteAccount,
                perform: { try await user.delete() },
                reauthenticate: running.plan.value.handler
            )
        }
    }

    /// Does one part of a deletion in the name of its user.
    private static func advance(
        _ running: Running,
        to event: Event,
        _ manager: isolated AuthManager,
        _ work: (User) async throws -> Void
    ) async -> Event {
        do {
            try await work(try manager.user(running.progress.uid))
            return event
        } catch {
            return .failed(running.call.id, FlowError(error))
        }
    }
}
