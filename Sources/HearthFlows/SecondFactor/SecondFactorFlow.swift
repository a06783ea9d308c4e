internal import HearthAuth
internal import HearthCore

/// A second factor that is asked for: texted if it is a telephone, typed, tried a few times.
enum SecondFactorFlow: LastingFlow {
    enum State: Sendable, Hashable, Codable {
        case idle
        case waiting(SecondFactorStep)
        case sending(SecondFactorStep, factor: String, call: FlowID)
        case verifying(SecondFactorStep, call: FlowID)
    }

    enum Event: Sendable {
        case begin(SecondFactorStep)
        case send(FlowID, factor: String, call: FlowID, now: UnixTime)
        case sent(call: FlowID, resendAt: UnixTime)
        case sendFailed(call: FlowID, FlowError)
        case verify(FlowID, call: FlowID, now: UnixTime)
        case verified(call: FlowID, SignInOutcome)
        /// A wrong code may be tried again; anything else ends the step.
        case refused(call: FlowID, FlowError, isWrongCode: Bool)
        case cancelled(call: FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
    }

    enum Effect: Sendable {
        case send(SecondFactorStep, factor: String, call: FlowID)
        case verify(SecondFactorStep, call: FlowID)
        case finishSending(FlowID, Result<SecondFactorStep, FlowError>)
        case finish(FlowID, Result<SignInOutcome, FlowError>)
        /// The step is over without success: whatever waited for it has to know.
        case ended(SecondFactorStep, FlowError)
        case forgetResolver
    }

    static let name = "secondFactor"
    static let version = 1
    static let idle = State.idle

    static func record(of state: State) -> FlowRecord<State>? {
        // A confirmation and a link in progress end with the process, and their second factor with them.
        guard let step = state.step, step.origin == .signIn else { return nil }
        return FlowRecord(state: .waiting(step), owner: nil, expiresAt: step.expiresAt)
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (_, .begin(let step)):
            let (_, effects) = end(state, FlowError(.superseded))
            // The new resolver is there already and stays.
            return (.waiting(step), effects.filter { if case .forgetResolver = $0 { false } else { true } })
        case (_, .send(let id, let factor, let call, let now)):
            return send(state, id, factor, call, now)
        case (.sending(var step, let factor, let running), .sent(let id, let resendAt)) where id == running:
            step.textedTo = factor
            step.resendAt = resendAt
            return (.waiting(step), [.finishSending(running, .success(step))])
        case (.sending(let step, _, let running), .sendFailed(let id, let error)) where id == running:
            return (.waiting(step), [.finishSending(running, .failure(error))])
        case (_, .verify(let id, let call, let now)):
            return verify(state, id, call, now)
        case (.verifying(_, let running), .verified(let id, let outcome)) where id == running:
            return (.idle, [.forgetResolver, .finish(running, .success(outcome))])
        case (.verifying(let step, let running), .refused(let id, let error, let isWrongCode)) where id == running:
            return refuse(step, running, error, isWrongCode)
        case (.sending(let step, _, let running), .cancelled(let id)) where id == running:
            return (.waiting(step), [.finishSending(running, .failure(FlowError(.cancelled)))])
        case (.verifying(let step, let running), .cancelled(let id)) where id == running:
            return (.waiting(step), [.finish(running, .failure(FlowError(.cancelled)))])
        case (_, .abandoned(let id)) where state.step?.id == id:
            return end(state, FlowError(.cancelled))
        case (_, .expired(let now)):
            guard let step = state.step, step.expiresAt <= now else { return (state, []) }
            return end(state, FlowError(.expired))
        case (_, .sent), (_, .sendFailed), (_, .verified), (_, .refused), (_, .cancelled), (_, .abandoned):
            return (state, [])
        }
    }

    private static func send(
        _ state: State,
        _ id: FlowID,
        _ factor: String,
        _ call: FlowID,
        _ now: UnixTime
    ) -> (State, [Effect]) {
        func refusal(_ code: FlowError.Code) -> Effect { .finishSending(call, .failure(FlowError(code))) }
        guard let step = state.step, step.id == id, step.factors.contains(where: { $0.uid == factor }) else {
            return (state, [refusal(.notPending)])
        }
        guard now < step.expiresAt else {
            let (ended, effects) = end(state, FlowError(.expired))
            return (ended, effects + [refusal(.expired)])
        }
        guard case .waiting = state else { return (state, [refusal(.superseded)]) }
        if step.textedTo == factor, let resendAt = step.resendAt, now < resendAt { return (state, [refusal(.tooSoon)]) }
        return (.sending(step, factor: factor, call: call), [.send(step, factor: factor, call: call)])
    }

    private static func verify(_ state: State, _ id: FlowID, _ call: FlowID, _ now: UnixTime) -> (State, [Effect]) {
        func refusal(_ code: FlowError.Code) -> Effect { .finish(call, .failure(FlowError(code))) }
        guard let step = state.step, step.id == id else { return (state, [refusal(.notPending)]) }
        guard now < step.expiresAt else {
            let (ended, effects) = end(state, FlowError(.expired))
            return (ended, effects + [refusal(.expired)])
        }
        guard case .waiting = state else { return (state, [refusal(.superseded)]) }
        return (.verifying(step, call: call), [.verify(step, call: call)])
    }

    private static func refuse(
        _ step: SecondFactorStep,
        _ call: FlowID,
        _ error: FlowError,
        _ isWrongCode: Bool
    ) -> (State, [Effect]) {
        // Without an answer the code may still be right.
        if error.auth?.isTransient == true { return (.waiting(step), [.finish(call, .failure(error))]) }
        var step = step
        step.attemptsLeft -= 1
        if isWrongCode, step.attemptsLeft > 0 { return (.waiting(step), [.finish(call, .failure(error))]) }
        let last = isWrongCode ? FlowError(.tooManyAttempts, auth: error.auth) : error
        return (.idle, [.forgetResolver, .ended(step, last), .finish(call, .failure(last))])
    }

    private static func end(_ state: State, _ error: FlowError) -> (State, [Effect]) {
        switch state {
        case .idle: (.idle, [])
        case .waiting(let step): (.idle, [.forgetResolver, .ended(step, error)])
        case .sending(let step, _, let call):
            (.idle, [.forgetResolver, .ended(step, error), .finishSending(call, .failure(error))])
        case .verifying(let step, let call):
            (.idle, [.forgetResolver, .ended(step, error), .finish(call, .failure(error))])
        }
    }
}

extension SecondFactorFlow.State {
    var step: SecondFactorStep? {
        switch self {
        case .idle: nil
        case .waiting(let step), .sending(let step, _, _), .verifying(let step, _): step
        }
    }
}
