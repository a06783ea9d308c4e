public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Has a code texted to a telephone that is a second factor.
    ///
    /// - Parameters:
    ///   - factor: The telephone, one of ``SecondFactorStep/factors``.
    ///   - step: The step that asks for it.
    /// - Returns: The step, with the moment from which on another code may be texted.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/tooSoon`` or ``FlowError/Code/expired``.
    @discardableResult
    public func sendCode(to factor: MultiFactorInfo, for step: SecondFactorStep) async throws(FlowError)
        -> SecondFactorStep
    {
        await ready()
        let now = now()
        return try await call(
            SecondFactorFlow.self,
            { .send(step.id, factor: factor.uid, $0, now: now) },
            orCancel: { .cancelled($0) }
        )
    }

    /// Shows the code of a second factor, and ends what waited for it.
    ///
    /// - Parameters:
    ///   - step: The step that asks for it.
    ///   - code: The code that the user typed.
    ///   - factor: The factor. Defaults to the telephone that a code was texted to, or the first factor.
    /// - Returns: That the user is signed in.
    /// - Throws: ``FlowError``. After a wrong code the step can be taken again, ``SecondFactorStep/attemptsLeft`` times.
    @discardableResult
    public func verify(
        _ step: SecondFactorStep,
        code: String,
        factor: MultiFactorInfo? = nil
    ) async throws(FlowError) -> SignInOutcome {
        await ready()
        return try await verify(step.id, SecondFactorFlow.Answer(code: Secret(code), factor: factor?.uid))
    }

    /// Gives a step up, and with it what waited for the second factor.
    ///
    /// - Parameter step: The step.
    public func abandon(_ step: SecondFactorStep) async {
        await ready()
        await send(SecondFactorFlow.self, .abandoned(step.id))
    }

    func verify(_ step: FlowID, _ answer: SecondFactorFlow.Answer) async throws(FlowError) -> SignInOutcome {
        let now = now()
        return try await call(
            SecondFactorFlow.self,
            { .verify(step, answer, $0, now: now) },
            orCancel: { .cancelled($0) }
        )
    }

    /// Begins to ask for a second factor; `nil` if the resolver is of no sign-in.
    func open(_ resolver: MultiFactorResolver, _ origin: SecondFactorStep.Origin) async -> SecondFactorStep? {
        guard let credential = resolver.storedForm else { return nil }
        let step = SecondFactorStep(
            id: newID(),
            factors: resolver.hints,
            attemptsLeft: limits.challengeAttempts,
            expiresAt: now() + limits.challengeLifetime,
            origin: origin,
            owner: origin.belongsToSession ? auth.currentUser?.uid : nil
        )
        await send(SecondFactorFlow.self, .begin(SecondFactorFlow.Pending(step: step, credential: Carried(credential))))
        return step
    }
}

