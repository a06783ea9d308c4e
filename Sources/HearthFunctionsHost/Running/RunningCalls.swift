internal import HearthCore
internal import HearthFunctionsWire

/// The calls that run, for a host that wants to end in order.
final class RunningCalls: Sendable {
    private struct State: Sendable {
        var count = 0
        var isDraining = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    var isDraining: Bool { state.withLock { $0.isDraining } }

    func begin() throws(HTTPSError) {
        let isOpen = state.withLock { state in
            if !state.isDraining { state.count += 1 }
            return !state.isDraining
        }
        guard isOpen else { throw HTTPSError(.unavailable, "The host ends. Try again later.") }
    }

    func end() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func drain() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                state.isDraining = true
                if state.count > 0 { state.waiters.append(waiter) }
                return state.count == 0
            }
            if isIdle { waiter.resume() }
        }
    }
}

/// The first of several outcomes; the others are dropped.
final class FirstOutcome<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var outcome: Result<Value, any Error>?
        var waiter: CheckedContinuation<Result<Value, any Error>, Never>?
    }

    private let state = Locked(State())

    func settle(_ outcome: Result<Value, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<Value, any Error>, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: outcome)
    }

    func value() async throws -> Value {
        let outcome = await withCheckedContinuation { waiter in
            let ready = state.withLock { state -> Result<Value, any Error>? in
                if state.outcome == nil { state.waiter = waiter }
                return state.outcome
            }
            if let ready { waiter.resume(returning: ready) }
        }
        return try outcome.get()
    }
}
