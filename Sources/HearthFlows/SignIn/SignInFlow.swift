/// Signing in and signing up, by any provider: of two attempts the later one counts.
enum SignInFlow: Flow {
    struct Attempt: Sendable, Hashable {
        let id: FlowID
        let providerID: String
    }

    enum State: Sendable, Hashable {
        case idle
        case authenticating(Attempt)
    }

    enum Event: Sendable {
        case begin(Attempt)
        case ended(FlowID, Result<SignInOutcome, FlowError>)
        case cancelled(FlowID)
        /// Somebody signed out, or the session ended.
        case signedOut
    }

    enum Effect: Sendable {
        case authenticate(Attempt)
        case finish(FlowID, Result<SignInOutcome, FlowError>)
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .begin(let attempt)):
            return (.authenticating(attempt), [.authenticate(attempt)])
        case (.authenticating(let earlier), .begin(let attempt)):
            let end = Effect.finish(earlier.id, .failure(FlowError(.superseded)))
            return (.authenticating(attempt), [end, .authenticate(attempt)])
        case (.authenticating(let attempt), .ended(let id, let result)) where id == attempt.id:
            return (.idle, [.finish(attempt.id, result)])
        case (.authenticating(let attempt), .cancelled(let id)) where id == attempt.id:
            return (.idle, [.finish(attempt.id, .failure(FlowError(.cancelled)))])
        case (.authenticating(let attempt), .signedOut):
            return (.idle, [.finish(attempt.id, .failure(FlowError(.superseded)))])
        case (_, .begin), (_, .ended), (_, .cancelled), (_, .signedOut):
            return (state, [])
        }
    }
}
