import HearthAuth
import HearthCore

/// A storage as one process sees it: it can be locked, and it dies with the process.
final class ProcessStorage: SessionStorage {
    enum Mode: Sendable {
        case open, locked, dead
    }

    let mode: Locked<Mode>
    private let files: any SessionStorage

    init(directory: String) {
        files = FileSessionStorage(directory: directory)
        mode = Locked(.open)
    }

    private init(_ files: any SessionStorage, _ mode: Locked<Mode>) {
        self.files = files
        self.mode = mode
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

    func neighbor(_ name: String) -> any SessionStorage {
        ProcessStorage(files.neighbor(name), mode)
    }
}
