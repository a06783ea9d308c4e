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
    ///   - reauthenticate: Asks the user. Defaults to none: then ``ManagerState/challenge`` waits for
    ///     ``answer(_:with:)``.
    /// - Returns: What the operation returns.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/signedOut`` if no user is signed in, ``FlowError/Code/cancelled``,
    ///   ``FlowError/Code/tooManyAttempts``, ``FlowError/Code/expired``, ``FlowError/Code/superseded`` if another user
    ///   signed in meanwhile, ``FlowError/Code/stillNotRecent``, or what the operation threw.
    public func withRecentLogin<Value: Sendable>(
        to purpose: ReauthenticationChallenge.Purpose = .sensitive,
        perform: @Sendable () async throws -> Value,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> Value {
        let user = try await signedInUser()
        return try await run(purpose, user, isRecent: await isRecent(user), reauthenticate, perform)
    }

    /// Has the user confirm who they are, unless they have signed in just now.
    ///
    /// - Parameters:
    ///   - purpose: What to tell the user.
    ///   - reauthenticate: Asks the user. Defaults to none: then ``ManagerState/challenge`` waits for
    ///     ``answer(_:with:)``.
    /// - Throws: ``FlowError``, as ``withRecentLogin(to:perform:reauthenticate:)`` does.
    public func confirm(
        to purpose: ReauthenticationChallenge.Purpose = .sensitive,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) {
        try await withRecentLogin(to: purpose, perform: {}, reauthenticate: reauthenticate)
    }

    /// Answers a challenge, for an app that follows ``states`` instead of passing a closure.
    ///
    /// - Parameters:
    ///   - challenge: The challenge; one that is over is not answered any more.
    ///   - answer: The user's answer.
    public func answer(_ challenge: ReauthenticationChallenge, with answer: ReauthenticationAnswer) async {
        await ready()
        await send(ReauthenticationFlow.self, .answered(challenge.id, answer, now: now()))
    }

    /// Does an operation at most twice: at once if the sign-in is thought recent, and after a confirmation.
    func run<Value: Sendable>(
        _ purpose: ReauthenticationChallenge.Purpose,
        _ user: User,
        isRecent: Bool,
        _ handler: ReauthenticationHandler?,
        _ perform: @Sendable () async throws -> Value
    ) async throws(FlowError) -> Value {
        if isRecent {
            do throws(FlowError) {
                return try await attempt(perform, as: user)
            } catch {
                guard error.auth?.code == .requiresRecentLogin else { throw error }
            }
        }
        try await confirm(purpose, user, handler)
        do throws(FlowError) {
            return try await attempt(perform, as: user)
        } catch {
            guard error.auth?.code == .requiresRecentLogin else { throw error }
            throw FlowError(.stillNotRecent, underlying: error.auth)
        }
    }

    private func attempt<Value: Sendable>(
        _ perform: @Sendable () async throws -> Value,
        as user: User
    ) async throws(FlowError) -> Value {
        guard !Task.isCancelled else { throw FlowError(.cancelled) }
        // Between the challenge and now another user may have signed in.
        _ = try self.user(user.uid)
        do {
            return try await perform()
        } catch {
            throw FlowError(error)
        }
    }

    private func confirm(
        _ purpose: ReauthenticationChallenge.Purpose,
        _ user: User,
        _ handler: ReauthenticationHandler?
    ) async throws(FlowError) {
        let challenge = challenge(purpose, user)
        try await call(
            ReauthenticationFlow.self,
            { .require(challenge, ReauthenticationFlow.Waiter(call: $0, handler: handler.map { Carried($0) })) },
            orCancel: { .cancelled($0) }
        )
    }

    func isRecent(_ user: User) async -> Bool {
        guard let age = try? await user.authenticationAge() else { return true }
        return age < limits.recentLogin
    }

    private func challenge(_ purpose: ReauthenticationChallenge.Purpose, _ user: User) -> ReauthenticationChallenge {
        let providers = Set(user.providerData.map(\.providerID)).sorted()
        // A password can be answered at once.
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
}

extension ReauthenticationFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .ask(let challenge, let handler):
            do {
                return .answered(challenge.id, try await handler(challenge), now: manager.now())
            } catch {
                return .dismissed(challenge.id, FlowError(error))
            }
        case .verify(let challenge, let answer):
            return await verify(answer, challenge, manager)
        case .withdraw(let step):
            await manager.send(SecondFactorFlow.self, .abandoned(step.id))
            return .withdrawn
        }
    }

    private static func verify(
        _ answer: ReauthenticationAnswer,
        _ challenge: ReauthenticationChallenge,
        _ manager: isolated AuthManager
    ) async -> Event {
        do throws(FlowError) {
            let user = try manager.user(challenge.uid)
            switch answer.content {
            case .cancel: throw FlowError(.cancelled)
            case .secondFactor(let code, let factor):
                guard let step = challenge.secondFactor else { throw FlowError(.notPending) }
                let answer = SecondFactorFlow.Answer(code: code, factor: factor)
                return await show(answer, step, challenge, manager)
            case .password(let password):
                guard let email = user.email else { throw FlowError(.missingEmail) }
                let credential = EmailAuthProvider.credential(withEmail: email, password: password.reveal())
                return await verify(credential, user, challenge, manager)
            case .provider(let provider):
                guard let credential = provider.credential else {
                    throw FlowError(AuthError(.invalidCredential, "\(provider.id) cannot confirm who the user is"))
                }
                return await verify(credential, user, challenge, manager)
            }
        } catch {
            return .refused(challenge.id, error)
        }
    }

    private static func verify(
        _ credential: AuthCredential,
        _ user: User,
        _ challenge: ReauthenticationChallenge,
        _ manager: isolated AuthManager
    ) async -> Event {
        do throws(AuthError) {
            return .confirmed(challenge.id, uid: try await user.reauthenticate(with: credential).user.uid)
        } catch {
            guard !Task.isCancelled, let resolver = error.resolver,
                let step = await manager.open(resolver, .reauthentication(challenge.id))
            else { return .refused(challenge.id, FlowError(error)) }
            return .challenged(challenge.id, step)
        }
    }

    private static func show(
        _ answer: SecondFactorFlow.Answer,
        _ step: SecondFactorStep,
        _ challenge: ReauthenticationChallenge,
        _ manager: isolated AuthManager
    ) async -> Event {
        do throws(FlowError) {
            let outcome = try await manager.verify(step.id, answer)
            return .confirmed(challenge.id, uid: outcome.user?.uid ?? "")
        } catch {
            // A wrong code may be tried again for as long as the step is there.
            guard let next = manager.workflows.secondFactor.state.pending?.step, next.id == step.id else {
                return .refused(challenge.id, error)
            }
            return .challenged(challenge.id, next)
        }
    }
}
