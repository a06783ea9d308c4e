/// Adding a way in to the account of the one who is signed in.
enum LinkFlow: Flow {
    struct Attempt: Sendable, Hashable {
        let id: FlowID
        let owner: String
        let providerID: String
    }

    enum State: Sendable, Hashable {
        case idle
        case linking(Attempt)
    }

    enum Event: Sendable {
        case begin(Attempt)
        case ended(FlowID, Result<SignInOutcome, FlowError>)
        case cancelled(FlowID)
        /// Another user is signed in, or nobody.
        case ownerLeft
    }

    enum Effect: Sendable {
        case link(Attempt)
        case finish(FlowID, Result<SignInOutcome, FlowError>)
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .begin(let attempt)):
            return (.linking(attempt), [.link(attempt)])
        case (.linking, .begin(let attempt)):
            // The first may have reached the service already: it is not called back.
            return (state, [.finish(attempt.id, .failure(FlowError(.superseded)))])
        case (.linking(let attempt), .ended(let id, let result)) where id == attempt.id:
            return (.idle, [.finish(attempt.id, result)])
        case (.linking(let attempt), .cancelled(let id)) where id == attempt.id:
            return (.idle, [.finish(attempt.id, .failure(FlowError(.cancelled)))])
        case (.linking(let attempt), .ownerLeft):
            return (.idle, [.finish(attempt.id, .failure(FlowError(.superseded)))])
        case (_, .ended), (_, .cancelled), (_, .ownerLeft):
            return (state, [])
        }
    }
}
