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
}

/// A storage as one process sees it: it can be locked, and it dies with the process.
final class ProcessStorage: SessionStorage {
    enum Mode: Sendable {
        case open, locked, dead
    }

    let mode = Locked(Mode.open)
    private let files: FileSessionStorage

    init(directory: String) {
        files = FileSessionStorage(directory: directory)
    }

    private var problem: StorageUnavailability? {
        switch mode.withLock(\.self) {
        case .open: nil
        case .locked: .locked
        case .dead: .failed
        }
    }

    func load() async -> StoredSession {
        if let problem { .unavailable(problem) } else { await files.load() }
    }

    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        if let problem { throw problem }
        try await files.save(session)
    }

    func delete() async throws(StorageUnavailability) {
        if let problem { throw problem }
        try await files.delete()
    }

    func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async throws(StorageUnavailability) -> Outcome {
        if let problem { throw problem }
        return try await files.update(decide)
    }
}

/// A client process: its client, its view of the storage, and its way to the backend.
final class ClientProcess: HTTPTransport {
    private struct State: Sendable {
        var fates: [Fate] = []
        var isDead = false
        var task: Task<Void, Never>?
        var overtake: (@Sendable () async -> Void)?
        var auth: Auth?
    }

    let storage: ProcessStorage
    private let backend: TestBackend
    private let state = Locked(State())

    init(_ backend: TestBackend, directory: String, isLocked: Bool = false) {
        self.backend = backend
        storage = ProcessStorage(directory: directory)
        if isLocked { storage.mode.withLock { $0 = .locked } }
        var clock = backend.clientClock
        clock.sleep = { _ in
            try Task.checkCancellation()
            await Task.yield()
        }
        let auth = Auth(
            .emulator(project: backend.project.rawValue),
            storage: storage,
            transport: self,
            retry: .never,
            clock: clock
        )
        state.withLock { $0.auth = auth }
    }

    /// The client; released with ``end()``.
    var auth: Auth? { state.withLock(\.auth) }
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
        while !isDead, let keeper = auth?.core.keeper, await !keeper.isSettled { await Task.yield() }
    }

    /// Ends the process in an orderly way, or forgets one that died.
    func end() {
        storage.mode.withLock { $0 = .dead }
        state.withLock { state in
            state.isDead = true
            state.auth = nil
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
