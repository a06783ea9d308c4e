internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// What a consistent snapshot of the server says about one target.
struct TargetDelta: Sendable, Hashable {
    var present: Set<ResourcePath> = []
    var removed: Set<ResourcePath> = []
    /// Whether the server has named all results; `nil` if that is as before.
    var isCurrent: Bool?
    var token: [UInt8] = []
    /// Whether the documents that were known before are forgotten unless they are named again.
    var isReset = false
}

/// Everything that changed between two moments of which all targets were told.
struct WatchSnapshot: Sendable, Hashable {
    var time: ModelTimestamp
    var targets: [Int32: TargetDelta]
    var documents: [ResourcePath: RemoteDocument]
    /// Targets whose documents do not agree with the server's count: they are asked for anew.
    var mismatched: Set<Int32>
}

/// Puts the messages of one listening stream together to consistent snapshots.
struct WatchAggregator: Sendable {
    /// What the rest of the client knows of targets.
    struct Known: Sendable {
        var subject: WatchSubject
        /// The documents of the target at the last snapshot.
        var documents: Set<ResourcePath>
    }

    enum Event: Sendable {
        case snapshot(WatchSnapshot)
        /// The server took a target away.
        case failure(Int32, FirestoreError)
    }

    private struct State: Sendable {
        /// How many of our requests about the target the server has not answered.
        var unanswered = 0
        var isCurrent = false
        var namedDocument = false
        var delta = TargetDelta()
    }

    private let database: DatabaseName
    private var states: [Int32: State] = [:]
    private var documents: [ResourcePath: RemoteDocument] = [:]
    /// Documents that are known to be gone by a count, as of the next snapshot.
    private var gone: Set<ResourcePath> = []
    private var mismatched: Set<Int32> = []
    private var lastTime: ModelTimestamp?

    init(database: DatabaseName) {
        self.database = database
    }

    /// Counts a request to add or to remove a target.
    mutating func expectAnswer(for target: Int32) {
        states[target, default: State()].unanswered += 1
    }

    /// Whether the stream was asked for a target.
    func knows(_ target: Int32) -> Bool { states[target] != nil }

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - known: What is known of the targets that are wanted.
    /// - Returns: What comes of it, if anything does.
    /// - Throws: ``FirestoreError`` for a name that is none.
    mutating func receive(
        _ message: ListenResponse,
        known: (Int32) -> Known?
    ) throws(FirestoreError) -> Event? {
        if let change = message.targetChange { return try receive(change, known) }
        if let change = message.documentChange { try receive(change, known) }
        if let deletion = message.documentDelete {
            let path = try path(deletion.document)
            if let version = deletion.readTime {
                note(RemoteDocument(document: nil, version: version), path)
            } else {
                gone.insert(path)
            }
            for id in deletion.removedTargetIds { remove(path, from: id, known) }
        }
        if let removal = message.documentRemove {
            let path = try path(removal.document)
            for id in removal.removedTargetIds { remove(path, from: id, known) }
        }
        if let filter = message.filter { try receive(filter, known) }
        return nil
    }

    private func path(_ text: String) throws(FirestoreError) -> ResourcePath {
        try checked { () throws(ModelError) in try ResourceName(document: text, in: database) }.path
    }

    // MARK: Documents

    private mutating func note(_ document: RemoteDocument, _ path: ResourcePath) {
        gone.remove(path)
        if let present = documents[path], present.version > document.version { return }
        documents[path] = document
    }

    private mutating func receive(_ change: WireDocumentChange, _ known: (Int32) -> Known?) throws(FirestoreError) {
        guard let message = change.document else { return }
        let document = try checked { [database] () throws(ModelError) in try message.document(in: database) }
        let path = document.name.path
        let isWanted = (change.targetIds + change.removedTargetIds).contains { isActive($0, known) }
        guard isWanted else { return }
        note(RemoteDocument(document: document, version: document.updateTime ?? .earliest), path)
        for id in change.targetIds where isActive(id, known) {
            states[id]?.namedDocument = true
            states[id]?.delta.present.insert(path)
            states[id]?.delta.removed.remove(path)
        }
        for id in change.removedTargetIds { remove(path, from: id, known) }
    }

    private mutating func remove(_ path: ResourcePath, from id: Int32, _ known: (Int32) -> Known?) {
        guard isActive(id, known) else { return }
        states[id]?.namedDocument = true
        states[id]?.delta.present.remove(path)
        states[id]?.delta.removed.insert(path)
    }

