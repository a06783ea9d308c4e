internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// What a listener is shown.
struct ViewSnapshot: Sendable, Hashable {
    var results: [ShownDocument]
    var isFromCache: Bool
}

/// Whether the server is within reach, as far as that is known.
enum OnlineState: Sendable {
    case unknown
    case online
    case offline
}

/// Everything that a client knows and waits for, as a value: what it is told changes it, and it says what follows.
///
/// Three things come together in it: what the server tells about targets, what was written here and is not settled, and
/// who listens to what.
struct SyncState: Sendable {
    /// What has to be done.
    enum Effect: Sendable {
        /// A listener is shown something.
        case show(listener: Int, ViewSnapshot)
        /// A listener ends.
        case fail(listener: Int, FirestoreError)
        /// The stream is asked for something, if there is one.
        case ask(ListenRequest)
        /// A call that waits for a batch goes on.
        case finish(batch: Int, Result<CommitOutcome, FirestoreError>)
        /// All listeners were shown what belongs together.
        case inSync
    }

    struct Target: Sendable {
        let subject: WatchSubject
        var view: QueryView
        /// The documents that the server counts among the results.
        var documents: Set<ResourcePath> = []
        /// Documents that it did before it began anew; they are shown until it has named all results.
        var stale: Set<ResourcePath> = []
        var token: [UInt8] = []
        var isCurrent = false
        var listeners: [Int] = []

        func holds(_ path: ResourcePath) -> Bool { documents.contains(path) || stale.contains(path) }

        /// Forgets how far the target has come; what it has shown stays until the server has named all results.
        mutating func beginAnew() {
            stale.formUnion(documents)
            documents = []
            token = []
        }

        /// Takes in what the server told.
        ///
        /// - Returns: The documents that it concerns.
        mutating func apply(_ delta: TargetDelta) -> Set<ResourcePath> {
            var touched = delta.present.union(delta.removed)
            if delta.isReset { beginAnew() }
            documents.formUnion(delta.present)
            documents.subtract(delta.removed)
            stale.subtract(touched)
            if !delta.token.isEmpty { token = delta.token }
            if let isCurrent = delta.isCurrent { self.isCurrent = isCurrent }
            if isCurrent {
                touched.formUnion(stale)
                stale = []
            }
            return touched
        }
    }

    struct Listener: Sendable {
        let target: Int32
        let includesMetadata: Bool
        var wasShown = false
        var wasFromCache = true
    }

    let database: DatabaseName
    var remote: [ResourcePath: RemoteDocument] = [:]
    var targets: [Int32: Target] = [:]
    var targetIDs: [WatchSubject: Int32] = [:]
    var listeners: [Int: Listener] = [:]
    var batches: [PendingBatch] = []
    var aggregator: WatchAggregator
    var online = OnlineState.unknown
    /// The moment of which all current targets were told last.
    var snapshotTime = ModelTimestamp.earliest
    private var lastTargetID: Int32 = 0
    private var lastListenerID = 0
    private var lastBatchID = 0

    init(database: DatabaseName) {
        self.database = database
        aggregator = WatchAggregator(database: database)
    }

    // MARK: Listening

    /// Adds a listener.
    ///
    /// - Returns: Its id, and what follows: the first snapshot, if enough is known for one.
    mutating func listen(
        to subject: WatchSubject,
        includesMetadata: Bool
    ) throws(FirestoreError) -> (listener: Int, effects: [Effect]) {
        var effects: [Effect] = []
        lastListenerID += 1
        let id = lastListenerID
        let target: Int32
        if let present = targetIDs[subject] {
            target = present
        } else {
            lastTargetID += 2
            target = lastTargetID
            targets[target] = Target(subject: subject, view: try QueryView(subject))
            targetIDs[subject] = target
            let pending = batches.reduce(into: Set<ResourcePath>()) { $0.formUnion($1.paths) }
            _ = refresh(target, pending.union(known(by: subject)))
            aggregator.expectAnswer(for: target)
            effects.append(.ask(request(adding: target)))
        }
        listeners[id] = Listener(target: target, includesMetadata: includesMetadata)
        targets[target]?.listeners.append(id)
        if let first = snapshot(for: id, []) { effects.append(first) }
        return (id, effects)
    }

    /// A document that is asked for by its name may be known by another target.
    private func known(by subject: WatchSubject) -> Set<ResourcePath> {
        if case .document(let name) = subject { [name.path] } else { [] }
    }

