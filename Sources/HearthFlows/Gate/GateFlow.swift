internal import HearthAuth
internal import HearthCore

/// The lock on a session: what is behind it is out of memory until the gate has given its key.
enum GateFlow: Flow {
    /// A caller who wants the gate opened, and what to tell the person for it.
    struct Unlocking: Sendable, Hashable {
        let call: Call<Void>
        let reason: String
    }

    enum State: Sendable, Hashable {
        /// Open, or there is nothing to lock.
        case idle
        /// The session is being put away; those who want it unlocked again wait for that.
        case locking([Call<Void>], then: [Unlocking])
        case locked
        /// Never empty.
        case unlocking([Unlocking])
    }

    enum Event: Sendable {
        case lock(Call<Void>?)
        case putAway
        /// The session was locked before the manager began.
        case foundLocked
        case unlock(Unlocking)
        case opened
        case refused(FlowError)
        case cancelled(FlowID)
        /// There is no session to lock any more.
        case signedOut
    }

    enum Work: Sendable {
        case putAway
        case askGate(reason: String)
    }

    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.gate }
    private static let gate = FlowID(rawValue: "gate")

    static func heed(_ session: SessionState, in state: State) -> Event? {
        if case .signedOut = session, state == .locked { .signedOut } else { nil }
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (.idle, .lock(let call)):
            return (.locking(call.map { [$0] } ?? [], then: []), [.perform(.putAway, gate)])
        case (.unlocking(let callers), .lock(let call)):
            let ends = callers.map { Effect<Work>.answer($0.call.fail(.superseded)) }
            return (.locking(call.map { [$0] } ?? [], then: []), ends + [.perform(.putAway, gate)])
        case (.locking(let calls, let callers), .lock(let call)):
            return (.locking(calls + (call.map { [$0] } ?? []), then: callers), [])
        case (.locked, .lock(let call)):
            return (.locked, call.map { [.answer($0.succeed(()))] } ?? [])
        case (.locking(let calls, let callers), .putAway):
            let ends = calls.map { Effect<Work>.answer($0.succeed(())) }
            guard let first = callers.first else { return (.locked, ends) }
            return (.unlocking(callers), ends + [.perform(.askGate(reason: first.reason), gate)])
        case (.idle, .foundLocked):
            return (.locked, [])
        case (.locked, .unlock(let caller)):
            return (.unlocking([caller]), [.perform(.askGate(reason: caller.reason), gate)])
        case (.locking(let calls, let callers), .unlock(let caller)):
            return (.locking(calls, then: callers + [caller]), [])
        case (.unlocking(let callers), .unlock(let caller)):
            return (.unlocking(callers + [caller]), [])
        case (.idle, .unlock(let caller)):
            return (.idle, [.answer(caller.call.succeed(()))])
        case (.unlocking(let callers), .opened):
            return (.idle, callers.map { .answer($0.call.succeed(())) })
        case (.unlocking(let callers), .refused(let error)):
            return (.locked, callers.map { .answer($0.call.fail(error)) })
        case (_, .cancelled(let id)):
            return cancel(state, id)
        // A gate that is asked while no user is signed in is to keep the sign-in that follows.
        case (.locked, .signedOut):
            return (.idle, [])
        case (_, .putAway), (_, .foundLocked), (_, .opened), (_, .refused), (_, .signedOut):
            return (state, [])
        }
    }

    private static func cancel(_ state: State, _ id: FlowID) -> (State, [Effect<Work>]) {
        switch state {
        case .unlocking(let callers):
            guard let caller = callers.first(where: { $0.call.id == id }) else { return (state, []) }
            let rest = callers.filter { $0 != caller }
            let end = Effect<Work>.answer(caller.call.fail(.cancelled))
            return rest.isEmpty ? (.locked, [.stop(gate), end]) : (.unlocking(rest), [end])
        case .locking(let calls, let callers):
            let ends = (calls + callers.map(\.call)).filter { $0.id == id }.map { $0.fail(.cancelled) }
            let rest = State.locking(calls.filter { $0.id != id }, then: callers.filter { $0.call.id != id })
            return (rest, ends.map { .answer($0) })
        case .idle, .locked: return (state, [])
        }
    }
}
