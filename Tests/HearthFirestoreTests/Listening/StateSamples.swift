import HearthFirestoreModel
import HearthFirestoreWire

@testable import HearthFirestore

/// What a scripted server says, in few words.
enum Said {
    static let database = DatabaseName(project: "p")

    static func name(_ path: String) -> ResourceName {
        ResourceName(database: database, path: ResourcePath(path.split(separator: "/").map(String.init)))
    }

    static func time(_ micros: Int64) -> ModelTimestamp { ModelTimestamp(microseconds: micros) }

    static func document(_ path: String, _ fields: Fields, at micros: Int64) -> Document {
        Document(name: name(path), fields: fields, createTime: time(1), updateTime: time(micros))
    }

    private static func target(_ type: Int32, _ ids: [Int32], _ fill: (inout WireTargetChange) -> Void = { _ in })
        -> ListenResponse
    {
        var change = WireTargetChange()
        change.type = type
        change.targetIds = ids
        fill(&change)
        var response = ListenResponse()
        response.targetChange = change
        return response
    }

    static func add(_ ids: Int32...) -> ListenResponse { target(1, ids) }

    static func remove(_ id: Int32, _ cause: HearthFirestoreModel.FirestoreError? = nil) -> ListenResponse {
        target(2, [id]) { $0.cause = cause.map(WireStatus.init) }
    }

    static func current(_ id: Int32, token: String = "") -> ListenResponse {
        target(3, [id]) { $0.resumeToken = Array(token.utf8) }
    }

    static func reset(_ id: Int32) -> ListenResponse { target(4, [id]) }

    /// All that was told is of a moment.
    static func mark(_ micros: Int64, token: String = "") -> ListenResponse {
        target(0, []) {
            $0.readTime = time(micros)
            $0.resumeToken = Array(token.utf8)
        }
    }

    static func change(
        _ path: String,
        _ fields: Fields,
        at micros: Int64,
        in ids: [Int32],
        notIn removed: [Int32] = []
    ) -> ListenResponse {
        var change = WireDocumentChange()
        change.document = WireDocument(document(path, fields, at: micros))
        change.targetIds = ids
        change.removedTargetIds = removed
        var response = ListenResponse()
        response.documentChange = change
        return response
    }

    static func deletion(_ path: String, at micros: Int64?, from ids: [Int32]) -> ListenResponse {
        var deletion = WireDocumentDelete()
        deletion.document = name(path).text
        deletion.readTime = micros.map(time)
        deletion.removedTargetIds = ids
        var response = ListenResponse()
        response.documentDelete = deletion
        return response
    }

    static func removal(_ path: String, from ids: [Int32]) -> ListenResponse {
        var removal = WireDocumentRemove()
        removal.document = name(path).text
        removal.removedTargetIds = ids
        var response = ListenResponse()
        response.documentRemove = removal
        return response
    }

    static func count(_ id: Int32, _ count: Int32, names: [String]? = nil) -> ListenResponse {
        var filter = WireExistenceFilter()
        filter.targetId = id
        filter.count = count
        if let names {
            let bloom = BloomFilter(names: names.map { name($0).text })
            var bits = WireBitSequence()
            bits.bitmap = bloom.bitmap
            bits.padding = Int32(bloom.padding)
            var message = WireBloomFilter()
            message.bits = bits
            message.hashCount = Int32(bloom.hashCount)
            filter.unchangedNames = message
        }
        var response = ListenResponse()
        response.filter = filter
        return response
    }
}

/// A client's state, and what each of its listeners is shown.
struct StateScript {
    private(set) var state = SyncState(database: Said.database)
    /// What each listener was shown, one line a snapshot: ids with `n`, a star for a pending write, `cache` or `server`.
    private(set) var shown: [Int: [String]] = [:]
    private(set) var asked: [ListenRequest] = []
    private(set) var failures: [Int: HearthFirestore.FirestoreError.Code] = [:]
    private(set) var finished: [Int: HearthFirestore.FirestoreError.Code?] = [:]

    mutating func listen(
        _ collection: String = "c",
        limit: Int? = nil,
        metadata: Bool = false,
        document: String? = nil
    ) throws -> Int {
        let subject: WatchSubject
        if let document {
            subject = .document(Said.name(document))
        } else {
            var query = ModelQuery(parent: Said.name(""), source: .init(collection))
            query.orders = [.init(ModelPath(["n"]))]
            query.limit = limit
            query.orders = try query.prepared().order.orders
            subject = .query(query)
        }
        let (listener, effects) = try state.listen(to: subject, includesMetadata: metadata)
        shown[listener] = []
        perform(effects)
        return listener
    }

    mutating func unlisten(_ listener: Int) { perform(state.unlisten(listener)) }

    mutating func open() -> [ListenRequest] { state.openStream() }

    mutating func hear(_ messages: ListenResponse...) throws {
        for message in messages { perform(try state.receive(message)) }
    }

    mutating func write(_ writes: Write..., at micros: Int64 = 500) -> Int {
        let (batch, effects) = state.write(writes, at: Said.time(micros))
        perform(effects)
        return batch
    }

    mutating func acknowledge(_ batch: Int, at micros: Int64, _ updated: Int64?...) {
        let times = updated.isEmpty ? [Said.time(micros)] : updated.map { $0.map(Said.time) }
        perform(state.acknowledge(batch, CommitOutcome(time: Said.time(micros), updateTimes: times)))
    }

    mutating func reject(_ batch: Int, _ code: HearthFirestore.FirestoreError.Code) {
        perform(state.reject(batch, HearthFirestore.FirestoreError(code, "refused")))
    }

    mutating func goOffline() { perform(state.goOffline()) }
    mutating func loseStream() { state.loseStream() }
    mutating func changeUser(keeping batch: Int? = nil) { perform(state.changeUser(keeping: batch)) }
    mutating func failAll(_ code: HearthFirestore.FirestoreError.Code) {
        perform(state.failAll(HearthFirestore.FirestoreError(code, "failed")))
    }

    private mutating func perform(_ effects: [SyncState.Effect]) {
        for effect in effects {
            switch effect {
            case .show(let listener, let snapshot):
                let results = snapshot.results.map { shown in
                    let number: String =
                        if case .integer(let n) = shown.document.fields["n"] { String(n) } else { "?" }
                    return shown.path.id + number + (shown.hasPendingWrites ? "*" : "")
                }
                let line = results + [snapshot.isFromCache ? "cache" : "server"]
                shown[listener, default: []].append(line.joined(separator: " "))
            case .ask(let request): asked.append(request)
            case .fail(let listener, let error): failures[listener] = error.code
            case .finish(let batch, .success): finished[batch] = .some(nil)
            case .finish(let batch, .failure(let error)): finished[batch] = .some(error.code)
            case .inSync: break
            }
        }
    }
}