    /// Takes a listener away.
    mutating func unlisten(_ id: Int) -> [Effect] {
        guard let listener = listeners.removeValue(forKey: id) else { return [] }
        targets[listener.target]?.listeners.removeAll { $0 == id }
        guard targets[listener.target]?.listeners.isEmpty == true else { return [] }
        var request = ListenRequest()
        request.database = database.text
        request.removeTarget = listener.target
        remove(listener.target)
        guard aggregator.knows(listener.target) else { return [] }
        aggregator.expectAnswer(for: listener.target)
        return [.ask(request)] + settle()
    }

    private mutating func remove(_ id: Int32) {
        guard let target = targets.removeValue(forKey: id) else { return }
        targetIDs[target.subject] = nil
        for listener in target.listeners { listeners[listener] = nil }
        var freed = target.documents.union(target.stale)
        if case .document(let name) = target.subject { freed.insert(name.path) }
        forget(freed)
    }

    func request(adding id: Int32) -> ListenRequest {
        var request = ListenRequest()
        request.database = database.text
        if let target = targets[id] {
            request.addTarget = target.subject.target(
                id: id,
                token: target.token,
                expectedCount: target.documents.count
            )
        }
        return request
    }

    // MARK: Views

    /// A document with what was written here over it.
    func local(_ path: ResourcePath) -> LocalDocument {
        var document = LocalDocument(remote[path])
        for batch in batches { document.apply(batch, at: path) }
        return document
    }

    /// Brings the view of a target up to date with documents that may have changed.
    mutating func refresh(_ id: Int32, _ paths: Set<ResourcePath>) -> QueryView.Effect {
        guard let target = targets[id] else { return [] }
        let concerned = paths.filter { target.view.covers($0) }
        guard !concerned.isEmpty else { return [] }
        let locals = Dictionary(uniqueKeysWithValues: concerned.map { ($0, local($0)) })
        return update(id, concerned, ofTarget: concerned.filter { target.holds($0) }, locals)
    }

    private mutating func update(
        _ id: Int32,
        _ paths: Set<ResourcePath>,
        ofTarget held: Set<ResourcePath>,
        _ locals: [ResourcePath: LocalDocument]
    ) -> QueryView.Effect {
        // In place: a copy of a long list would cost more than the change.
        targets[id]?.view.update(
            paths,
            isOfTarget: { held.contains($0) },
            local: { locals[$0] ?? LocalDocument(nil) }
        ) ?? []
    }

    /// Brings all views up to date, and shows listeners what became of them, in the order in which they came.
    mutating func show(_ changed: Set<ResourcePath>, _ touched: [Int32: Set<ResourcePath>] = [:]) -> [Effect] {
        var effects: [Int32: QueryView.Effect] = [:]
        for id in targets.keys { effects[id] = refresh(id, changed.union(touched[id] ?? [])) }
        var shown: [Effect] = []
        for id in listeners.keys.sorted() {
            if let target = listeners[id]?.target, let effect = snapshot(for: id, effects[target] ?? []) {
                shown.append(effect)
            }
        }
        return shown
    }

    /// What a listener is shown now, if that is worth telling.
    private mutating func snapshot(for id: Int, _ effect: QueryView.Effect) -> Effect? {
        guard let listener = listeners[id], let target = targets[listener.target] else { return nil }
        let isFromCache = !target.isCurrent || online == .offline
        let results = target.view.results
        let isDue: Bool
        if listener.wasShown {
            let hasNewMetadata = !effect.isEmpty || isFromCache != listener.wasFromCache
            isDue = effect.contains(.content) || listener.includesMetadata && hasNewMetadata
        } else {
            isDue = !isFromCache || !results.isEmpty || online == .offline
        }
        guard isDue else { return nil }
        listeners[id]?.wasShown = true
        listeners[id]?.wasFromCache = isFromCache
        return .show(listener: id, ViewSnapshot(results: results, isFromCache: isFromCache))
    }

    // MARK: Documents

    /// Forgets documents that neither a target nor a batch needs.
    mutating func forget(_ paths: Set<ResourcePath>) {
        for path in paths where remote[path] != nil {
            let isNeeded = targets.values.contains { target in
                target.holds(path) || target.subject == .document(ResourceName(database: database, path: path))
            }
            if !isNeeded, !batches.contains(where: { $0.paths.contains(path) }) { remote[path] = nil }
        }
    }

    mutating func nextBatchID() -> Int {
        lastBatchID += 1
        return lastBatchID
    }
}
