/// Changes to an account, one after the other in the order in which they were asked for.
///
/// So a change never meets a sign-out or a deletion halfway, and what waits when the user leaves is never sent.
enum ProfileFlow: Flow {
    struct Change: Sendable, Hashable {
        let id: FlowID
        let owner: String
    }

    enum State: Sendable, Hashable {
        case idle
        case changing(Change, waiting: [Change])
    }

    enum Event: Sendable {
        case begin(Change)
        case ended(FlowID, Result<Void, FlowError>)
        case cancelled(FlowID)
        /// Another user is signed in, or nobody.
        case ownerLeft
    }

    enum Effect: Sendable {
        case perform(Change)
        case finish(FlowID, Result<Void, FlowError>)
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .begin(let change)):
            return (.changing(change, waiting: []), [.perform(change)])
        case (.changing(let current, let waiting), .begin(let change)):
            return (.changing(current, waiting: waiting + [change]), [])
        case (.changing(let current, let waiting), .ended(let id, let result)) where id == current.id:
            return next(waiting, after: .finish(current.id, result))
        case (.changing(let current, let waiting), .cancelled(let id)) where id == current.id:
            return next(waiting, after: .finish(current.id, .failure(FlowError(.cancelled))))
        case (.changing(let current, let waiting), .cancelled(let id)):
            guard waiting.contains(where: { $0.id == id }) else { return (state, []) }
            let rest = waiting.filter { $0.id != id }
            return (.changing(current, waiting: rest), [.finish(id, .failure(FlowError(.cancelled)))])
        case (.changing(let current, let waiting), .ownerLeft):
            return (.idle, ([current] + waiting).map { .finish($0.id, .failure(FlowError(.superseded))) })
        case (.idle, .ended), (.idle, .cancelled), (.idle, .ownerLeft), (.changing, .ended):
            return (state, [])
        }
    }

    private static func next(_ waiting: [Change], after effect: Effect) -> (State, [Effect]) {
        guard let change = waiting.first else { return (.idle, [effect]) }
        return (.changing(change, waiting: Array(waiting.dropFirst())), [effect, .perform(change)])
    }
}
