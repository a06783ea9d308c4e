internal import HearthAuth
internal import HearthCore

/// A link that is mailed, or a code that is texted: sent, perhaps sent again, and tried a few times.
enum ProofFlow<Channel: ProofChannel>: LastingFlow {
    /// What was sent.
    struct Sent: Sendable, Hashable, Codable {
        var wait: ProofWait
        /// What the answer has to come back with.
        var receipt: Carried<Secret<String>>?
    }

    /// What came back, and the recipient if the user says which.
    struct Answer: Sendable {
        let text: Secret<String>
        var recipient: String?
    }

    enum State: Sendable, Hashable {
        case idle
        /// The first one, or another one in place of one that was sent, is being sent.
        case sending(ProofWait, again: Sent?, Call<ProofWait>)
        case awaiting(Sent)
        case completing(Sent, Call<SignInOutcome>)
    }

    enum Event: Sendable {
        case send(ProofWait, Channel.Settings, Call<ProofWait>)
        case resend(FlowID, Channel.Settings, Call<ProofWait>, now: UnixTime)
        case sent(FlowID, Secret<String>?, resendAt: UnixTime, expiresAt: UnixTime)
        case sendFailed(FlowID, FlowError)
        case complete(Answer, Call<SignInOutcome>, now: UnixTime)
        case completed(FlowID, SignInOutcome)
        case refused(FlowID, FlowError)
        case cancelled(FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
        /// The user whose account was to get the address or the number has left.
        case ownerLeft
    }

    enum Work: Sendable {
        case send(ProofWait, Channel.Settings, FlowID)
        case complete(Sent, Answer, FlowID)
    }

    static var name: String { Channel.name }
    static var version: Int { 2 }
    static var idle: State { .idle }
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { Channel.place }

    static func record(of state: State) -> FlowRecord<Sent>? {
        state.sent.map { FlowRecord(kept: $0, owner: $0.wait.owner, expiresAt: $0.wait.expiresAt) }
    }

    static func resume(_ kept: Sent) -> State { .awaiting(kept) }
    static func deadline(of state: State) -> UnixTime? { state.sent?.wait.expiresAt }
    static func due(at now: UnixTime) -> Event? { .expired(now: now) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        guard let owner = state.wait?.owner, owner != session.uid else { return nil }
        return .ownerLeft
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (_, .send(let wait, let settings, let call)):
            let (_, effects) = end(state, FlowError(.superseded))
            let work = Work.send(wait, settings, call.id)
            return (.sending(wait, again: nil, call), effects + [.perform(work, call.id)])
        case (_, .resend(let id, let settings, let call, let now)):
            return resend(state, id, settings, call, now)
        case (.sending(var wait, _, let call), .sent(let id, let receipt, let resendAt, let expiresAt))
        where id == call.id:
            wait.resendAt = resendAt
            wait.expiresAt = expiresAt
            let sent = Sent(wait: wait, receipt: receipt.map { Carried($0) })
            return (.awaiting(sent), [.answer(call.succeed(wait))])
        case (.sending(_, let again, let call), .sendFailed(let id, let error)) where id == call.id:
            return (again.map { .awaiting($0) } ?? .idle, [.answer(call.fail(error))])
        case (_, .complete(let answer, let call, let now)):
            return complete(state, answer, call, now)
        case (.completing(_, let call), .completed(let id, let outcome)) where id == call.id:
            return (.idle, [.answer(call.succeed(outcome))])
        case (.completing(let sent, let call), .refused(let id, let error)) where id == call.id:
            return refuse(sent, call, error)
        case (.sending(_, let again, let call), .cancelled(let id)) where id == call.id:
            return (again.map { .awaiting($0) } ?? .idle, [.answer(call.fail(.cancelled))])
        case (.completing(let sent, let call), .cancelled(let id)) where id == call.id:
            return (.awaiting(sent), [.answer(call.fail(.cancelled))])
        case (_, .abandoned(let id)) where state.wait?.id == id:
            return end(state, FlowError(.cancelled))
        case (_, .expired(let now)):
            guard let sent = state.sent, sent.wait.expiresAt <= now else { return (state, []) }
            return end(state, FlowError(.expired))
        case (_, .ownerLeft) where state.wait?.owner != nil:
            return end(state, FlowError(.superseded))
        case (_, .sent), (_, .sendFailed), (_, .completed), (_, .refused), (_, .cancelled), (_, .abandoned),
            (_, .ownerLeft):
            return (state, [])
        }
    }

    private static func resend(
        _ state: State,
        _ id: FlowID,
        _ settings: Channel.Settings,
        _ call: Call<ProofWait>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard let wait = state.wait, wait.id == id else { return (state, [.answer(call.fail(.notPending))]) }
        guard case .awaiting(let sent) = state else { return (state, [.answer(call.fail(.superseded))]) }
        guard now >= wait.resendAt else { return (state, [.answer(call.fail(.tooSoon))]) }
        return (.sending(wait, again: sent, call), [.perform(.send(wait, settings, call.id), call.id)])
    }

    private static func complete(
        _ state: State,
        _ answer: Answer,
        _ call: Call<SignInOutcome>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard case .awaiting(let sent) = state else {
            return (state, [.answer(call.fail(state.wait == nil ? .notPending : .superseded))])
        }
        guard now < sent.wait.expiresAt else { return (.idle, [.answer(call.fail(.expired))]) }
        return (.completing(sent, call), [.perform(.complete(sent, answer, call.id), call.id)])
    }

    /// The wait goes on: another one may have been sent meanwhile, or will be.
    private static func refuse(
        _ sent: Sent,
        _ call: Call<SignInOutcome>,
        _ error: FlowError
    ) -> (State, [Effect<Work>]) {
        // Without an answer of the service, or with another recipient, nothing was wrong with what the user gave.
        if error.auth?.isTransient == true || error.code == .missingEmail {
            return (.awaiting(sent), [.answer(call.fail(error))])
        }
        var sent = sent
        sent.wait.attemptsLeft -= 1
        guard sent.wait.attemptsLeft > 0 else {
            return (.idle, [.answer(call.fail(FlowError(.tooManyAttempts, underlying: error.auth)))])
        }
        return (.awaiting(sent), [.answer(call.fail(error))])
    }

    private static func end(_ state: State, _ error: FlowError) -> (State, [Effect<Work>]) {
        switch state {
        case .idle, .awaiting: (.idle, [])
        case .sending(_, _, let call): (.idle, [.answer(call.fail(error))])
        case .completing(_, let call): (.idle, [.answer(call.fail(error))])
        }
    }
}

extension ProofFlow.State {
    var wait: ProofWait? {
        if case .sending(let wait, _, _) = self { wait } else { sent?.wait }
    }

    /// What was sent and may come back.
    var sent: ProofFlow.Sent? {
        switch self {
        case .idle: nil
        case .sending(_, let again, _): again
        case .awaiting(let sent), .completing(let sent, _): sent
        }
    }
}
