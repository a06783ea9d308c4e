internal import HearthCore

/// One challenge for any number of operations that wait for the user to confirm who they are.
enum ReauthenticationFlow: Flow {
    struct Asked: Sendable, Hashable {
        var challenge: ReauthenticationChallenge
        /// Who waits, in the order of arrival; never empty.
        var calls: [FlowID]
    }

    enum State: Sendable, Hashable {
        case idle
        case asking(Asked)
        case verifying(Asked)
    }

    enum Event: Sendable {
        /// An operation needs a confirmation; the challenge is the one to be made if there is none.
        case require(ReauthenticationChallenge, call: FlowID)
        case answered(FlowID, now: UnixTime)
        /// The first factor was right.
        case challenged(FlowID, SecondFactorStep)
        case confirmed(FlowID, uid: String)
        case refused(FlowID, FlowError)
        case dismissed(FlowID, FlowError)
        case cancelled(call: FlowID)
        case expired(now: UnixTime)
        /// Another user is signed in, or nobody.
        case ownerLeft
    }

    enum Effect: Sendable {
        case ask(ReauthenticationChallenge)
        case verify(ReauthenticationChallenge)
        case finish(FlowID, Result<Void, FlowError>)
        /// Nobody has to be asked any more.
        case withdraw(FlowID)
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .require(let challenge, let call)):
            return (.asking(Asked(challenge: challenge, calls: [call])), [.ask(challenge)])
        case (.asking(var asked), .require(let challenge, let call)):
            guard asked.challenge.uid == challenge.uid else { return restart(asked, challenge, call) }
            asked.calls.append(call)
            return (.asking(asked), [])
        case (.verifying(var asked), .require(let challenge, let call)):
            guard asked.challenge.uid == challenge.uid else { return restart(asked, challenge, call) }
            asked.calls.append(call)
            return (.verifying(asked), [])
        case (.asking(let asked), .answered(let id, let now)) where id == asked.challenge.id:
            guard now < asked.challenge.expiresAt else { return end(asked, FlowError(.expired)) }
            return (.verifying(asked), [.verify(asked.challenge)])
        case (.verifying(var asked), .challenged(let id, let step)) where id == asked.challenge.id:
            asked.challenge.secondFactor = step
            asked.challenge.lastProblem = nil
            return (.asking(asked), [.ask(asked.challenge)])
        case (.verifying(let asked), .confirmed(let id, let uid)) where id == asked.challenge.id,
            (.asking(let asked), .confirmed(let id, let uid)) where id == asked.challenge.id:
            guard uid == asked.challenge.uid else { return refuse(asked, FlowError(.differentUser)) }
            return (.idle, asked.calls.map { .finish($0, .success(())) } + [.withdraw(asked.challenge.id)])
        case (.verifying(let asked), .refused(let id, let error)) where id == asked.challenge.id,
            // A second factor may also be shown, and end, beside the challenge.
            (.asking(let asked), .refused(let id, let error))
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
        case (_, .answered), (_, .challenged), (_, .confirmed), (_, .refused), (_, .dismissed), (_, .cancelled),
            (_, .expired), (_, .ownerLeft):
            return (state, [])
        }
    }

    private static func restart(
        _ asked: Asked,
        _ challenge: ReauthenticationChallenge,
        _ call: FlowID
    ) -> (State, [Effect]) {
        let (_, effects) = end(asked, FlowError(.superseded))
        return (.asking(Asked(challenge: challenge, calls: [call])), effects + [.ask(challenge)])
    }

    /// An answer that confirmed nothing: the user may try again, a few times.
    private static func refuse(_ asked: Asked, _ error: FlowError) -> (State, [Effect]) {
        var asked = asked
        asked.challenge.attemptsLeft -= 1
        // The second factor belonged to a first one that has been tried; the next answer begins anew.
        asked.challenge.secondFactor = nil
        guard asked.challenge.attemptsLeft > 0 else {
            return end(asked, FlowError(.tooManyAttempts, auth: error.auth))
        }
        asked.challenge.lastProblem = ReauthenticationChallenge.Problem(error)
        return (.asking(asked), [.ask(asked.challenge)])
    }

    private static func end(_ asked: Asked, _ error: FlowError) -> (State, [Effect]) {
        (.idle, asked.calls.map { .finish($0, .failure(error)) } + [.withdraw(asked.challenge.id)])
    }

    private static func leave(_ asked: Asked, _ call: FlowID, _ state: (Asked) -> State) -> (State, [Effect]) {
        var rest = asked
        rest.calls.removeAll { $0 == call }
        guard rest.calls.count < asked.calls.count else { return (state(asked), []) }
        let finish = Effect.finish(call, .failure(FlowError(.cancelled)))
        guard !rest.calls.isEmpty else { return (.idle, [finish, .withdraw(asked.challenge.id)]) }
        return (state(rest), [finish])
    }
}

extension ReauthenticationFlow.State {
    var challenge: ReauthenticationChallenge? {
        switch self {
        case .idle: nil
        case .asking(let asked), .verifying(let asked): asked.challenge
        }
    }
}
