import FirestoreSamples
import HearthFirestoreModel
import HearthFirestoreWire
import Testing

@testable import HearthFirestore

/// A client's state and a server, whose messages, answers and streams come, wait and break as a seed has it.
struct SyncWalk {
    private struct Watcher {
        let subject: WatchSubject
        let includesMetadata: Bool
        var shown: ViewSnapshot?
    }

    private var random: ValueGenerator
    private var state: SyncState
    private var server: ModelServer
    private var stream: ModelStream?
    private var watchers: [Int: Watcher] = [:]
    /// What the server has answered and the client has not heard: at most one commit.
    private var answer: (id: Int, result: Result<CommitOutcome, HearthFirestore.FirestoreError>)?
    private var finished: [Int: Int] = [:]
    private var writeCount = 0
    private var clock: Int64 = 500_000
    private let subjects: [WatchSubject]
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        random = ValueGenerator(seed: seed)
        let database = DatabaseName(project: "demo-test")
        state = SyncState(database: database)
        server = ModelServer(database)
        let root = ResourceName(database: database, path: .root)
        let all = HearthFirestoreModel.Query(parent: root, source: HearthFirestoreModel.Query.Source("c"))
        var queries: [HearthFirestoreModel.Query] = [all]
        var filtered = all
        filtered.filter = .condition(Condition(HearthFirestoreModel.FieldPath(["a"]), .greaterThanOrEqual(.integer(3))))
        queries.append(filtered)
        var limited = all
        limited.orders = [HearthFirestoreModel.Query.Order(HearthFirestoreModel.FieldPath(["a"]), isDescending: true)]
        limited.limit = 3
        queries.append(limited)
        var group = all
        group.source?.allDescendants = true
        group.filter = .condition(Condition(HearthFirestoreModel.FieldPath(["tags"]), .arrayContains(.integer(1))))
        queries.append(group)
        subjects =
            try queries.map { query in
                var query = query
                query.orders = try query.prepared().order.orders
                return .query(query)
            } + [.document(ResourceName(database: database, path: ResourcePath(["c", "d0"])))]
    }

    // MARK: Steps

    mutating func step() throws {
        switch random.next() % 16 {
        case 0, 1, 2: try commitElsewhere()
        case 3, 4, 5: write()
        case 6: sendWrite()
        case 7: hearAnswer()
        case 8, 9, 10, 11: try deliver()
        case 12: stream?.update(server)
        case 13: try listen()
        case 14: random.next() % 3 == 0 ? unlisten() : try listen()
        default: random.next() % 2 == 0 ? cut() : connect()
        }
    }

    /// Everything that is on its way arrives, and nothing new happens.
    mutating func settle() throws {
        if stream == nil { connect() }
        while answer != nil || state.nextBatch != nil {
            if answer == nil { sendWrite() }
            hearAnswer()
        }
        for _ in 0..<4 {
            stream?.update(server)
            while stream?.messages.isEmpty == false { try deliver() }
        }
    }

    private mutating func commitElsewhere() throws {
        if let write = randomWrite() { _ = try? server.commit([write]) }
    }

    private mutating func write() {
        guard state.batches.count < 6 else { return }
        let writes = (0...Int(random.next() % 2)).compactMap { _ in randomWrite() }
        guard !writes.isEmpty else { return }
        clock += 1000
        let (batch, effects) = state.write(writes, at: HearthFirestoreModel.Timestamp(microseconds: clock))
        writeCount += 1
        finished[batch] = 0
        note("write \(batch): \(writes.map(\.operation))")
        perform(effects)
    }

    private mutating func sendWrite() {
        guard answer == nil, let batch = state.nextBatch else { return }
        do throws(HearthFirestoreModel.FirestoreError) {
            answer = (batch.id, .success(try server.commit(batch.writes)))
        } catch {
            answer = (batch.id, .failure(FirestoreError(error)))
        }
    }

    private mutating func hearAnswer() {
        guard let (id, result) = answer else { return }
        answer = nil
        note("answer \(id)")
        switch result {
        case .success(let outcome): perform(state.acknowledge(id, outcome))
        case .failure(let error): perform(state.reject(id, error))
        }
    }

    private mutating func deliver() throws {
        guard let message = stream?.take() else { return }
        note("deliver \(String(decoding: message.json(JSONStyle(isPretty: false)), as: UTF8.self))")
        perform(try state.receive(message))
    }

    private mutating func cut() {
        note("cut")
        stream = nil
        state.loseStream()
        if random.next() % 3 == 0 { perform(state.goOffline()) }
    }

    private mutating func connect() {
        guard stream == nil else { return }
        note("connect")
        stream = ModelStream()
        for request in state.openStream() { ask(request) }
    }

    private mutating func ask(_ request: ListenRequest) {
        stream?.receive(request, server, random.pick(ModelStream.Resuming.allCases))
    }

    private mutating func listen() throws {
        guard watchers.count < 6 else { return }
        let subject = random.pick(subjects)
        let includesMetadata = random.next() % 2 == 0
        let (id, effects) = try state.listen(to: subject, includesMetadata: includesMetadata)
        watchers[id] = Watcher(subject: subject, includesMetadata: includesMetadata)
        note("listen \(id)")
        perform(effects)
    }

    private mutating func unlisten() {
        guard let id = watchers.keys.sorted().first else { return }
        watchers[id] = nil
        note("unlisten \(id)")
        perform(state.unlisten(id))
    }

    private mutating func randomWrite() -> Write? {
        let parent = random.next() % 8 == 0 ? ["x", "y", "c"] : ["c"]
        let path = ResourcePath(parent + ["d\(random.next() % 6)"])
        let name = ResourceName(database: server.database, path: path)
        let field = HearthFirestoreModel.FieldPath(["a"])
        let number = Value.integer(Int64(random.next() % 6))
        let tags = Value.array([.integer(Int64(random.next() % 3))])
        switch random.next() % 8 {
        case 0: return Write(name, .delete)
        case 1: return Write(name, .update(["a": number], mask: [field]), precondition: .exists(true))
        case 2: return Write(name, .update([:], mask: []), transforms: [FieldTransform(field, .increment(.integer(1)))])
        case 3:
            let path = HearthFirestoreModel.FieldPath(["at"])
            return Write(
                name,
                .update(["a": number], mask: [field]),
                transforms: [FieldTransform(path, .setToRequestTime)]
            )
        case 4: return Write(name, .update(["a": number, "tags": tags], mask: nil), precondition: .exists(false))
        default: return Write(name, .update(["a": number, "tags": tags], mask: nil))
        }
    }

    // MARK: What follows

    private mutating func perform(_ effects: [SyncState.Effect]) {
        for effect in effects {
            switch effect {
            case .show(let id, let snapshot): show(id, snapshot)
            case .fail(let id, let error): Issue.record("listener \(id) failed: \(error)")
            case .ask(let request): ask(request)
            case .finish(let batch, _): finished[batch, default: 0] += 1
            case .inSync: break
            }
        }
    }

    private mutating func show(_ id: Int, _ snapshot: ViewSnapshot) {
        guard let watcher = watchers[id] else {
            Issue.record("listener \(id) is not there any more")
            return
        }
        note("show \(id) cache \(snapshot.isFromCache): \(snapshot.results.map(\.summary))")
        if let before = watcher.shown, before == snapshot { Issue.record("listener \(id) was shown the same again") }
        checkChanges(watcher.subject, watcher.shown?.results ?? [], snapshot.results)
        watchers[id]?.shown = snapshot
    }

    /// Changes, applied one after the other, turn the old list into the new one.
    private func checkChanges(_ subject: WatchSubject, _ old: [ShownDocument], _ new: [ShownDocument]) {
        guard case .query(let query) = subject, let order = try? query.prepared().order else { return }
        var list = old
        for change in ResultChange.changes(from: old, to: new, order: order, includesMetadata: true) {
            if let index = change.oldIndex, list.indices.contains(index) {
                #expect(list[index].path == change.document.path)
                list.remove(at: index)
            }
            if let index = change.newIndex { list.insert(change.document, at: min(index, list.count)) }
        }
        let isEqual =
            list.count == new.count && zip(list, new).allSatisfy { $0.path == $1.path && $0.hasSameContent(as: $1) }
        #expect(isEqual, "\(old.map(\.summary)) → \(new.map(\.summary)) became \(list.map(\.summary))")
    }

    private mutating func note(_ text: @autoclosure () -> String) {
        if Self.traces { log.append(text()) }
    }

    static let traces = false

    // MARK: What must be in the end

    mutating func check(_ seed: UInt64) {
        for (id, watcher) in watchers.sorted(by: { $0.key < $1.key }) {
            let expected = server.results(of: watcher.subject)
            let shown = watcher.shown?.results ?? []
            let isEqual =
                shown.map(\.path) == expected.map(\.name.path) && shown.map(\.document.fields) == expected.map(\.fields)
            let got = shown.map(\.summary)
            #expect(
                watcher.shown != nil && isEqual,
                "seed \(seed), listener \(id): \(got) and not \(expected.map { ShownDocument($0).summary })"
            )
            // Who is told of everything knows that everything is settled.
            guard watcher.includesMetadata else { continue }
            #expect(shown == expected.map { ShownDocument($0) }, "seed \(seed), listener \(id)")
            #expect(watcher.shown?.isFromCache == false, "seed \(seed), listener \(id)")
        }
        #expect(finished.values.allSatisfy { $0 == 1 }, "seed \(seed): a write was answered \(finished)")
        #expect(state.batches.isEmpty, "seed \(seed)")
        let needed = Set(watchers.values.flatMap { server.results(of: $0.subject).map(\.name.path) })
        let kept = state.remote.filter { $0.value.document != nil }.keys
        #expect(
            Set(kept).isSubset(of: needed.union([ResourcePath(["c", "d0"])])),
            "seed \(seed): memory keeps too much"
        )
        for id in watchers.keys { perform(state.unlisten(id)) }
        #expect(state.remote.isEmpty, "seed \(seed): memory keeps what no listener needs")
    }
}

struct SyncWalkTests {
    @Test func `after any cuts and delays every listener has what the server has`() throws {
        let count = UInt64(LongRuns.count(300, long: 10_000))
        for seed in 1...count {
            var walk = try SyncWalk(seed: seed)
            for _ in 0..<120 { try walk.step() }
            try walk.settle()
            walk.check(seed)
        }
    }
}

extension ShownDocument {
    fileprivate var summary: String {
        "\(path.text) \(document.fields["a"] ?? .null)\(hasPendingWrites ? " pending" : "")"
    }
}
