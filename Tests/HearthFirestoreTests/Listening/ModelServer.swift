import FirestoreSamples
import HearthFirestoreModel
import HearthFirestoreWire

@testable import HearthFirestore

/// A server as the protocol describes one, in memory and without time: the answer that clients are compared with.
struct ModelServer {
    struct Change {
        let time: Int64
        let path: ResourcePath
        let document: Document?
    }

    let database: DatabaseName
    private(set) var documents: [ResourcePath: Document] = [:]
    private(set) var log: [Change] = []
    private(set) var time: Int64 = 1_000_000

    init(_ database: DatabaseName) {
        self.database = database
    }

    mutating func commit(_ writes: [Write]) throws(HearthFirestoreModel.FirestoreError) -> CommitOutcome {
        time += 1
        let now = HearthFirestoreModel.Timestamp(microseconds: time)
        var after = documents
        var changes: [Change] = []
        var updateTimes: [HearthFirestoreModel.Timestamp?] = []
        for write in writes {
            let outcome = try write.apply(to: after[write.name.path], commitTime: now)
            if outcome.document != after[write.name.path] {
                changes.append(Change(time: time, path: write.name.path, document: outcome.document))
            }
            after[write.name.path] = outcome.document
            updateTimes.append(outcome.updateTime)
        }
        documents = after
        log += changes
        return CommitOutcome(time: now, updateTimes: updateTimes)
    }

    /// All documents as they were at a moment.
    func documents(at moment: Int64) -> [ResourcePath: Document] {
        var past: [ResourcePath: Document] = [:]
        for change in log where change.time <= moment { past[change.path] = change.document }
        return past
    }

    func results(of subject: WatchSubject, at moment: Int64? = nil) -> [Document] {
        let documents = moment.map { self.documents(at: $0) } ?? self.documents
        switch subject {
        case .document(let name): return documents[name.path].map { [$0] } ?? []
        case .query(let query):
            guard let prepared = try? query.prepared() else { return [] }
            return prepared.run(over: documents.values).results
        }
    }
}

/// One listening stream of a ``ModelServer``, and what has been sent on it and not arrived.
struct ModelStream {
    private struct Target {
        let subject: WatchSubject
        var told: [ResourcePath: Document]
    }

    private var targets: [Int32: Target] = [:]
    private(set) var messages: [ListenResponse] = []

    /// How a target is resumed.
    enum Resuming: CaseIterable {
        case history
        case filterWithNames
        case filterAlone
        case reset
    }

    mutating func take() -> ListenResponse? {
        messages.isEmpty ? nil : messages.removeFirst()
    }

    mutating func receive(_ request: ListenRequest, _ server: ModelServer, _ resuming: Resuming) {
        if let id = request.removeTarget, targets.removeValue(forKey: id) != nil {
            send {
                $0.type = 2; $0.targetIds = [id]
            }
        }
        guard let message = request.addTarget, let subject = subject(of: message, server.database) else { return }
        let id = message.targetId
        // What is on the stream already is told everything first: the mark holds for all.
        update(server, marks: false)
        send {
            $0.type = 1; $0.targetIds = [id]
        }
        let results = server.results(of: subject)
        if let token = message.resumeToken, let since = Int64(String(decoding: token, as: UTF8.self)) {
            resume(id, subject, since, message.expectedCount ?? 0, server, resuming)
        } else {
            for document in results { send(document, [id], []) }
        }
        targets[id] = Target(
            subject: subject,
            told: Dictionary(uniqueKeysWithValues: results.map { ($0.name.path, $0) })
        )
        let token = Array(String(server.time).utf8)
        send {
            $0.type = 3; $0.targetIds = [id]; $0.resumeToken = token
        }
        mark(server)
    }

    private mutating func resume(
        _ id: Int32,
        _ subject: WatchSubject,
        _ since: Int64,
        _ expected: Int64,
        _ server: ModelServer,
        _ resuming: Resuming
    ) {
        let now = server.results(of: subject)
        var resuming = resuming
        if case .query(let query) = subject, query.limit != nil, resuming != .history { resuming = .reset }
        switch resuming {
        case .reset:
            send {
                $0.type = 4; $0.targetIds = [id]
            }
            for document in now { send(document, [id], []) }
        case .history:
            let before = Dictionary(
                uniqueKeysWithValues: server.results(of: subject, at: since).map { ($0.name.path, $0) }
            )
            tell(now, before, [id], server)
        case .filterWithNames, .filterAlone:
            for document in now where (document.updateTime?.microseconds ?? 0) > since { send(document, [id], []) }
            var filter = WireExistenceFilter()
            filter.targetId = id
            filter.count = Int32(now.count)
            if resuming == .filterWithNames {
                let names = BloomFilter(names: now.map(\.name.text))
                var message = WireBloomFilter()
                var bits = WireBitSequence()
                bits.bitmap = names.bitmap
                bits.padding = Int32(names.padding)
                message.bits = bits
                message.hashCount = Int32(names.hashCount)
                filter.unchangedNames = message
            }
            var response = ListenResponse()
            response.filter = filter
            messages.append(response)
        }
    }

    /// Tells every target what changed since it was told last.
    mutating func update(_ server: ModelServer, marks: Bool = true) {
        for id in targets.keys.sorted() {
            guard let target = targets[id] else { continue }
            let now = server.results(of: target.subject)
            tell(now, target.told, [id], server)
            targets[id]?.told = Dictionary(uniqueKeysWithValues: now.map { ($0.name.path, $0) })
        }
        if marks { mark(server) }
    }

    private mutating func tell(
        _ now: [Document],
        _ before: [ResourcePath: Document],
        _ ids: [Int32],
        _ server: ModelServer
    ) {
        let present = Set(now.map(\.name.path))
        for document in now where before[document.name.path] != document { send(document, ids, []) }
        for (path, document) in before.sorted(by: { $0.key < $1.key }) where !present.contains(path) {
            if let other = server.documents[path] {
                send(other, [], ids)
            } else {
                var deletion = WireDocumentDelete()
                deletion.document = document.name.text
                deletion.readTime = Timestamp(microseconds: server.time)
                deletion.removedTargetIds = ids
                var response = ListenResponse()
                response.documentDelete = deletion
                messages.append(response)
            }
        }
    }

    private mutating func mark(_ server: ModelServer) {
        send {
            $0.resumeToken = Array(String(server.time).utf8)
            $0.readTime = Timestamp(microseconds: server.time)
        }
    }

    private mutating func send(_ document: Document, _ ids: [Int32], _ removed: [Int32]) {
        var change = WireDocumentChange()
        change.document = WireDocument(document)
        change.targetIds = ids
        change.removedTargetIds = removed
        var response = ListenResponse()
        response.documentChange = change
        messages.append(response)
    }

    private mutating func send(_ fill: (inout WireTargetChange) -> Void) {
        var change = WireTargetChange()
        fill(&change)
        var response = ListenResponse()
        response.targetChange = change
        messages.append(response)
    }

    private func subject(of target: WireTarget, _ database: DatabaseName) -> WatchSubject? {
        if let name = target.documents?.documents.first {
            return (try? ResourceName(document: name)).map { .document($0) }
        }
        guard let message = target.query, let parent = try? ResourceName(parent: message.parent),
            let query = try? message.structuredQuery?.query(parent: parent)
        else { return nil }
        return .query(query)
    }

    private typealias Timestamp = HearthFirestoreModel.Timestamp
}
