internal import HearthCore

/// The tasks that no one awaits, one of a kind, so that they can be ended with the client.
final class BackgroundTasks: Sendable {
    enum Kind: Sendable, Hashable {
        case restore
        case rewrite
        case signOut
    }

    private struct State: Sendable {
        var tasks: [Kind: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    /// Starts a task in the place of the one of its kind, which is cancelled.
    func start(_ kind: Kind, _ work: @escaping @Sendable () async -> Void) {
        let earlier = state.withLock { state -> Task<Void, Never>? in
            guard !state.isClosed else { return nil }
            defer { state.tasks[kind] = Task { await work() } }
            return state.tasks[kind]
        }
        earlier?.cancel()
    }

    /// Cancels every task and starts none any more.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            defer { state.tasks = [:] }
            return state.tasks
        }
        for task in tasks.values { task.cancel() }
    }
}
