internal import HearthAuth
internal import HearthCore

/// What was sent to the user and is waited for, in this run of the app or in a later one.
protocol ProofWait: Sendable, Hashable, Codable {
    static var flowName: String { get }
    var id: FlowID { get }
    var owner: String? { get }
    var attemptsLeft: Int { get set }
    var resendAt: UnixTime { get set }
    var expiresAt: UnixTime { get set }
}

extension EmailLinkWait: ProofWait {
    static var flowName: String { "emailLink" }
}

extension PhoneCodeWait: ProofWait {
    static var flowName: String { "phoneCode" }
}

/// A link that is mailed, or a code that is texted: sent, perhaps sent again, and tried a few times.
enum ProofFlow<Wait: ProofWait>: LastingFlow {
    enum State: Sendable, Hashable, Codable {
        case idle
        /// The first one, or another one, is being sent.
        case sending(Wait, call: FlowID, isFirst: Bool)
        case awaiting(Wait)
        case completing(Wait, call: FlowID)
    }

    enum Event: Sendable {
        case send(Wait, call: FlowID)
        case resend(FlowID, call: FlowID, now: UnixTime)
        case sent(call: FlowID, resendAt: UnixTime, expiresAt: UnixTime)
        case sendFailed(call: FlowID, FlowError)
        case complete(call: FlowID, now: UnixTime)
        case completed(call: FlowID, SignInOutcome)
        case refused(call: FlowID, FlowError)
        case cancelled(call: FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
        /// The one whose account was to get the way in is not signed in any more.
        case ownerLeft
    }

    enum Effect: Sendable {
        case send(Wait, call: FlowID)
        case complete(Wait, call: FlowID)
        case finishSending(FlowID, Result<Wait, FlowError>)
        case finish(FlowID, Result<SignInOutcome, FlowError>)
    }

    static var name: String { Wait.flowName }
    static var version: Int { 1 }
    static var idle: State { .idle }

    static func record(of state: State) -> FlowRecord<State>? {
        guard let wait = state.wait else { return nil }
        if case .sending(_, _, isFirst: true) = state { return nil }
        return FlowRecord(state: .awaiting(wait), owner: wait.owner, expiresAt: wait.expiresAt)
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (_, .send(let wait, let call)):
            let (_, effects) = end(state, FlowError(.superseded))
            return (.sending(wait, call: call, isFirst: true), effects + [.send(wait, call: call)])
        case (_, .resend(let id, let call, let now)):
            return resend(state, id, call, now)
        case (.sending(var wait, let running, _), .sent(let id, let resendAt, let expiresAt)) where id == running:
            wait.resendAt = resendAt
            wait.expiresAt = expiresAt
            return (.awaiting(wait), [.finishSending(running, .success(wait))])
        case (.sending(let wait, let running, let isFirst), .sendFailed(let id, let error)) where id == running:
            return (isFirst ? .idle : .awaiting(wait), [.finishSending(running, .failure(error))])
        case (_, .complete(let call, let now)):
            return complete(state, call, now)
        case (.completing(_, let running), .completed(let id, let outcome)) where id == running:
            return (.idle, [.finish(running, .success(outcome))])
        case (.completing(let wait, let running), .refused(let id, let error)) where id == running:
            return refuse(wait, running, error)
        case (.sending(let wait, let running, let isFirst), .cancelled(let id)) where id == running:
            return (isFirst ? .idle : .awaiting(wait), [.finishSending(running, .failure(FlowError(.cancelled)))])
        case (.completing(let wait, let running), .cancelled(let id)) where id == running:
            return (.awaiting(wait), [.finish(running, .failure(FlowError(.cancelled)))])
        case (_, .abandoned(let id)) where state.wait?.id == id:
            return end(state, FlowError(.cancelled))
        case (_, .expired(let now)):
            guard let wait = state.wait, wait.expiresAt <= now else { return (state, []) }
            return end(state, FlowError(.expired))
        case (_, .ownerLeft) where state.wait?.owner != nil:
            return end(state, FlowError(.superseded))
        case (_, .sent), (_, .sendFailed), (_, .completed), (_, .refused), (_, .cancelled), (_, .abandoned),
            (_, .ownerLeft):
            return (state, [])
        }
    }

    private static func resend(_ state: State, _ id: FlowID, _ call: FlowID, _ now: UnixTime) -> (State, [Effect]) {
        func refusal(_ code: FlowError.Code) -> Effect { .finishSending(call, .failure(FlowError(code))) }
        guard let wait = state.wait, wait.id == id else { return (state, [refusal(.notPending)]) }
        guard case .awaiting = state else { return (state, [refusal(.superseded)]) }
        guard now >= wait.resendAt else { return (state, [refusal(.tooSoon)]) }
        return (.sending(wait, call: call, isFirst: false), [.send(wait, call: call)])
    }

    private static func complete(_ state: State, _ call: FlowID, _ now: UnixTime) -> (State, [Effect]) {
        func refusal(_ code: FlowError.Code) -> Effect { .finish(call, .failure(FlowError(code))) }
        guard case .awaiting(let wait) = state else {
            return (state, [refusal(state.wait == nil ? .notPending : .superseded)])
        }
        guard now < wait.expiresAt else { return (.idle, [refusal(.expired)]) }
        return (.completing(wait, call: call), [.complete(wait, call: call)])
    }

    /// The wait goes on: another one may have been sent meanwhile, or will be.
    private static func refuse(_ wait: Wait, _ call: FlowID, _ error: FlowError) -> (State, [Effect]) {
        // Without an answer nothing was wrong with what the user gave.
        if error.auth?.isTransient == true || error.code == .missingEmail {
            return (.awaiting(wait), [.finish(call, .failure(error))])
        }
        var wait = wait
        wait.attemptsLeft -= 1
        guard wait.attemptsLeft > 0 else {
            return (.idle, [.finish(call, .failure(FlowError(.tooManyAttempts, auth: error.auth)))])
        }
        return (.awaiting(wait), [.finish(call, .failure(error))])
    }

    private static func end(_ state: State, _ error: FlowError) -> (State, [Effect]) {
        switch state {
        case .idle, .awaiting: (.idle, [])
        case .sending(_, let call, _): (.idle, [.finishSending(call, .failure(error))])
        case .completing(_, let call): (.idle, [.finish(call, .failure(error))])
        }
    }
}

extension ProofFlow.State {
    var wait: Wait? {
        switch self {
        case .idle: nil
        case .sending(let wait, _, _), .awaiting(let wait), .completing(let wait, _): wait
        }
    }
}
