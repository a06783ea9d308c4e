internal import HearthFirestoreModel

/// Writes that happen together and that the server does not have yet, or whose effect it has not told yet.
struct PendingBatch: Sendable {
    let id: Int
    let writes: [Write]
    /// When they were written, by the device's clock: the estimate of the server's time.
    let localTime: ModelTimestamp
    /// For each write what its increments make of the fields as they were when it was written: an increment must not
    /// count twice when the server's answer and its news arrive one after the other.
    var increments: [[ModelPath: Value]] = []
    /// What the server answered; then the batch only bridges the time until the news arrive.
    var outcome: CommitOutcome?

    /// The documents that are written.
    var paths: Set<ResourcePath> { Set(writes.map(\.name.path)) }

    /// When the server changed a document last by this batch, as far as listeners will be told.
    func version(of path: ResourcePath) -> ModelTimestamp? {
        guard let outcome else { return nil }
        var version: ModelTimestamp?
        for (index, write) in writes.enumerated() where write.name.path == path {
            let updated = index < outcome.updateTimes.count ? outcome.updateTimes[index] : nil
            version = updated ?? outcome.time
        }
        return version
    }
}

/// A document with the writes over it that the server does not have yet.
struct LocalDocument: Sendable {
    /// The document; `nil` if it does not exist, or nothing is known of it.
    var document: Document?
    var pendingTimestamps: [ModelPath: Value?] = [:]
    /// Whether it is known that the document exists or not.
    var isKnown: Bool
    var hasPendingWrites = false

    init(_ remote: RemoteDocument?) {
        document = remote?.document
        isKnown = remote != nil
    }

    /// The document to show, if it exists.
    var shown: ShownDocument? {
        document.map {
            ShownDocument($0, pendingTimestamps: pendingTimestamps, hasPendingWrites: hasPendingWrites)
        }
    }

    /// Applies the writes of a batch that concern the document.
    mutating func apply(_ batch: PendingBatch, at path: ResourcePath) {
        for (index, write) in batch.writes.enumerated() where write.name.path == path {
            let increments = index < batch.increments.count ? batch.increments[index] : [:]
            apply(write, batch.localTime, increments)
        }
    }

    mutating func apply(_ write: Write, _ time: ModelTimestamp, _ increments: [ModelPath: Value]) {
        if case .verify = write.operation { return }
        hasPendingWrites = true
        switch write.precondition {
        // What must exist and is not known to, shows nothing; what the server will refuse, shows nothing new.
        case .exists(true) where document == nil, .updateTime where document == nil: return
        case .exists(false) where document != nil: return
        default: break
        }
        var local = write
        local.precondition = nil
        let before = document
        guard let outcome = try? local.apply(to: before, commitTime: time) else { return }
        var after = outcome.document
        after?.createTime = before?.createTime
        after?.updateTime = before?.updateTime
        for (path, value) in increments { after?.fields.set(value, at: path) }
        note(write, before)
        document = after
        isKnown = true
    }

    /// Keeps track of which fields wait for the server's time.
    private mutating func note(_ write: Write, _ before: Document?) {
        let known = pendingTimestamps
        switch write.operation {
        case .update(_, nil), .delete: pendingTimestamps = [:]
        case .update(_, let mask?):
            for path in mask { forget(path) }
        case .transform, .verify: break
        }
        for transform in write.transforms {
            forget(transform.path)
            guard transform.operation == .setToRequestTime else { continue }
            let previous = known[transform.path] ?? before?.fields[transform.path]
            pendingTimestamps[transform.path] = .some(previous)
        }
    }

    private mutating func forget(_ path: ModelPath) {
        for known in pendingTimestamps.keys where known.isAtOrBelow(path) || path.isAtOrBelow(known) {
            pendingTimestamps[known] = nil
        }
    }

    /// What the increments of a write make of the fields as they are now.
    func increments(of write: Write, _ time: ModelTimestamp) -> [ModelPath: Value] {
        var copy = self
        copy.apply(write, time, [:])
        var results: [ModelPath: Value] = [:]
        for transform in write.transforms {
            if case .increment = transform.operation { results[transform.path] = copy.document?.fields[transform.path] }
        }
        return results
    }
}
