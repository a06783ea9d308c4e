import HearthAuth
import HearthCore

/// A storage in memory that does what a test tells it.
final class FaultyStorage: SessionStorage {
    struct State: Sendable {
        var bytes: [UInt8]?
        var loadProblems: [StorageUnavailability] = []
        var writeProblem: StorageUnavailability?
        var loads = 0
        var writes = 0
    }

    let state: Locked<State>
    let loadGate: Gate?

    init(_ bytes: [UInt8]? = nil, loadProblems: [StorageUnavailability] = [], loadGate: Gate? = nil) {
        state = Locked(State(bytes: bytes, loadProblems: loadProblems))
        self.loadGate = loadGate
    }

    var bytes: [UInt8]? { state.withLock(\.bytes) }

    func load() async -> StoredSession {
        let stored: StoredSession = state.withLock { state in
            state.loads += 1
            guard state.loadProblems.isEmpty else { return .unavailable(state.loadProblems.removeFirst()) }
            return state.bytes.map { .found(Secret($0)) } ?? .absent
        }
        // What was read grows old while the gate is closed.
        if let loadGate { _ = await loadGate.pass() }
        return stored
    }

    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try write(session.reveal())
    }

    func delete() async throws(StorageUnavailability) {
        try write(nil)
    }

    private func write(_ bytes: [UInt8]?) throws(StorageUnavailability) {
        let problem = state.withLock { state in
            state.writes += 1
            if state.writeProblem == nil { state.bytes = bytes }
            return state.writeProblem
        }
        if let problem { throw problem }
    }
}
