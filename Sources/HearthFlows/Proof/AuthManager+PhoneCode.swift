internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Has a code texted to a number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - purpose: What the code is wanted for. Defaults to signing in.
    /// - Returns: What is waited for; it is still there in the next run of the app.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func sendCode(
        to phoneNumber: String,
        for purpose: ProofPurpose = .signIn
    ) async throws(FlowError) -> PhoneCodeWait {
        let owner = try await owner(for: purpose)
        let (id, now) = (newID(), now())
        let wait = PhoneCodeWait(
            id: id,
            phoneNumber: phoneNumber,
            purpose: purpose,
            attemptsLeft: limits.challengeAttempts,
            resendAt: now + limits.resendDelay,
            expiresAt: now + limits.codeLifetime,
            owner: owner
        )
        return try await self.wait(textsSent, id) {
            await send(ProofFlow<PhoneCodeWait>.Event.send(wait, call: id))
        } cancel: {
            await send(ProofFlow<PhoneCodeWait>.Event.cancelled(call: id))
        }
    }

    /// Has another code texted to the same number; the one before is good no longer.
    ///
    /// - Parameter wait: What is waited for.
    /// - Returns: What is waited for now.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/tooSoon``.
    @discardableResult
    public func resend(_ wait: PhoneCodeWait) async throws(FlowError) -> PhoneCodeWait {
        await ready()
        let id = newID()
        return try await self.wait(textsSent, id) {
            await send(ProofFlow<PhoneCodeWait>.Event.resend(wait.id, call: id, now: now()))
        } cancel: {
            await send(ProofFlow<PhoneCodeWait>.Event.cancelled(call: id))
        }
    }

    /// Signs in, or adds the number, with the code that the user typed.
    ///
    /// - Parameter code: The code.
    /// - Returns: The user, or what else is needed.
    /// - Throws: ``FlowError``. After a wrong code another one may be tried, ``PhoneCodeWait/attemptsLeft`` times.
    @discardableResult
    public func verifyCode(_ code: String) async throws(FlowError) -> SignInOutcome {
        await ready()
        guard let textID = materials.textID else { throw FlowError(.notPending) }
        let id = newID()
        materials.proofs[id] = .phone(verificationID: textID.reveal(), code: code)
        return try await self.wait(outcomes, id) {
            await send(ProofFlow<PhoneCodeWait>.Event.complete(call: id, now: now()))
        } cancel: {
            await send(ProofFlow<PhoneCodeWait>.Event.cancelled(call: id))
        }
    }

    /// Waits for a code no longer.
    ///
    /// - Parameter wait: What is waited for.
    public func abandon(_ wait: PhoneCodeWait) async {
        await ready()
        await send(ProofFlow<PhoneCodeWait>.Event.abandoned(wait.id))
    }

    func send(_ event: ProofFlow<PhoneCodeWait>.Event) async {
        let secret = materials.textID
        for effect in await step(lasting: ProofFlow<PhoneCodeWait>.self, \.phoneCode, event, secret: secret) {
            switch effect {
            case .send(let wait, let call): work(call) { await $0.text(wait, call) }
            case .complete(let wait, let call): work(call) { await $0.complete(wait, call) }
            case .finishSending(let id, let result): finish(textsSent, id, result)
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
        if machines.phoneCode == .idle { materials.textID = nil }
    }

    private func text(_ wait: PhoneCodeWait, _ call: FlowID) async {
        do throws(AuthError) {
            let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(wait.phoneNumber)
            guard case .sending(_, call, _) = machines.phoneCode else { return }
            materials.textID = Secret(id)
            let now = now()
            expire(wait, at: now + limits.codeLifetime)
            await send(
                ProofFlow<PhoneCodeWait>.Event
                    .sent(call: call, resendAt: now + limits.resendDelay, expiresAt: now + limits.codeLifetime)
            )
        } catch {
            await send(ProofFlow<PhoneCodeWait>.Event.sendFailed(call: call, FlowError(error)))
        }
    }

    private func complete(_ wait: PhoneCodeWait, _ call: FlowID) async {
        switch await prove(wait, call, isCurrent: { $0.phoneCode == .completing(wait, call: call) }) {
        case .success(let outcome): await send(ProofFlow<PhoneCodeWait>.Event.completed(call: call, outcome))
        case .failure(let error): await send(ProofFlow<PhoneCodeWait>.Event.refused(call: call, error))
        case nil: break
        }
    }
}