    /// Whether messages about a target count: it is wanted, and the server has answered all requests about it.
    private func isActive(_ id: Int32, _ known: (Int32) -> Known?) -> Bool {
        states[id]?.unanswered == 0 && known(id) != nil
    }

    // MARK: Targets

    private mutating func receive(
        _ change: WireTargetChange,
        _ known: (Int32) -> Known?
    ) throws(FirestoreError) -> Event? {
        let type = WireTargetChange.types.name(of: change.type) ?? "NO_CHANGE"
        if type == "REMOVE", let error = change.cause?.error {
            // Whatever is asked and not answered: the server does not serve this target.
            for id in change.targetIds where known(id) != nil {
                states[id] = nil
                mismatched.remove(id)
                return .failure(id, FirestoreError(error))
            }
        }
        let ids = change.targetIds.isEmpty ? Array(states.keys) : change.targetIds
        for id in ids { update(id, type, change.resumeToken, known) }
        guard change.targetIds.isEmpty, let time = change.readTime, time >= lastTime ?? .earliest else { return nil }
        lastTime = time
        return .snapshot(takeSnapshot(time, known))
    }

    private mutating func update(_ id: Int32, _ type: String, _ token: [UInt8], _ known: (Int32) -> Known?) {
        guard var state = states[id] else { return }
        switch type {
        case "ADD":
            state.unanswered = max(0, state.unanswered - 1)
            if state.unanswered == 0 {
                let isReset = state.delta.isReset
                state.delta = TargetDelta()
                state.delta.isReset = isReset
            }
        case "REMOVE":
            state.unanswered = max(0, state.unanswered - 1)
            if state.unanswered == 0, known(id) == nil {
                states[id] = nil
                return
            }
        case "CURRENT":
            guard state.unanswered == 0 else { return }
            state.isCurrent = true
            state.delta.isCurrent = true
        case "RESET":
            guard state.unanswered == 0 else { return }
            state.delta = TargetDelta()
            state.delta.isReset = true
            state.delta.isCurrent = false
            state.isCurrent = false
        default: break
        }
        if !token.isEmpty, state.unanswered == 0 { state.delta.token = token }
        states[id] = state
    }

    // MARK: Existence filters

    private mutating func receive(_ filter: WireExistenceFilter, _ known: (Int32) -> Known?) throws(FirestoreError) {
        let id = filter.targetId
        guard isActive(id, known), let target = known(id), let delta = states[id]?.delta else { return }
        let count = Self.documents(of: target, delta).count
        guard count != Int(filter.count) else { return }
        if case .document(let name) = target.subject, filter.count == 0 {
            gone.insert(name.path)
            remove(name.path, from: id, known)
            return
        }
        if let bits = Self.bloomFilter(filter.unchangedNames) {
            let lost = target.documents.subtracting(delta.removed).filter {
                !bits.mightContain(ResourceName(database: database, path: $0).text)
            }
            for path in lost { remove(path, from: id, known) }
            if count - lost.count == Int(filter.count) { return }
        }
        mismatched.insert(id)
    }

    private static func bloomFilter(_ message: WireBloomFilter?) -> BloomFilter? {
        guard let message, let bits = message.bits, !bits.bitmap.isEmpty else { return nil }
        return try? BloomFilter(bitmap: bits.bitmap, padding: Int(bits.padding), hashCount: Int(message.hashCount))
    }

    /// The documents of a target after what the server has said since the last snapshot.
    static func documents(of target: Known, _ delta: TargetDelta) -> Set<ResourcePath> {
        (delta.isReset ? [] : target.documents).union(delta.present).subtracting(delta.removed)
    }

    // MARK: Snapshots

    private mutating func takeSnapshot(_ time: ModelTimestamp, _ known: (Int32) -> Known?) -> WatchSnapshot {
        var snapshot = WatchSnapshot(time: time, targets: [:], documents: documents, mismatched: mismatched)
        for (id, state) in states where state.unanswered == 0 {
            guard let target = known(id) else { continue }
            // A single document that was never named does not exist.
            if case .document(let name) = target.subject, state.delta.isCurrent == true, !state.namedDocument,
                target.documents.isEmpty || state.delta.isReset
            {
                gone.insert(name.path)
            }
            if state.delta != TargetDelta() { snapshot.targets[id] = state.delta }
            states[id]?.delta = TargetDelta()
        }
        for path in gone where snapshot.documents[path] == nil {
            snapshot.documents[path] = RemoteDocument(document: nil, version: time)
        }
        for id in mismatched {
            snapshot.targets[id]?.isCurrent = false
            states[id]?.isCurrent = false
        }
        documents = [:]
        gone = []
        mismatched = []
        return snapshot
    }
}
