internal import HearthAuth
internal import HearthCore

/// Which of two attempts counts that must not run side by side.
enum SlotOrder: Sendable {
    /// The later one; the earlier is called back.
    case latestWins
    /// The earlier one, which may have reached the service already.
    case firstWins
    /// Both, one after the other.
    case inOrder
}

/// What a slot is for.
protocol Slot: SendableMetatype {
    associatedtype Outcome: Sendable
    static var order: SlotOrder { get }
    static var place: WritableKeyPath<Workflows, Workflow<SlotFlow<Self>>> { get }
}

/// Attempts of one kind, of which one at a time is on its way.
enum SlotFlow<Kind: Slot>: Flow {
    typealias Outcome = Kind.Outcome

    struct Attempt: Sendable, Hashable {
        let call: Call<Outcome>
        /// The account that it is for, if it is for one.
        var owner: String?
        var providerID: String?
        let work: Carried<@Sendable (isolated AuthManager) async -> Result<Outcome, FlowError>>
    }

    enum State: Sendable, Hashable {
        case idle
        case running(Attempt, waiting: [Attempt])
    }

    enum Event: Sendable {
        case begin(Attempt)
        case ended(FlowID, Result<Outcome, FlowError>)
        case cancelled(FlowID)
        /// The user of the attempts has left.
        case ownerLeft
    }

    static var idle: State { .idle }
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { Kind.place }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Attempt>]) {
        switch (state, event) {
        case (.idle, .begin(let attempt)):
            return (.running(attempt, waiting: []), [.perform(attempt, attempt.call.id)])
        case (.running(let current, let waiting), .begin(let attempt)):
            return add(attempt, to: current, waiting)
        case (.running(let current, let waiting), .ended(let id, let result)) where id == current.call.id:
            return next(waiting, after: current.call.end(result))
        case (.running(let current, let waiting), .cancelled(let id)) where id == current.call.id:
            return next(waiting, after: current.call.fail(.cancelled))
        case (.running(let current, let waiting), .cancelled(let id)):
            guard let attempt = waiting.first(where: { $0.call.id == id }) else { return (state, []) }
            let rest = waiting.filter { $0.call.id != id }
            return (.running(current, waiting: rest), [.answer(attempt.call.fail(.cancelled))])
        case (.running(let current, let waiting), .ownerLeft):
            return (.idle, ([current] + waiting).map { .answer($0.call.fail(.superseded)) })
        case (.idle, .ended), (.idle, .cancelled), (.idle, .ownerLeft), (.running, .ended):
            return (state, [])
        }
    }

    private static func add(
        _ attempt: Attempt,
        to current: Attempt,
        _ waiting: [Attempt]
    ) -> (State, [Effect<Attempt>]) {
        switch Kind.order {
        case .latestWins:
            let end = Effect<Attempt>.answer(current.call.fail(.superseded))
            return (.running(attempt, waiting: []), [end, .perform(attempt, attempt.call.id)])
        case .firstWins:
            return (.running(current, waiting: waiting), [.answer(attempt.call.fail(.superseded))])
        case .inOrder:
            return (.running(current, waiting: waiting + [attempt]), [])
        }
    }

    private static func next(_ waiting: [Attempt], after reply: Reply) -> (State, [Effect<Attempt>]) {
        guard let attempt = waiting.first else { return (.idle, [.answer(reply)]) }
        let rest = Array(waiting.dropFirst())
        return (.running(attempt, waiting: rest), [.answer(reply), .perform(attempt, attempt.call.id)])
    }

    static func perform(_ attempt: Attempt, by manager: isolated AuthManager) async -> Event {
        .ended(attempt.call.id, await attempt.work.value(manager))
    }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        guard let owner = state.current?.owner, owner != session.uid else { return nil }
        return .ownerLeft
    }
}

extension SlotFlow.State {
    /// The attempt that is on its way.
    var current: SlotFlow.Attempt? {
        if case .running(let attempt, _) = self { attempt } else { nil }
    }
}

/// Signing in and up: of two attempts the later one is what the user wants.
enum SignInSlot: Slot {
    typealias Outcome = SignInOutcome
    static var order: SlotOrder { .latestWins }
    static var place: WritableKeyPath<Workflows, Workflow<SlotFlow<Self>>> { \.signIn }
}

/// Linking a credential: what may have reached the service is not called back.
enum LinkSlot: Slot {
    typealias Outcome = SignInOutcome
    static var order: SlotOrder { .firstWins }
    static var place: WritableKeyPath<Workflows, Workflow<SlotFlow<Self>>> { \.link }
}

/// Changes to an account, in the order in which they were asked for; what waits when the user leaves is never sent.
enum AccountSlot: Slot {
    typealias Outcome = User
    static var order: SlotOrder { .inOrder }
    static var place: WritableKeyPath<Workflows, Workflow<SlotFlow<Self>>> { \.account }
}

extension AuthManager {
    /// Attempts something in its slot.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - owner: The account that it is for; it ends when that user leaves. Defaults to none.
    ///   - providerID: The provider, for the state. Defaults to none.
    ///   - work: Does it.
    /// - Returns: What it comes to.
    /// - Throws: ``FlowError``.
    func attempt<Kind: Slot>(
        _ slot: Kind.Type,
        for owner: String? = nil,
        with providerID: String? = nil,
        _ work: @escaping @Sendable (isolated AuthManager) async -> Result<Kind.Outcome, FlowError>
    ) async throws(FlowError) -> Kind.Outcome {
        try await call(
            SlotFlow<Kind>.self,
            { .begin(SlotFlow<Kind>.Attempt(call: $0, owner: owner, providerID: providerID, work: Carried(work))) },
            orCancel: { .cancelled($0) }
        )
    }
}
