@testable import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthTesting

/// What happens to a call on its way.
enum Fate: Sendable, Hashable, CaseIterable {
    case passes
    /// It is not sent.
    case offline
    /// The service does it, and the answer does not arrive.
    case lost
    /// The caller gives up: before it is sent, or after the service did it.
    case cancelledBefore, cancelledAfter
    /// The process dies: before it is sent, or after the service did it.
    case killedBefore, killedAfter
    /// The other process does something before the answer arrives.
    case overtaken
    /// It is sent without the proof of the app, and the service refuses it.
    case unattested
}

/// A client process: its client, its view of the storage, and its way to the backend.
final class ClientProcess: HTTPTransport {
    private struct State: Sendable {
        var fates: [Fate] = []
        var isDead = false
        var task: Task<Void, Never>?
        var overtake: (@Sendable () async -> Void)?
        var sessions: NamedSessions?
        /// The sessions that were used, the one in use last.
        var names: [String]
    }

    let storage: ProcessStorage
    private let backend: TestBackend
    private let state: Locked<State>

    /// Starts a process in one of the sessions.
    init(
        _ backend: TestBackend,
        directory: String,
        session name: String = NamedSessions.mainName,
        isLocked: Bool = false
    ) {
        self.backend = backend
        storage = ProcessStorage(directory: directory)
        state = Locked(State(names: [name]))
        if isLocked { storage.mode.withLock { $0 = .locked } }
        var clock = backend.clientClock
        clock.sleep = { _ in
            try Task.checkCancellation()
            await Task.yield()
        }
        let configuration = AuthConfiguration.emulator(project: backend.project.rawValue)
        let sessions = NamedSessions(storage) { [self, clock] storage in
            Auth(
                configuration,
                storage: storage,
                transport: self,
                retry: .never,
                attestation: AppProof(),
                clock: clock
            )
        }
        state.withLock { $0.sessions = sessions }
        _ = auth
    }

    /// The name of the session in use.
    var name: String { state.withLock { $0.names.last } ?? NamedSessions.mainName }
    /// The client of the session in use; released with ``end()``.
    var auth: Auth? { try? state.withLock(\.sessions)?.client(name) }

    /// Makes a session the active one, and uses it.
    func activate(_ name: String) async throws(AuthError) {
        guard let auth = try await state.withLock(\.sessions)?.activate(name) else { return }
        use(name)
        _ = await auth.ready()
    }

    /// Signs the session in use out, forgets it, and uses the first one.
    func removeSession() async throws(AuthError) {
        try await state.withLock(\.sessions)?.remove(name)
        use(NamedSessions.mainName)
        _ = await auth?.ready()
    }

    /// The name of the session that is active for every process.
    func activeName() async throws(AuthError) -> String? {
        try await state.withLock(\.sessions)?.activeName()
    }

    private func use(_ name: String) {
        state.withLock { state in state.names = state.names.filter { $0 != name } + [name] }
    }

    var isDead: Bool { state.withLock(\.isDead) }

    /// Does something while calls meet these fates, one after the other; then they pass.
    func run(
        _ fates: [Fate],
        overtake: @escaping @Sendable () async -> Void,
        _ work: @escaping @Sendable () async -> Void
    )
        async
    {
        let task = state.withLock { state in
            state.fates = fates
            state.overtake = overtake
            let task = Task { await work() }
            state.task = task
            return task
        }
        await task.value
        state.withLock { state in
            state.fates = []
            state.overtake = nil
            state.task = nil
        }
    }

    /// Waits until everything that can be written is.
    func settle() async {
        for name in state.withLock(\.names) {
            let auth = try? state.withLock(\.sessions)?.client(name)
            while !isDead, let keeper = auth?.core.keeper, await !keeper.isSettled { await Task.yield() }
        }
    }

    /// Ends the process in an orderly way, or forgets one that died.
    func end() {
        storage.mode.withLock { $0 = .dead }
        state.withLock { state in
            state.isDead = true
            state.sessions = nil
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let (isDead, fate) = state.withLock { state in
            (state.isDead, state.fates.isEmpty ? Fate.passes : state.fates.removeFirst())
        }
        guard !isDead else { throw TransportError(.cancelled) }
        switch fate {
        case .passes: return try await backend.transport.send(request)
        case .offline: throw TransportError(.unreachable)
        case .cancelledBefore, .killedBefore: break
        case .lost:
            _ = try await backend.transport.send(request)
            throw TransportError(.connectionLost)
        case .cancelledAfter, .killedAfter:
            _ = try await backend.transport.send(request)
        case .unattested:
            var request = request
            request.fields["X-Firebase-AppCheck"] = nil
            return try await backend.transport.send(request)
        case .overtaken:
            let response = try await backend.transport.send(request)
            await state.withLock(\.overtake)?()
            return response
        }
        if fate == .killedBefore || fate == .killedAfter {
            storage.mode.withLock { $0 = .dead }
            state.withLock { $0.isDead = true }
        }
        state.withLock(\.task)?.cancel()
        throw TransportError(.cancelled)
    }
}

extension SessionKeeper {
    /// Whether nothing waits to be written.
    var isSettled: Bool {
        heedSignOut()
        return ledger.written == ledger.wanted && ledger.writer == nil
    }
}
