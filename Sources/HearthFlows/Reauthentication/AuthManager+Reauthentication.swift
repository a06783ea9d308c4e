internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Does something that needs a recent sign-in, and has the user confirm who they are if need be.
    ///
    /// Whether the sign-in is recent is known here, from the identity token and the service's clock. Any number of
    /// operations that wait share one challenge. After a confirmation the operation is done once; if the service
    /// refuses it although it was thought recent, that is one confirmation and one more try.
    ///
    /// - Parameters:
    ///   - purpose: What to tell the user. Defaults to ``ReauthenticationChallenge/Purpose/sensitive``.
    ///   - perform: Does it; called twice at most.
    ///   - reauthenticate: Asks the user. Defaults to nobody: then ``ManagerState/challenge`` waits for
    ///     ``answer(_:with:)``.
    /// - Returns: What the operation returns.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/signedOut`` if nobody is signed in, ``FlowError/Code/cancelled``,
    ///   ``FlowError/Code/tooManyAttempts``, ``FlowError/Code/expired``, ``FlowError/Code/superseded`` if another user
    ///   signed in meanwhile, ``FlowError/Code/stillNotRecent``, or what the operation threw.
    public func withRecentLogin<Value: Sendable>(
        to purpose: ReauthenticationChallenge.Purpose = .sensitive,
        perform: @Sendable () async throws -> Value,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> Value {
        await ready()
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        let isRecent = await isRecent(user)
        return try await run(purpose, user, isRecent: isRecent, reauthenticate, perform)
    }

    /// Has the user confirm who they are, unless they have signed in just now.
    ///
    /// - Parameters:
    ///   - purpose: What to tell the user.
    ///   - reauthenticate: Asks the user. Defaults to nobody: then ``ManagerState/challenge`` waits for
    ///     ``answer(_:with:)``.
    /// - Throws: ``FlowError``, as ``withRecentLogin(to:perform:reauthenticate:)`` does.
    public func confirm(
        to purpose: ReauthenticationChallenge.Purpose = .sensitive,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) {
        try await withRecentLogin(to: purpose, perform: {}, reauthenticate: reauthenticate)
    }

    /// Answers a challenge, for whoever follows ``states`` instead of passing a closure.
    ///
    /// - Parameters:
    ///   - challenge: The challenge; one that is over is not answered any more.
    ///   - answer: The user's answer.
    public func answer(_ challenge: ReauthenticationChallenge, with answer: ReauthenticationAnswer) async {
        await ready()
        await take(answer, for: challenge.id)
    }

    /// Does an operation at most twice; `isRecent` says whether to try before asking.
    func run<Value: Sendable>(
        _ purpose: ReauthenticationChallenge.Purpose,
        _ user: User,
        isRecent: Bool,
        _ handler: ReauthenticationHandler?,
        _ perform: @Sendable () async throws -> Value
    ) async throws(FlowError) -> Value {
        var state = RecentLoginFlow.idle
        var event = RecentLoginFlow.Event.begin(isRecent: isRecent)
        var value: Value?
        while true {
            // What was done is done, whoever gave up meanwhile.
            if Task.isCancelled, value == nil { event = .cancelled }
            let (next, effects) = RecentLoginFlow.reduce(state, event)
            state = next
            switch effects.first {
            case .perform: (event, value) = await attempt(perform, as: user)
            case .confirm: event = await confirm(purpose, user, handler)
            case .fail(let error): throw error
            case .succeed, nil:
                guard let value else { throw FlowError(.cancelled) }
                return value
            }
        }
    }

    private func attempt<Value: Sendable>(
        _ perform: @Sendable () async throws -> Value,
        as user: User
    ) async -> (RecentLoginFlow.Event, Value?) {
        // Between the challenge and now somebody else may have signed in.
        guard auth.currentUser?.uid == user.uid else { return (.failed(FlowError(.superseded)), nil) }
        do {
            return (.succeeded, try await perform())
        } catch {
            let failure = FlowError(thrown: error)
            return (failure.auth?.code == .requiresRecentLogin ? .tooOld(failure) : .failed(failure), nil)
        }
    }

    private func confirm(
        _ purpose: ReauthenticationChallenge.Purpose,
        _ user: User,
        _ handler: ReauthenticationHandler?
    ) async -> RecentLoginFlow.Event {
        let id = newID()
        materials.handlers[id] = handler
        do throws(FlowError) {
            try await wait(completions, id) {
                await send(ReauthenticationFlow.Event.require(challenge(purpose, user), call: id))
            } cancel: {
                await send(ReauthenticationFlow.Event.cancelled(call: id))
            }
            return .confirmed
        } catch {
            return .notConfirmed(error)
        }
    }

    private func isRecent(_ user: User) async -> Bool {
        guard let age = try? await user.authenticationAge() else { return true }
        return age < limits.recentLogin
    }

    private func challenge(_ purpose: ReauthenticationChallenge.Purpose, _ user: User) -> ReauthenticationChallenge {
        let providers = Set(user.providerData.map(\.providerID)).sorted()
        // Whoever has a password can answer at once.
        let (passwords, others) = (
            providers.filter { $0 == EmailAuthProvider.id }, providers.filter { $0 != EmailAuthProvider.id }
        )
        return ReauthenticationChallenge(
            id: newID(),
            purpose: purpose,
            uid: user.uid,
            email: user.email,
            providers: passwords + others,
            attemptsLeft: limits.challengeAttempts,
            expiresAt: now() + limits.challengeLifetime
        )
    }

    func send(_ event: ReauthenticationFlow.Event) async {
        for effect in step(ReauthenticationFlow.self, \.reauthentication, event) {
            switch effect {
            case .ask(let challenge): ask(challenge)
            case .verify(let challenge): work(challenge.id) { await $0.verify(challenge) }
            case .finish(let id, let result): finish(completions, id, result)
            case .withdraw(let id): await withdraw(id)
            }
        }
    }

    /// Asks whoever came first with a closure; without one the state waits for an answer.
    private func ask(_ challenge: ReauthenticationChallenge) {
        expire(challenge, at: challenge.expiresAt)
        guard case .asking(let asked) = machines.reauthentication,
            let handler = asked.calls.lazy.compactMap({ self.materials.handlers[$0] }).first
        else { return }
        work(challenge.id) { manager in
            do {
                let answer = try await handler(challenge)
                await manager.take(answer, for: challenge.id)
            } catch {
                await manager.send(ReauthenticationFlow.Event.dismissed(challenge.id, FlowError(thrown: error)))
            }
        }
    }

    private func withdraw(_ challenge: FlowID) async {
        timers.removeValue(forKey: "challenge")?.cancel()
        tasks.removeValue(forKey: challenge)?.cancel()
        materials.answer = nil
        if let step = machines.secondFactor.step, step.origin == .reauthentication(challenge) {
            await send(SecondFactorFlow.Event.abandoned(step.id))
        }
    }

    private func take(_ answer: ReauthenticationAnswer, for challenge: FlowID) async {
        guard case .asking(let asked) = machines.reauthentication, asked.challenge.id == challenge else { return }
        if case .cancel = answer.content {
            return await send(ReauthenticationFlow.Event.dismissed(challenge, FlowError(.cancelled)))
        }
        materials.answer = answer
        await send(ReauthenticationFlow.Event.answered(challenge, now: now()))
    }

    private func verify(_ challenge: ReauthenticationChallenge) async {
        guard let answer = materials.answer else { return }
        materials.answer = nil
        do throws(FlowError) {
            guard let user = auth.currentUser, user.uid == challenge.uid else { throw FlowError(.superseded) }
            switch answer.content {
            case .secondFactor(let code, let factor):
                guard let step = challenge.secondFactor else { throw FlowError(.notPending) }
                // What comes of it is told by the second factor itself.
                await showSecondFactor(step.id, code, factor, for: challenge.id)
            case .password(let password):
                guard let email = user.email else { throw FlowError(.missingEmail) }
                let credential = EmailAuthProvider.credential(withEmail: email, password: password.reveal())
                await verify(credential, user, challenge.id)
            case .provider(let provider):
                guard let credential = provider.credential else {
                    throw FlowError(AuthError(.invalidCredential, "this way in cannot confirm who somebody is"))
                }
                await verify(credential, user, challenge.id)
            case .cancel: throw FlowError(.cancelled)
            }
        } catch {
            await send(ReauthenticationFlow.Event.refused(challenge.id, error))
        }
    }

    private func verify(_ credential: AuthCredential, _ user: User, _ challenge: FlowID) async {
        do throws(AuthError) {
            let confirmed = try await user.reauthenticate(with: credential).user
            await send(ReauthenticationFlow.Event.confirmed(challenge, uid: confirmed.uid))
        } catch {
            guard let resolver = error.resolver else {
                return await send(ReauthenticationFlow.Event.refused(challenge, FlowError(error)))
            }
            let step = await open(resolver, .reauthentication(challenge))
            await send(ReauthenticationFlow.Event.challenged(challenge, step))
        }
    }

    private func showSecondFactor(
        _ step: FlowID,
        _ code: Secret<String>,
        _ factor: String?,
        for challenge: FlowID
    ) async {
        do throws(FlowError) {
            _ = try await verify(step, code: code, factor: factor)
        } catch {
            // A wrong code may be tried again for as long as the step is there.
            guard let step = machines.secondFactor.step, step.origin == .reauthentication(challenge) else { return }
            await send(ReauthenticationFlow.Event.challenged(challenge, step))
        }
    }
}
