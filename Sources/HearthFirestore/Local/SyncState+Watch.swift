internal import HearthFirestoreModel
internal import HearthFirestoreWire

extension SyncState {
    /// Begins a new stream: every target is asked for again, from where the last stream stopped.
    ///
    /// - Returns: The first requests of the stream.
    mutating func openStream() -> [ListenRequest] {
        aggregator = WatchAggregator(database: database)
        var requests: [ListenRequest] = []
        for id in targets.keys.sorted() {
            // What was named before is only known to be so if the server goes on from there.
            if targets[id]?.token.isEmpty == true { targets[id]?.beginAnew() }
            aggregator.expectAnswer(for: id)
            requests.append(request(adding: id))
        }
        return requests
    }

    /// Takes a message of the stream.
    mutating func receive(_ message: ListenResponse) throws(FirestoreError) -> [Effect] {
        let targets = targets
        let event = try aggregator.receive(message) { id in
            targets[id].map { WatchAggregator.Known(subject: $0.subject, documents: $0.documents) }
        }
        let isFirst = online != .online
        online = .online
        switch event {
        case .snapshot(let snapshot): return apply(snapshot)
        case .failure(let id, let error): return fail(id, error)
        case nil: return isFirst ? show([]) : []
        }
    }

    /// Nothing can be listened to at all.
    mutating func failAll(_ error: FirestoreError) -> [Effect] {
        targets.keys.sorted().flatMap { fail($0, error) }
    }

    private mutating func fail(_ id: Int32, _ error: FirestoreError) -> [Effect] {
        let ended = targets[id]?.listeners ?? []
        for listener in ended { listeners[listener] = nil }
        for path in targets[id]?.stale ?? [] { targets[id]?.documents.insert(path) }
        let subject = targets[id]?.subject
        let freed = targets[id]?.documents ?? []
        targets[id] = nil
        if let subject { targetIDs[subject] = nil }
        forget(freed)
        return ended.map { .fail(listener: $0, error) } + settle()
    }

    /// Takes in a moment of which all targets were told.
    private mutating func apply(_ snapshot: WatchSnapshot) -> [Effect] {
        var changed: Set<ResourcePath> = []
        for (path, document) in snapshot.documents {
            if let present = remote[path], present.version > document.version { continue }
            remote[path] = document
            changed.insert(path)
        }
        var touched: [Int32: Set<ResourcePath>] = [:]
        for (id, delta) in snapshot.targets { touched[id] = targets[id]?.apply(delta) }
        snapshotTime = max(snapshotTime, snapshot.time)
        for id in snapshot.mismatched {
            targets[id]?.beginAnew()
            targets[id]?.isCurrent = false
        }
        changed.formUnion(settled())
        let effects = show(changed, touched)
        for paths in touched.values { changed.formUnion(paths) }
        forget(changed)
        return effects + [.inSync] + snapshot.mismatched.sorted().flatMap { askAnew($0) }
    }

    /// Asks for a target again from the start, on the same stream.
    private mutating func askAnew(_ id: Int32) -> [Effect] {
        var removal = ListenRequest()
        removal.database = database.text
        removal.removeTarget = id
        aggregator.expectAnswer(for: id)
        aggregator.expectAnswer(for: id)
        return [.ask(removal), .ask(request(adding: id))]
    }

    /// The server is not within reach: what is shown may be old from now on.
    mutating func goOffline() -> [Effect] {
        guard online != .offline else { return [] }
        online = .offline
        for id in targets.keys { targets[id]?.isCurrent = false }
        return show([])
    }

    /// It is not known any more whether the server is within reach.
    mutating func loseStream() {
        if online == .online { online = .unknown }
    }

    /// Another user is signed in: everything is asked from the start, and what the old one wrote and was not sent is
    /// given up.
    ///
    /// - Parameter sent: The batch that is on its way; its answer comes to the user who wrote it.
    /// - Returns: What follows.
    mutating func changeUser(keeping sent: Int?) -> [Effect] {
        for id in targets.keys {
            targets[id]?.beginAnew()
            targets[id]?.isCurrent = false
        }
        let dropped = batches.filter { $0.outcome == nil && $0.id != sent }
        batches.removeAll { batch in dropped.contains { $0.id == batch.id } }
        let error = FirestoreError(.cancelled, "Another user signed in before the server had the write.")
        let paths = dropped.reduce(into: Set<ResourcePath>()) { $0.formUnion($1.paths) }
        return show(paths) + dropped.map { .finish(batch: $0.id, .failure(error)) }
    }
}
