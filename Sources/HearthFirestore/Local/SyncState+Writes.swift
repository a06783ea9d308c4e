internal import HearthFirestoreModel

extension SyncState {
    /// Takes writes: listeners see them at once.
    ///
    /// - Parameters:
    ///   - writes: Writes that happen together.
    ///   - time: The device's time.
    /// - Returns: The batch's id, and what follows.
    mutating func write(_ writes: [Write], at time: ModelTimestamp) -> (batch: Int, effects: [Effect]) {
        var batch = PendingBatch(id: nextBatchID(), writes: writes, localTime: time)
        var locals: [ResourcePath: LocalDocument] = [:]
        for write in writes {
            let path = write.name.path
            var document = locals[path] ?? local(path)
            let increments = document.increments(of: write, time)
            document.apply(write, time, increments)
            locals[path] = document
            batch.increments.append(increments)
        }
        batches.append(batch)
        return (batch.id, show(batch.paths) + [.inSync])
    }

    /// The batch that is to be sent next.
    var nextBatch: PendingBatch? { batches.first { $0.outcome == nil } }

    /// The server has a batch.
    ///
    /// What listeners see stays as it is until the server's news arrive, so that a write makes two snapshots, not three.
    mutating func acknowledge(_ id: Int, _ outcome: CommitOutcome) -> [Effect] {
        guard let index = batches.firstIndex(where: { $0.id == id }) else { return [] }
        batches[index].outcome = outcome
        return settle() + [.finish(batch: id, .success(outcome))]
    }

    /// The server refused a batch: listeners see what was before.
    mutating func reject(_ id: Int, _ error: FirestoreError) -> [Effect] {
        guard let index = batches.firstIndex(where: { $0.id == id }) else { return [] }
        let batch = batches.remove(at: index)
        let effects = show(batch.paths)
        forget(batch.paths)
        return effects + [.inSync, .finish(batch: id, .failure(error))]
    }

    /// Lets go of batches whose news have arrived, or for which none will come.
    mutating func settle() -> [Effect] {
        let paths = settled()
        guard !paths.isEmpty else { return [] }
        let effects = show(paths)
        forget(paths)
        return effects + [.inSync]
    }

    /// Removes batches that are settled.
    ///
    /// - Returns: The documents that they had written.
    mutating func settled() -> Set<ResourcePath> {
        let done = batches.filter { isSettled($0) }
        guard !done.isEmpty else { return [] }
        batches.removeAll { batch in done.contains { $0.id == batch.id } }
        return done.reduce(into: []) { $0.formUnion($1.paths) }
    }

    private func isSettled(_ batch: PendingBatch) -> Bool {
        guard let outcome = batch.outcome else { return false }
        return batch.paths.allSatisfy { path in
            let targets = targets.values.filter { $0.view.covers(path) }
            if targets.isEmpty { return true }
            if snapshotTime >= outcome.time, targets.allSatisfy(\.isCurrent) { return true }
            return hasArrived(batch, path)
        }
    }

    /// Whether what the server told of a document already has the effect of a batch.
    private func hasArrived(_ batch: PendingBatch, _ path: ResourcePath) -> Bool {
        let isDeletion = batch.writes.last { $0.name.path == path }?.operation == .delete
        // Deleting what is not there makes no news.
        if isDeletion { return remote[path]?.document == nil }
        guard let known = remote[path], known.document != nil, let version = batch.version(of: path) else {
            return false
        }
        return known.version >= version
    }

    // MARK: Reading

    /// A document as memory knows it; `nil` if nothing is known of it.
    func cached(_ path: ResourcePath) -> LocalDocument? {
        let document = local(path)
        return document.isKnown ? document : nil
    }

    /// A document that was read, with what was written here and the server did not have when it was.
    func overlaid(_ remote: RemoteDocument, at path: ResourcePath, _ readTime: ModelTimestamp) -> LocalDocument {
        var document = LocalDocument(remote)
        for batch in batches where !batch.isWithin(readTime) { document.apply(batch, at: path) }
        return document
    }

    /// Results that were read, with what was written here and the server did not have when they were.
    func overlaid(
        _ documents: [Document],
        of query: ModelQuery,
        _ readTime: ModelTimestamp
    ) throws(FirestoreError) -> [ShownDocument] {
        let unseen = batches.filter { !$0.isWithin(readTime) }
        guard !unseen.isEmpty, query.projection == nil, query.offset == 0 else {
            return documents.map { ShownDocument($0) }
        }
        let found = Dictionary(documents.map { ($0.name.path, $0) }) { first, _ in first }
        var view = try QueryView(.query(query))
        let paths = unseen.reduce(into: Set(found.keys)) { $0.formUnion($1.paths) }
        _ = view.update(paths.filter { view.covers($0) }, isOfTarget: { found[$0] != nil }) { path in
            let known = found[path].map { RemoteDocument(document: $0, version: $0.updateTime ?? readTime) }
            return overlaid(
                known ?? remote[path] ?? RemoteDocument(document: nil, version: readTime),
                at: path,
                readTime
            )
        }
        return view.results
    }

    /// The results of a query as memory knows them.
    func cached(_ query: ModelQuery) throws(FirestoreError) -> [ShownDocument] {
        var view = try QueryView(.query(query))
        let paths = batches.reduce(into: Set(remote.keys)) { $0.formUnion($1.paths) }
        let prepared = try checked { () throws(ModelError) in try query.prepared() }
        _ = view.update(
            paths.filter { view.covers($0) },
            isOfTarget: { path in remote[path]?.document.map { prepared.matches($0) } ?? false },
            local: { local($0) }
        )
        return view.results
    }
}

extension PendingBatch {
    /// Whether a reading at a moment has the batch in it.
    fileprivate func isWithin(_ readTime: ModelTimestamp) -> Bool {
        outcome.map { $0.time <= readTime } ?? false
    }
}
