internal import HearthAuth
internal import HearthCore

/// A second factor that is asked for: texted if it is a telephone, typed, tried a few times.
enum SecondFactorFlow: LastingFlow {
    /// A step, and what the service wants to see with the code.
    struct Pending: Sendable, Hashable, Codable {
        var step: SecondFactorStep
        let credential: Carried<Secret<String>>
        /// What a texted code has to come back with.
        var textID: Carried<Secret<String>>?
    }

    /// A code, and the factor that it is of if the user said so.
    struct Answer: Sendable {
        let code: Secret<String>
        let factor: String?
    }

    enum State: Sendable, Hashable {
        case idle
        case waiting(Pending)
        case sending(Pending, factor: String, Call<SecondFactorStep>)
        case verifying(Pending, Call<SignInOutcome>)
    }

    enum Event: Sendable {
        case begin(Pending)
        case send(FlowID, factor: String, Call<SecondFactorStep>, now: UnixTime)
        case sent(FlowID, Secret<String>, resendAt: UnixTime)
        case sendFailed(FlowID, FlowError)
        case verify(FlowID, Answer, Call<SignInOutcome>, now: UnixTime)
        case verified(FlowID, SignInOutcome)
        /// A wrong code may be tried again; anything else ends the step.
        case refused(FlowID, FlowError, isWrongCode: Bool)
        case cancelled(FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
        /// The user whose session the factor is for has left.
        case ownerLeft
        case told
    }

    enum Work: Sendable {
        case text(Pending, factor: String, FlowID)
        case verify(Pending, Answer, FlowID)
        /// Whatever waits for the step has to know how it ended.
        case tell(SecondFactorStep, Result<String?, FlowError>)
    }

    static let name = "secondFactor"
    static let version = 2
    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.secondFactor }

    static func record(of state: State) -> FlowRecord<Pending>? {
        guard let pending = state.pending else { return nil }
        return FlowRecord(kept: pending, owner: pending.step.owner, expiresAt: pending.step.expiresAt)
    }

    static func resume(_ kept: Pending) -> State { .waiting(kept) }
    static func deadline(of state: State) -> UnixTime? { state.pending?.step.expiresAt }
    static func due(at now: UnixTime) -> Event? { .expired(now: now) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        guard let owner = state.pending?.step.owner, owner != session.uid else { return nil }
        // A guest's place may just have been taken, as the step wanted it.
        if case .verifying = state { return nil }
        return .ownerLeft
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (_, .begin(let pending)):
            return (.waiting(pending), end(state, FlowError(.superseded)).1)
        case (_, .send(let id, let factor, let call, let now)):
            return send(state, id, factor, call, now)
        case (.sending(var pending, let factor, let call), .sent(let id, let textID, let resendAt)) where id == call.id:
            pending.step.textedTo = factor
            pending.step.resendAt = resendAt
            pending.textID = Carried(textID)
            return (.waiting(pending), [.answer(call.succeed(pending.step))])
        case (.sending(let pending, _, let call), .sendFailed(let id, let error)) where id == call.id:
            return (.waiting(pending), [.answer(call.fail(error))])
        case (_, .verify(let id, let answer, let call, let now)):
            return verify(state, id, answer, call, now)
        case (.verifying(let pending, let call), .verified(let id, let outcome)) where id == call.id:
            let tell = Work.tell(pending.step, .success(outcome.user?.uid))
            return (.idle, [.performFirst(tell), .answer(call.succeed(outcome))])
        case (.verifying(let pending, let call), .refused(let id, let error, let isWrongCode)) where id == call.id:
            return refuse(pending, call, error, isWrongCode)
        case (.sending(let pending, _, let call), .cancelled(let id)) where id == call.id:
            return (.waiting(pending), [.answer(call.fail(.cancelled))])
        case (.verifying(let pending, let call), .cancelled(let id)) where id == call.id:
            return (.waiting(pending), [.answer(call.fail(.cancelled))])
        case (_, .abandoned(let id)) where state.pending?.step.id == id:
            return end(state, FlowError(.cancelled))
        case (_, .expired(let now)):
            guard let pending = state.pending, pending.step.expiresAt <= now else { return (state, []) }
            return end(state, FlowError(.expired))
        case (_, .ownerLeft):
            return end(state, FlowError(.superseded))
        case (_, .sent), (_, .sendFailed), (_, .verified), (_, .refused), (_, .cancelled), (_, .abandoned), (_, .told):
            return (state, [])
        }
    }

    private static func send(
        _ state: State,
        _ id: FlowID,
        _ factor: String,
        _ call: Call<SecondFactorStep>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard let pending = state.pending, pending.step.id == id,
            pending.step.factors.contains(where: { $0.uid == factor })
        else { return (state, [.answer(call.fail(.notPending))]) }
        guard now < pending.step.expiresAt else {
            let (ended, effects) = end(state, FlowError(.expired))
            return (ended, effects + [.answer(call.fail(.expired))])
        }
        guard case .waiting = state else { return (state, [.answer(call.fail(.superseded))]) }
        if pending.step.textedTo == factor, let resendAt = pending.step.resendAt, now < resendAt {
            return (state, [.answer(call.fail(.tooSoon))])
        }
        let work = Work.text(pending, factor: factor, call.id)
        return (.sending(pending, factor: factor, call), [.perform(work, call.id)])
    }

    private static func verify(
        _ state: State,
        _ id: FlowID,
        _ answer: Answer,
        _ call: Call<SignInOutcome>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard let pending = state.pending, pending.step.id == id else {
            return (state, [.answer(call.fail(.notPending))])
        }
        guard now < pending.step.expiresAt else {
            let (ended, effects) = end(state, FlowError(.expired))
            return (ended, effects + [.answer(call.fail(.expired))])
        }
        guard case .waiting = state else { return (state, [.answer(call.fail(.superseded))]) }
        return (.verifying(pending, call), [.perform(.verify(pending, answer, call.id), call.id)])
    }

    private static func refuse(
        _ pending: Pending,
        _ call: Call<SignInOutcome>,
        _ error: FlowError,
        _ isWrongCode: Bool
    ) -> (State, [Effect<Work>]) {
        // Without an answer the code may still be right.
        if error.auth?.isTransient == true { return (.waiting(pending), [.answer(call.fail(error))]) }
        var pending = pending
        pending.step.attemptsLeft -= 1
        if isWrongCode, pending.step.attemptsLeft > 0 { return (.waiting(pending), [.answer(call.fail(error))]) }
        let last = isWrongCode ? FlowError(.tooManyAttempts, underlying: error.auth) : error
        return (.idle, [.performFirst(.tell(pending.step, .failure(last))), .answer(call.fail(last))])
    }

    private static func end(_ state: State, _ error: FlowError) -> (State, [Effect<Work>]) {
        guard let pending = state.pending else { return (.idle, []) }
        let tell = Effect<Work>.performFirst(.tell(pending.step, .failure(error)))
        return switch state {
        case .idle: (.idle, [])
        case .waiting: (.idle, [tell])
        case .sending(_, _, let call): (.idle, [tell, .answer(call.fail(error))])
        case .verifying(_, let call): (.idle, [tell, .answer(call.fail(error))])
        }
    }
}

extension SecondFactorFlow.State {
    var pending: SecondFactorFlow.Pending? {
        switch self {
        case .idle: nil
        case .waiting(let pending), .sending(let pending, _, _), .verifying(let pending, _): pending
        }
    }
}
