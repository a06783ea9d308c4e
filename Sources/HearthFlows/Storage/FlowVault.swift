internal import HearthAuth
internal import HearthCore
internal import HearthJSON

/// Keeps the workflows that outlive the process; one write at a time, and only the newest state counts.
actor FlowVault {
    private let storage: any FlowStorage
    private var archive = FlowArchive()
    private var wanted: UInt64 = 0
    private var written: UInt64 = 0
    private var writer: Task<StorageUnavailability?, Never>?
    /// What this run has decided about, whatever an earlier one left.
    private var decided: Set<String> = []
    /// Whether the storage was locked when it was read: what it holds is still to be learned.
    private var isUnread = false

    init(_ storage: any FlowStorage) {
        self.storage = storage
    }

    /// Reads what an earlier run left.
    ///
    /// - Returns: What is unreadable as a whole, or why the storage cannot be read.
    func load() async -> (dropped: DroppedFlow?, problem: StorageUnavailability?) {
        let stored = await storage.load()
        isUnread = false
        switch stored {
        case .absent:
            return (nil, nil)
        case .unavailable(let problem):
            isUnread = problem == .locked
            return (nil, problem)
        case .found(let bytes):
            switch FlowArchive.decode(bytes) {
            case .success(let archive):
                // What this run has decided meanwhile counts.
                for (name, entry) in archive.flows where !decided.contains(name) { self.archive.flows[name] = entry }
                return (nil, nil)
            case .failure(.undecodable):
                return (DroppedFlow(flow: "*", reason: .undecodable), nil)
            case .failure(.unknownVersion):
                return (DroppedFlow(flow: "*", reason: .unknownVersion), nil)
            }
        }
    }

    /// The names of everything that is kept, for tests of what was forgotten.
    var names: [String] { archive.flows.keys.sorted() }

    /// What is kept of a workflow.
    func entry(_ name: String) -> FlowArchive.Entry? {
        archive.flows[name]
    }

    /// Keeps an entry, or forgets it; returns when that is stored.
    ///
    /// - Returns: Why it is not, if it could not be.
    func set(_ name: String, _ entry: FlowArchive.Entry?) async -> StorageUnavailability? {
        // What could not be forgotten before is forgotten now.
        let isStored = written == wanted && !isUnread
        guard entry != nil || archive.flows[name] != nil || !isStored else { return nil }
        decided.insert(name)
        archive.flows[name] = entry
        wanted += 1
        let mine = wanted
        while written < mine {
            let writer = writer ?? startWriter()
            if let problem = await writer.value { return problem }
        }
        return nil
    }

    private func startWriter() -> Task<StorageUnavailability?, Never> {
        let task = Task { await write() }
        writer = task
        return task
    }

    private func write() async -> StorageUnavailability? {
        defer { writer = nil }
        // What an earlier run left must not be written over.
        if isUnread, let problem = await load().problem, isUnread { return problem }
        let revision = wanted
        do throws(StorageUnavailability) {
            if archive.flows.isEmpty {
                try await storage.delete()
            } else {
                guard let bytes = archive.encode() else { return .failed }
                try await storage.save(bytes)
            }
            written = max(written, revision)
            return nil
        } catch {
            return error
        }
    }
}
