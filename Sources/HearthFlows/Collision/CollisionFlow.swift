internal import HearthAuth
internal import HearthCore

/// Settling a conflict: sign in to the account that is in the way, then link the credential that was kept.
enum CollisionFlow: LastingFlow {
    /// A conflict, and the credential that it stopped.
    struct Stopped: Sendable, Hashable {
        let conflict: LinkingConflict
        let credential: Carried<AuthCredential>
    }

    enum State: Sendable, Hashable {
        case idle
        case open(Stopped)
        case signingIn(Stopped, Call<SignInOutcome>)
        case linking(Stopped, Call<SignInOutcome>)
    }

    enum Event: Sendable {
        case opened(Stopped)
        case resolve(FlowID, IdentityProvider?, Call<SignInOutcome>, now: UnixTime)
        /// The account in question is signed in to aside.
        case signedIn(FlowID, Auth)
        case challenged(FlowID, SignInOutcome)
        case failed(FlowID, FlowError)
        /// The second factor was right.
        case factorShown(conflict: FlowID, Auth, Call<SignInOutcome>)
        case linked(FlowID, SignInOutcome)
        case linkFailed(FlowID, FlowError)
        case cancelled(FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
    }

    enum Work: Sendable {
        case signInAside(Stopped, IdentityProvider?, FlowID)
        case adoptAndLink(Stopped, Auth, FlowID)
    }

    static let name = "conflict"
    static let version = 2
    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.collision }

    static func record(of state: State) -> FlowRecord<Stopped>? {
        guard let stopped = state.stopped, stopped.conflict.outlivesProcess else { return nil }
        return FlowRecord(kept: stopped, owner: nil, expiresAt: stopped.conflict.expiresAt)
    }

    /// Whatever was on its way is begun again by the user.
    static func resume(_ kept: Stopped) -> State { .open(kept) }

    static func deadline(of state: State) -> UnixTime? { state.stopped?.conflict.expiresAt }
    static func due(at now: UnixTime) -> Event? { .expired(now: now) }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (_, .opened(let stopped)):
            return (.open(stopped), state.calls.map { .answer($0.fail(.superseded)) })
        case (_, .resolve(let id, let provider, let call, let now)):
            return resolve(state, id, provider, call, now)
        case (.signingIn(let stopped, let call), .signedIn(let id, let aside)) where id == call.id:
            return (.linking(stopped, call), [.perform(.adoptAndLink(stopped, aside, call.id), call.id)])
        case (.signingIn(let stopped, let call), .challenged(let id, let outcome)) where id == call.id:
            return (.open(stopped), [.answer(call.succeed(outcome))])
        case (.signingIn(let stopped, let call), .failed(let id, let error)) where id == call.id:
            return (.open(stopped), [.answer(call.fail(error))])
        case (.open(let stopped), .factorShown(let id, let aside, let call)) where id == stopped.conflict.id:
            return (.linking(stopped, call), [.perform(.adoptAndLink(stopped, aside, call.id), call.id)])
        case (_, .factorShown(_, _, let call)):
            return (state, [.answer(call.fail(.notPending))])
        case (.linking(_, let call), .linked(let id, let outcome)) where id == call.id:
            return (.idle, [.answer(call.succeed(outcome))])
        case (.linking(_, let call), .linkFailed(let id, let error)) where id == call.id:
            return (.idle, [.answer(call.fail(error))])
        case (.signingIn(let stopped, let call), .cancelled(let id)) where id == call.id:
            return (.open(stopped), [.answer(call.fail(.cancelled))])
        case (_, .abandoned(let id)) where state.stopped?.conflict.id == id:
            return end(state, .cancelled)
        case (_, .expired(let now)):
            guard let stopped = state.stopped, stopped.conflict.expiresAt <= now else { return (state, []) }
            return end(state, .expired)
        case (_, .signedIn), (_, .challenged), (_, .failed), (_, .linked), (_, .linkFailed),
            (_, .cancelled), (_, .abandoned):
            return (state, [])
        }
    }

    private static func resolve(
        _ state: State,
        _ id: FlowID,
        _ provider: IdentityProvider?,
        _ call: Call<SignInOutcome>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard let stopped = state.stopped, stopped.conflict.id == id else {
            return (state, [.answer(call.fail(.notPending))])
        }
        guard now < stopped.conflict.expiresAt else {
            let (ended, effects) = end(state, .expired)
            return (ended, effects + [.answer(call.fail(.expired))])
        }
        if case .linking = state { return (state, [.answer(call.fail(.superseded))]) }
        let superseded = state.calls.map { Effect<Work>.answer($0.fail(.superseded)) }
        let work = Work.signInAside(stopped, provider, call.id)
        return (.signingIn(stopped, call), superseded + [.perform(work, call.id)])
    }

    private static func end(_ state: State, _ code: FlowError.Code) -> (State, [Effect<Work>]) {
        // What is being linked already is not called back.
        if case .linking = state { return (state, []) }
        return (.idle, state.calls.map { .answer($0.fail(code)) })
    }
}

extension CollisionFlow.State {
    var stopped: CollisionFlow.Stopped? {
        switch self {
        case .idle: nil
        case .open(let stopped), .signingIn(let stopped, _), .linking(let stopped, _): stopped
        }
    }

    var calls: [Call<SignInOutcome>] {
        switch self {
        case .signingIn(_, let call), .linking(_, let call): [call]
        case .idle, .open: []
        }
    }
}

extension CollisionFlow.Stopped: Codable {
    private enum Key: CodingKey {
        case conflict, credential
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        conflict = try container.decode(LinkingConflict.self, forKey: .conflict)
        let form = try container.decode(Secret<String>.self, forKey: .credential)
        guard let credential = AuthCredential(storedForm: form) else {
            throw DecodingError.dataCorruptedError(
                forKey: .credential,
                in: container,
                debugDescription: "no credential"
            )
        }
        self.credential = Carried(credential)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(conflict, forKey: .conflict)
        try container.encode(credential.value.storedForm, forKey: .credential)
    }
}
