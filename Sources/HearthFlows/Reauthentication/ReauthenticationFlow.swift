internal import HearthAuth
internal import HearthCore

/// One challenge for any number of operations that wait for the user to confirm who they are.
enum ReauthenticationFlow: Flow {
    /// An operation that waits, and the app's closure that can ask the user.
    struct Waiter: Sendable, Hashable {
        let call: Call<Void>
        let handler: Carried<ReauthenticationHandler>?
    }

    struct Asked: Sendable, Hashable {
        var challenge: ReauthenticationChallenge
        /// In the order of arrival; never empty.
        var waiters: [Waiter]
    }

    enum State: Sendable, Hashable {
        case idle
        case asking(Asked)
        case verifying(Asked)
    }

    enum Event: Sendable {
        /// An operation needs a confirmation; the challenge is the one to be made if there is none.
        case require(ReauthenticationChallenge, Waiter)
        case answered(FlowID, ReauthenticationAnswer, now: UnixTime)
        /// The first factor was right.
        case challenged(FlowID, SecondFactorStep)
        case confirmed(FlowID, uid: String)
        case refused(FlowID, FlowError)
        /// A second factor that was shown beside the challenge has ended.
        case factorEnded(FlowID, FlowError)
        case dismissed(FlowID, FlowError)
        case cancelled(FlowID)
        case expired(now: UnixTime)
        /// The user has left.
        case ownerLeft
        case withdrawn
    }

    enum Work: Sendable {
        case ask(ReauthenticationChallenge, ReauthenticationHandler)
        case verify(ReauthenticationChallenge, ReauthenticationAnswer)
        /// The second factor is not wanted any more.
        case withdraw(SecondFactorStep)
    }

    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.reauthentication }

    static func deadline(of state: State) -> UnixTime? {
        // An answer that is being looked at counts.
        if case .asking(let asked) = state { asked.challenge.expiresAt } else { nil }
    }

    static func due(at now: UnixTime) -> Event? { .expired(now: now) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        guard let asked = state.asked, asked.challenge.uid != session.uid else { return nil }
        return .ownerLeft
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (.idle, .require(let challenge, let waiter)):
            return ask(Asked(challenge: challenge, waiters: [waiter]))
        case (.asking(var asked), .require(let challenge, let waiter)):
            guard asked.challenge.uid == challenge.uid else { return restart(asked, challenge, waiter) }
            asked.waiters.append(waiter)
            return (.asking(asked), [])
        case (.verifying(var asked), .require(let challenge, let waiter)):
            guard asked.challenge.uid == challenge.uid else { return restart(asked, challenge, waiter) }
            asked.waiters.append(waiter)
            return (.verifying(asked), [])
        case (.asking(let asked), .answered(let id, let answer, let now)) where id == asked.challenge.id:
            guard now < asked.challenge.expiresAt else { return end(asked, FlowError(.expired)) }
            if case .cancel = answer.content { return end(asked, FlowError(.cancelled)) }
            return (.verifying(asked), [.perform(.verify(asked.challenge, answer), asked.challenge.id)])
        case (.verifying(var asked), .challenged(let id, let step)) where id == asked.challenge.id:
            asked.challenge.secondFactor = step
            asked.challenge.lastProblem = nil
            return ask(asked)
        case (.verifying(let asked), .confirmed(let id, let uid)) where id == asked.challenge.id,
            (.asking(let asked), .confirmed(let id, let uid)) where id == asked.challenge.id:
            guard uid == asked.challenge.uid else { return refuse(asked, FlowError(.differentUser)) }
            return end(asked, nil)
        case (.verifying(let asked), .refused(let id, let error)) where id == asked.challenge.id:
            return refuse(asked, error)
        case (.asking(let asked), .factorEnded(let id, let error))
        where id == asked.challenge.id && asked.challenge.secondFactor != nil:
            return refuse(asked, error)
        case (.asking(let asked), .dismissed(let id, let error)) where id == asked.challenge.id,
            (.verifying(let asked), .dismissed(let id, let error)) where id == asked.challenge.id:
            return end(asked, error)
        case (.asking(let asked), .cancelled(let call)):
            return leave(asked, call) { .asking($0) }
        case (.verifying(let asked), .cancelled(let call)):
            return leave(asked, call) { .verifying($0) }
        case (.asking(let asked), .expired(let now)):
            return now < asked.challenge.expiresAt ? (state, []) : end(asked, FlowError(.expired))
        case (.asking(let asked), .ownerLeft), (.verifying(let asked), .ownerLeft):
            return end(asked, FlowError(.superseded))
        case (_, .answered), (_, .challenged), (_, .confirmed), (_, .refused), (_, .factorEnded), (_, .dismissed),
            (_, .cancelled), (_, .expired), (_, .ownerLeft), (_, .withdrawn):
            return (state, [])
        }
    }

    /// Asks by the closure that came first; without one the state waits for an answer.
    private static func ask(_ asked: Asked) -> (State, [Effect<Work>]) {
        let handler = asked.waiters.lazy.compactMap(\.handler).first
        let effects = handler.map { [Effect.perform(Work.ask(asked.challenge, $0.value), asked.challenge.id)] }
        return (.asking(asked), effects ?? [])
    }

    private static func restart(
        _ asked: Asked,
        _ challenge: ReauthenticationChallenge,
        _ waiter: Waiter
    ) -> (State, [Effect<Work>]) {
        let (_, ended) = end(asked, FlowError(.superseded))
        let (state, begun) = ask(Asked(challenge: challenge, waiters: [waiter]))
        return (state, ended + begun)
    }

    /// An answer that confirmed nothing: the user may try again, a few times.
    private static func refuse(_ asked: Asked, _ error: FlowError) -> (State, [Effect<Work>]) {
        var asked = asked
        asked.challenge.attemptsLeft -= 1
        // The second factor belonged to a first one that has been tried; the next answer begins anew.
        asked.challenge.secondFactor = nil
        guard asked.challenge.attemptsLeft > 0 else {
            return end(asked, FlowError(.tooManyAttempts, underlying: error.auth))
        }
        asked.challenge.lastProblem = error.message
        return ask(asked)
    }

    private static func end(_ asked: Asked, _ error: FlowError?) -> (State, [Effect<Work>]) {
        let withdrawal = asked.challenge.secondFactor.map { [Effect.performFirst(Work.withdraw($0))] } ?? []
        let answers = asked.waiters.map { Effect<Work>.answer(error.map($0.call.fail) ?? $0.call.succeed(())) }
        return (.idle, [.stop(asked.challenge.id)] + withdrawal + answers)
    }

    private static func leave(
        _ asked: Asked,
        _ call: FlowID,
        _ state: (Asked) -> State
    ) -> (State, [Effect<Work>]) {
        guard let waiter = asked.waiters.first(where: { $0.call.id == call }) else { return (state(asked), []) }
        var rest = asked
        rest.waiters.removeAll { $0 == waiter }
        guard !rest.waiters.isEmpty else { return end(asked, FlowError(.cancelled)) }
        return (state(rest), [.answer(waiter.call.fail(.cancelled))])
    }
}

extension ReauthenticationFlow.State {
    var asked: ReauthenticationFlow.Asked? {
        switch self {
        case .idle: nil
        case .asking(let asked), .verifying(let asked): asked
        }
    }
}