extension SecondFactorFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .text(let pending, let factor, let call): await text(factor, pending, call, manager)
        case .verify(let pending, let answer, let call): await verify(answer, pending, call, manager)
        case .tell(let step, let end): await tell(step, end, manager)
        }
    }

    private static func text(
        _ factor: String,
        _ pending: Pending,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        guard let hint = pending.step.factors.first(where: { $0.uid == factor }) else {
            return .sendFailed(call, FlowError(.notPending))
        }
        do throws(AuthError) {
            let session = pending.resolver(at: manager.auth, user: nil).session
            let id = try await PhoneAuthProvider(manager.auth).verifyPhoneNumber(
                with: hint,
                multiFactorSession: session
            )
            return .sent(call, Secret(id), resendAt: manager.now() + manager.limits.resendDelay)
        } catch {
            return .sendFailed(call, FlowError(error))
        }
    }

    private static func verify(
        _ answer: Answer,
        _ pending: Pending,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        let isAside = pending.step.origin.isAside
        let auth = isAside ? manager.auth.detached() : manager.auth
        let user: User
        do throws(AuthError) {
            let assertion = try pending.assertion(of: answer)
            let owner = pending.step.origin.confirmsUser ? manager.auth.currentUser : nil
            user = try await pending.resolver(at: auth, user: owner).resolveSignIn(with: assertion).user
        } catch {
            let isWrongCode = error.code == .invalidVerificationCode || error.code == .missingVerificationCode
            return .refused(call, FlowError(error), isWrongCode: isWrongCode)
        }
        do throws(FlowError) {
            return .verified(call, try await proceed(pending.step.origin, auth, user, manager))
        } catch {
            return .refused(call, error, isWrongCode: false)
        }
    }

    /// Goes on with what waited for the second factor.
    private static func proceed(
        _ origin: SecondFactorStep.Origin,
        _ aside: Auth,
        _ user: User,
        _ manager: isolated AuthManager
    ) async throws(FlowError) -> SignInOutcome {
        switch origin {
        case .signIn, .linking, .reauthentication: return .signedIn(user)
        case .resolution(let conflict):
            guard manager.workflows.collision.state.stopped?.conflict.concerns(user) == true else {
                throw FlowError(.differentAccount)
            }
            return try await manager.call(
                CollisionFlow.self,
                { .factorShown(conflict: conflict, aside, $0) },
                orCancel: { .cancelled($0) }
            )
        case .upgrade(let upgrade):
            let aside = await GuestUpgradeFlow.Aside(aside, user, guest: manager.auth)
            return try await manager.call(
                GuestUpgradeFlow.self,
                { .factorShown(upgrade: upgrade, aside, $0) },
                orCancel: { .cancelled($0) }
            )
        }
    }

    private static func tell(
        _ step: SecondFactorStep,
        _ end: Result<String?, FlowError>,
        _ manager: isolated AuthManager
    ) async -> Event {
        switch (step.origin, end) {
        case (.reauthentication(let challenge), .success(let uid)):
            await manager.send(ReauthenticationFlow.self, .confirmed(challenge, uid: uid ?? ""))
        case (.reauthentication(let challenge), .failure(let error)):
            await manager.send(ReauthenticationFlow.self, .factorEnded(challenge, error))
        case (.upgrade(let upgrade), .failure):
            await manager.send(GuestUpgradeFlow.self, .factorEnded(upgrade: upgrade))
        // A conflict stays open, and nothing else waits.
        case (.signIn, _), (.linking, _), (.resolution, _), (.upgrade, .success): break
        }
        return .told
    }
}

extension SecondFactorFlow.Pending {
    /// How to end the sign-in that waits.
    fileprivate func resolver(at auth: Auth, user: User?) -> MultiFactorResolver {
        MultiFactorResolver(storedForm: credential.value, hints: step.factors, auth: auth, user: user)
    }

    fileprivate func assertion(of answer: SecondFactorFlow.Answer) throws(AuthError) -> MultiFactorAssertion {
        let wanted = answer.factor ?? step.textedTo
        guard let hint = step.factors.first(where: { $0.uid == wanted }) ?? step.factors.first else {
            throw AuthError(.multiFactorInfoNotFound)
        }
        let code = answer.code.reveal()
        if hint.factorID == TOTPMultiFactorGenerator.factorID {
            return TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: hint.uid, oneTimePassword: code)
        }
        guard let textID else { throw AuthError(.missingVerificationID) }
        return PhoneMultiFactorGenerator.assertion(
            with: PhoneAuthProvider.credential(withVerificationID: textID.value.reveal(), verificationCode: code)
        )
    }
}

extension SecondFactorStep.Origin {
    /// Whether the sign-in is one aside, which leaves the session as it is.
    fileprivate var isAside: Bool {
        switch self {
        case .resolution, .upgrade: true
        case .signIn, .linking, .reauthentication: false
        }
    }

    /// Whether the user who is signed in goes on with the same session.
    fileprivate var confirmsUser: Bool {
        switch self {
        case .linking, .reauthentication: true
        case .signIn, .resolution, .upgrade: false
        }
    }

    /// Whether the step ends when the user leaves.
    fileprivate var belongsToSession: Bool {
        switch self {
        case .linking, .reauthentication, .upgrade: true
        case .signIn, .resolution: false
        }
    }
}
