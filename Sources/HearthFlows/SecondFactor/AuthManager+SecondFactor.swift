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
        let id = newID()
        return try await wait(codesSent, id) {
            await send(SecondFactorFlow.Event.send(step.id, factor: factor.uid, call: id, now: now()))
        } cancel: {
            await send(SecondFactorFlow.Event.cancelled(call: id))
        }
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
        return try await verify(step.id, code: Secret(code), factor: factor?.uid)
    }

    /// Gives a step up, and with it what waited for the second factor.
    ///
    /// - Parameter step: The step.
    public func abandon(_ step: SecondFactorStep) async {
        await ready()
        await send(SecondFactorFlow.Event.abandoned(step.id))
    }

    func verify(_ step: FlowID, code: Secret<String>, factor: String?) async throws(FlowError) -> SignInOutcome {
        let id = newID()
        materials.codes[id] = (code, factor)
        return try await wait(outcomes, id) {
            await send(SecondFactorFlow.Event.verify(step, call: id, now: now()))
        } cancel: {
            await send(SecondFactorFlow.Event.cancelled(call: id))
        }
    }

    /// Begins to ask for a second factor.
    func open(_ resolver: MultiFactorResolver, _ origin: SecondFactorStep.Origin) async -> SecondFactorStep {
        materials.resolver = resolver
        materials.verificationID = nil
        let step = SecondFactorStep(
            id: newID(),
            factors: resolver.hints,
            attemptsLeft: limits.challengeAttempts,
            expiresAt: now() + limits.challengeLifetime,
            origin: origin
        )
        await send(SecondFactorFlow.Event.begin(step))
        expire(step, at: step.expiresAt)
        return step
    }

    func send(_ event: SecondFactorFlow.Event) async {
        let secret = materials.resolver?.storedForm.flatMap {
            SecondFactorSecret(pending: $0, verificationID: materials.verificationID).text
        }
        for effect in await step(lasting: SecondFactorFlow.self, \.secondFactor, event, secret: secret) {
            switch effect {
            case .send(_, let factor, let call): work(call) { await $0.text(factor, call) }
            case .verify(let step, let call): work(call) { await $0.verify(step, call) }
            case .finishSending(let id, let result): finish(codesSent, id, result)
            case .finish(let id, let result): finish(outcomes, id, result)
            case .ended(let step, let error): await secondFactorEnded(step, error)
            case .forgetResolver:
                materials.resolver = nil
                materials.verificationID = nil
            }
        }
    }

    private func secondFactorEnded(_ step: SecondFactorStep, _ error: FlowError) async {
        switch step.origin {
        case .reauthentication(let challenge): await send(ReauthenticationFlow.Event.refused(challenge, error))
        case .upgrade(let upgrade): await send(GuestUpgradeFlow.Event.factorEnded(upgrade: upgrade))
        // A conflict stays open, and nothing else waits.
        case .signIn, .linking, .resolution: break
        }
    }

    private func text(_ factor: String, _ call: FlowID) async {
        guard let resolver = materials.resolver, let hint = resolver.hints.first(where: { $0.uid == factor }) else {
            return await send(SecondFactorFlow.Event.sendFailed(call: call, FlowError(.notPending)))
        }
        do throws(AuthError) {
            let id = try await PhoneAuthProvider(auth)
                .verifyPhoneNumber(with: hint, multiFactorSession: resolver.session)
            guard case .sending(_, _, call) = machines.secondFactor else { return }
            materials.verificationID = Secret(id)
            await send(SecondFactorFlow.Event.sent(call: call, resendAt: now() + limits.resendDelay))
        } catch {
            await send(SecondFactorFlow.Event.sendFailed(call: call, FlowError(error)))
        }
    }

    private func verify(_ step: SecondFactorStep, _ call: FlowID) async {
        guard let resolver = materials.resolver, let (code, factor) = materials.codes[call] else {
            let error = FlowError(.notPending)
            return await send(SecondFactorFlow.Event.refused(call: call, error, isWrongCode: false))
        }
        do throws(AuthError) {
            let assertion = try assertion(of: code, factor ?? step.textedTo, among: step.factors)
            let result = try await resolver.resolveSignIn(with: assertion)
            guard case .verifying(_, call) = machines.secondFactor else { return }
            await proceed(step, call, result.user)
        } catch {
            let isWrongCode = error.code == .invalidVerificationCode || error.code == .missingVerificationCode
            await send(SecondFactorFlow.Event.refused(call: call, FlowError(error), isWrongCode: isWrongCode))
        }
    }

    /// Goes on with what waited for the second factor.
    private func proceed(_ step: SecondFactorStep, _ call: FlowID, _ user: User) async {
        switch step.origin {
        case .signIn, .linking:
            await sessionChanged()
            await send(SecondFactorFlow.Event.verified(call: call, .signedIn(user)))
        case .reauthentication(let challenge):
            await send(SecondFactorFlow.Event.verified(call: call, .signedIn(user)))
            await send(ReauthenticationFlow.Event.confirmed(challenge, uid: user.uid))
        case .resolution(let conflict):
            guard machines.collision.conflict?.concerns(user) == true else {
                let error = FlowError(.differentAccount)
                return await send(SecondFactorFlow.Event.refused(call: call, error, isWrongCode: false))
            }
            await pass(on: call) { id in await send(CollisionFlow.Event.factorShown(conflict: conflict, call: id)) }
        case .upgrade(let upgrade):
            await pass(on: call) { id in
                await send(GuestUpgradeFlow.Event.factorShown(upgrade: upgrade, call: id, target: user.uid))
            }
        }
    }

    /// Ends a call as what it sets going ends.
    private func pass(on call: FlowID, _ begin: (FlowID) async -> Void) async {
        let id = newID()
        do throws(FlowError) {
            // What goes on after a second factor is not called back.
            let outcome = try await wait(outcomes, id) {
                await begin(id)
            } cancel: {
            }
            await send(SecondFactorFlow.Event.verified(call: call, outcome))
        } catch {
            await send(SecondFactorFlow.Event.refused(call: call, error, isWrongCode: false))
        }
    }

    private func assertion(
        of code: Secret<String>,
        _ factor: String?,
        among factors: [MultiFactorInfo]
    ) throws(AuthError) -> MultiFactorAssertion {
        guard let hint = factors.first(where: { $0.uid == factor }) ?? factors.first else {
            throw AuthError(.multiFactorInfoNotFound)
        }
        if hint.factorID == TOTPMultiFactorGenerator.factorID {
            return TOTPMultiFactorGenerator.assertionForSignIn(
                withEnrollmentID: hint.uid,
                oneTimePassword: code.reveal()
            )
        }
        guard let id = materials.verificationID else { throw AuthError(.missingVerificationID) }
        return PhoneMultiFactorGenerator.assertion(
            with: PhoneAuthProvider.credential(withVerificationID: id.reveal(), verificationCode: code.reveal())
        )
    }
}
