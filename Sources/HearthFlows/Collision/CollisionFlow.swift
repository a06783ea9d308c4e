internal import HearthCore

/// Settling a conflict: sign in to the account that is in the way, then link the credential that was kept.
enum CollisionFlow: LastingFlow {
    enum State: Sendable, Hashable, Codable {
        case idle
        case open(LinkingConflict)
        case signingIn(LinkingConflict, call: FlowID)
        /// The right account, whose second factor is asked for.
        case awaitingFactor(LinkingConflict)
        case linking(LinkingConflict, call: FlowID)
    }

    enum Event: Sendable {
        case opened(LinkingConflict)
        case resolve(FlowID, call: FlowID, now: UnixTime)
        /// Somebody signed in aside: the one in question, or not.
        case signedIn(call: FlowID, isRightAccount: Bool)
        case challenged(call: FlowID, SignInOutcome)
        case failed(call: FlowID, FlowError)
        /// The second factor was right.
        case factorShown(conflict: FlowID, call: FlowID)
        case linked(call: FlowID, SignInOutcome)
        case linkFailed(call: FlowID, FlowError)
        case cancelled(call: FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
    }

    enum Effect: Sendable {
        case signInAside(LinkingConflict, call: FlowID)
        case adoptAndLink(LinkingConflict, call: FlowID)
        case forgetCredential
        case finish(FlowID, Result<SignInOutcome, FlowError>)
    }

    static let name = "conflict"
    static let version = 1
    static let idle = State.idle

    static func record(of state: State) -> FlowRecord<State>? {
        guard let conflict = state.conflict, conflict.outlivesProcess else { return nil }
        // Whatever was on its way is begun again by the user.
        return FlowRecord(state: .open(conflict), owner: nil, expiresAt: conflict.expiresAt)
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (_, .opened(let conflict)):
            return (.open(conflict), state.calls.map { .finish($0, .failure(FlowError(.superseded))) })
        case (_, .resolve(let id, let call, let now)):
            return resolve(state, id, call, now)
        case (.signingIn(let conflict, let running), .signedIn(let id, let isRightAccount)) where id == running:
            guard isRightAccount else {
                return (.open(conflict), [.finish(running, .failure(FlowError(.differentAccount)))])
            }
            return (.linking(conflict, call: running), [.adoptAndLink(conflict, call: running)])
        case (.signingIn(let conflict, let running), .challenged(let id, let outcome)) where id == running:
            return (.awaitingFactor(conflict), [.finish(running, .success(outcome))])
        case (.signingIn(let conflict, let running), .failed(let id, let error)) where id == running:
            return (.open(conflict), [.finish(running, .failure(error))])
        case (.awaitingFactor(let conflict), .factorShown(let id, let call)) where id == conflict.id:
            return (.linking(conflict, call: call), [.adoptAndLink(conflict, call: call)])
        case (_, .factorShown(_, let call)):
            return (state, [.finish(call, .failure(FlowError(.notPending)))])
        case (.linking(_, let running), .linked(let id, let outcome)) where id == running:
            return (.idle, [.forgetCredential, .finish(running, .success(outcome))])
        case (.linking(_, let running), .linkFailed(let id, let error)) where id == running:
            return (.idle, [.forgetCredential, .finish(running, .failure(error))])
        case (.signingIn(let conflict, let running), .cancelled(let id)) where id == running:
            return (.open(conflict), [.finish(running, .failure(FlowError(.cancelled)))])
        case (_, .abandoned(let id)) where state.conflict?.id == id:
            return end(state, .cancelled)
        case (_, .expired(let now)):
            guard let conflict = state.conflict, conflict.expiresAt <= now else { return (state, []) }
            return end(state, .expired)
        case (_, .signedIn), (_, .challenged), (_, .failed), (_, .linked), (_, .linkFailed),
            (_, .cancelled), (_, .abandoned):
            return (state, [])
        }
    }

    private static func resolve(_ state: State, _ id: FlowID, _ call: FlowID, _ now: UnixTime) -> (State, [Effect]) {
        guard let conflict = state.conflict, conflict.id == id else {
            return (state, [.finish(call, .failure(FlowError(.notPending)))])
        }
        guard now < conflict.expiresAt else {
            let (ended, effects) = end(state, .expired)
            return (ended, effects + [.finish(call, .failure(FlowError(.expired)))])
        }
        if case .linking = state { return (state, [.finish(call, .failure(FlowError(.superseded)))]) }
        let superseded = state.calls.map { Effect.finish($0, .failure(FlowError(.superseded))) }
        return (.signingIn(conflict, call: call), superseded + [.signInAside(conflict, call: call)])
    }

    private static func end(_ state: State, _ code: FlowError.Code) -> (State, [Effect]) {
        // What is being linked already is not called back.
        if case .linking = state { return (state, []) }
        return (.idle, [.forgetCredential] + state.calls.map { .finish($0, .failure(FlowError(code))) })
    }
}

extension CollisionFlow.State {
    var conflict: LinkingConflict? {
        switch self {
        case .idle: nil
        case .open(let conflict), .signingIn(let conflict, _), .awaitingFactor(let conflict), .linking(let conflict, _):
            conflict
        }
    }

    var calls: [FlowID] {
        switch self {
        case .signingIn(_, let call), .linking(_, let call): [call]
        case .idle, .open, .awaitingFactor: []
        }
    }
}
