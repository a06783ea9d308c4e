/// The lock on a session: what is behind it is out of memory until the gate has given its key.
enum GateFlow: Flow {
    enum State: Sendable, Hashable {
        /// Open, or there is nothing to lock.
        case idle
        case locked
        case unlocking(calls: [FlowID])
    }

    enum Event: Sendable {
        case lock
        case unlock(call: FlowID)
        case opened
        case refused(FlowError)
        case cancelled(call: FlowID)
        /// There is no session to lock any more.
        case signedOut
    }

    enum Effect: Sendable {
        case putAway
        case askGate
        case stopAsking
        case finish(FlowID, Result<Void, FlowError>)
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .lock):
            return (.locked, [.putAway])
        case (.unlocking(let calls), .lock):
            return (.locked, calls.map { .finish($0, .failure(FlowError(.superseded))) } + [.stopAsking, .putAway])
        case (.locked, .unlock(let call)):
            return (.unlocking(calls: [call]), [.askGate])
        case (.unlocking(let calls), .unlock(let call)):
            return (.unlocking(calls: calls + [call]), [])
        case (.idle, .unlock(let call)):
            return (.idle, [.finish(call, .success(()))])
        case (.unlocking(let calls), .opened):
            return (.idle, calls.map { .finish($0, .success(())) })
        case (.unlocking(let calls), .refused(let error)):
            return (.locked, calls.map { .finish($0, .failure(error)) })
        case (.unlocking(let calls), .cancelled(let call)):
            let rest = calls.filter { $0 != call }
            guard rest.count < calls.count else { return (state, []) }
            let finish = Effect.finish(call, .failure(FlowError(.cancelled)))
            return rest.isEmpty ? (.locked, [finish, .stopAsking]) : (.unlocking(calls: rest), [finish])
        case (.locked, .signedOut):
            return (.idle, [])
        // Who asks the gate while nobody is signed in wants to sign in behind it.
        case (.idle, .signedOut), (.unlocking, .signedOut):
            return (state, [])
        case (.locked, .lock), (.idle, .opened), (.locked, .opened), (.idle, .refused), (.locked, .refused),
            (.idle, .cancelled), (.locked, .cancelled):
            return (state, [])
        }
    }
}
