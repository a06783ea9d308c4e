internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire

/// Computes what a stream is told to bring its client from one moment to another.
struct ListenSnapshot: Sendable {
    /// What happened to a document, and which targets it concerns.
    private struct Change: Sendable {
        var document: Document?
        var entered: [Int32] = []
        var left: [Int32] = []
        /// Whether the caller may see what the document is now.
        var isVisible = true
    }

    private(set) var targets: [ListenTarget]
    private var changes: [ResourceName: Change] = [:]
    private var order: [ResourceName] = []
    /// The queries whose results are told in full; the stream reads them piece by piece, because they may be many.
    private(set) var whole: [(target: Int32, query: PreparedQuery)] = []
    /// What is said about targets before and behind the documents.
    private var before: [ListenResponse] = []
    private var behind: [ListenResponse] = []
    private(set) var time = Timestamp.earliest
    private let since: Timestamp?
    /// The revision of the authorizer.
    private let revision: Int
    /// Whether targets that were allowed are asked about again.
    private let asksAgain: Bool
    private let checkGet: (@Sendable (ResourceName, Document?, DocumentReader) throws -> Void)?
    private let checkList: (@Sendable (PreparedQuery, DocumentReader) throws -> Void)?

    typealias RunQuery = (PreparedQuery, Timestamp?) throws -> [Document]
    typealias ChangesSince = (Timestamp, ListenInterest) throws -> [DocumentUpdate]?

    init(
        _ targets: [ListenTarget],
        since: Timestamp?,
        revision: Int,
        asksAgain: Bool,
        checkGet: (@Sendable (ResourceName, Document?, DocumentReader) throws -> Void)?,
        checkList: (@Sendable (PreparedQuery, DocumentReader) throws -> Void)?
    ) {
        self.targets = targets
        self.since = since
        self.revision = revision
        self.asksAgain = asksAgain
        self.checkGet = checkGet
        self.checkList = checkList
    }

    /// Looks at the store.
    mutating func look(
        _ bounds: SnapshotBounds,
        _ run: RunQuery,
        _ read: DocumentReader,
        _ changed: ChangesSince
    ) throws {
        time = bounds.time
        let known = since.flatMap { $0 >= bounds.knownSince ? $0 : nil }
        // Without them every target is told anew: they are forgotten, or too many.
        let updates = try known.flatMap { try changed($0, targets.interest) }
        var kept: [ListenTarget] = []
        for var target in targets {
            let wasCurrent = target.isCurrent
            do {
                if asksAgain || target.allowedBy != revision {
                    try authorize(target, read)
                    target.allowedBy = revision
                }
                if !wasCurrent {
                    try begin(&target, bounds, run, read, changed)
                } else if let updates {
                    try follow(&target, updates, run, read)
                } else {
                    try reset(&target, run, read)
                }
            } catch let error as FirestoreError {
                before.append(Self.removal(target.id, error))
                continue
            }
            if !wasCurrent || updates == nil { behind.append(current(target.id)) }
            target.isCurrent = true
            if target.once {
                behind.append(Self.removal(target.id, nil))
            } else {
                kept.append(target)
            }
        }
        targets = kept
    }

    private func authorize(_ target: ListenTarget, _ read: DocumentReader) throws {
        switch target.subject {
        case .query(let query): try checkList?(query, read)
        case .documents(let names): for name in names { try checkGet?(name, try read(name), read) }
        }
    }

    // MARK: The first answer

    private mutating func begin(
        _ target: inout ListenTarget,
        _ bounds: SnapshotBounds,
        _ run: RunQuery,
        _ read: DocumentReader,
        _ changed: ChangesSince
    ) throws {
        switch target.resume {
        case .fresh: try answerAll(&target, run, read)
        case .unreadable: try reset(&target, run, read)
        case .at(let moment) where moment > bounds.time || moment < bounds.epoch: try reset(&target, run, read)
        case .at(let moment) where moment >= bounds.knownSince:
            guard let updates = try changed(moment, [target].interest) else { return try reset(&target, run, read) }
            if case .query(let query) = target.subject, target.isLimited {
                target.members = Self.members(try run(query, moment))
            }
            try follow(&target, updates, run, read)
        case .at(let moment): try answerChanged(&target, since: moment, run, read)
        }
    }

    private mutating func answerAll(
        _ target: inout ListenTarget,
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        switch target.subject {
        case .query(let query) where target.isLimited:
            let results = try run(query, nil)
            for document in results { enter(document, target.id) }
            target.members = Self.members(results)
        case .query(let query): whole.append((target.id, query))
        case .documents(let names):
            for name in names {
                if let document = try read(name) { enter(document, target.id) } else { leave(name, nil, target.id) }
            }
        }
    }

    private mutating func reset(_ target: inout ListenTarget, _ run: RunQuery, _ read: DocumentReader) throws {
        before.append(change(4, target.id, token: ResumeToken.bytes(time), at: nil))
        try answerAll(&target, run, read)
    }

    /// Goes on from a moment that is not known any more: what was changed since comes, and a set of all names tells
    /// which documents are gone.
    private mutating func answerChanged(
        _ target: inout ListenTarget,
        since moment: Timestamp,
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        guard case .query(let query) = target.subject, !target.isLimited else {
            // A document that moved up has an old update time: nothing would tell of it.
            if target.isLimited { return try reset(&target, run, read) }
            return try answerAll(&target, run, read)
        }
        let results = try run(query, nil)
        for document in results where document.updateTime ?? .latest > moment { enter(document, target.id) }
        var filter = WireExistenceFilter()
        filter.targetId = target.id
        filter.count = Int32(clamping: results.count)
        if let expected = target.expectedCount, expected > 0 {
            filter.unchangedNames = WireBloomFilter(names: results.map(\.name.text))
        }
        var response = ListenResponse()
        response.filter = filter
        behind.append(response)
    }

    // MARK: Later ones

    private mutating func follow(
        _ target: inout ListenTarget,
        _ updates: [DocumentUpdate],
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        switch target.subject {
        case .documents(let names):
            let names = Set(names)
            for update in updates where names.contains(update.name) {
                // What the caller may not see any more ends the target.
                try checkGet?(update.name, update.after, read)
                if let after = update.after {
                    enter(after, target.id)
                } else {
                    leave(update.name, nil, target.id)
                }
            }
        case .query(let query) where target.isLimited:
            guard updates.contains(where: { Self.concerns($0, query) }) else { return }
            try followWindow(&target, query, run, read)
        case .query(let query):
            for update in updates {
                let was = update.before.map(query.matches) ?? false
                let isNow = update.after.map(query.matches) ?? false
                if isNow, let after = update.after {
                    enter(after, target.id)
                } else if was {
                    leave(update.name, update.after, target.id)
                    try hideUnlessAllowed(update.name, update.after, read)
                }
            }
        }
    }

    private static func concerns(_ update: DocumentUpdate, _ query: PreparedQuery) -> Bool {
        [update.before, update.after].contains { $0.map(query.matches) ?? false }
    }

    /// With a limit one document moves up when another one goes: the results then and now are compared.
    private mutating func followWindow(
        _ target: inout ListenTarget,
        _ query: PreparedQuery,
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        let results = try run(query, nil)
        let now = Self.members(results)
        for document in results where target.members[document.name] != now[document.name] {
            enter(document, target.id)
        }
        for name in target.members.keys where now[name] == nil {
            let document = try read(name)
            leave(name, document, target.id)
            // A document that only fell out of the limit is still covered by what allowed the query.
            if !(document.map(query.matches) ?? false) { try hideUnlessAllowed(name, document, read) }
        }
        target.members = now
    }

    private static func members(_ documents: [Document]) -> [ResourceName: Timestamp] {
        Dictionary(documents.map { ($0.name, $0.updateTime ?? .earliest) }) { $1 }
    }

    /// What allowed a query says nothing about a document that does not match it any more.
    private mutating func hideUnlessAllowed(_ name: ResourceName, _ document: Document?, _ read: DocumentReader) throws
    {
        guard let checkGet, document != nil, changes[name]?.entered.isEmpty ?? true else { return }
        do { try checkGet(name, document, read) } catch is FirestoreError { changes[name]?.isVisible = false }
    }

    private mutating func enter(_ document: Document, _ target: Int32) {
        if changes[document.name] == nil { order.append(document.name) }
        changes[document.name, default: Change()].document = document
        changes[document.name]?.entered.append(target)
        changes[document.name]?.isVisible = true
    }

    private mutating func leave(_ name: ResourceName, _ document: Document?, _ target: Int32) {
        if changes[name] == nil { order.append(name) }
        changes[name, default: Change()].document = document
        changes[name]?.left.append(target)
    }

    // MARK: Messages

    /// Whether there is anything to tell.
    var isEmpty: Bool { order.isEmpty && before.isEmpty && behind.isEmpty }

    /// What is told first, about targets.
    var beginning: [ListenResponse] { before }

    /// What is told then, about documents; the results of ``whole`` follow.
    var documents: some Sequence<ListenResponse> {
        order.lazy.compactMap { name in changes[name].map { message(name, $0) } }
    }

    /// What is told at last, the mark of the snapshot last.
    var ending: [ListenResponse] { behind + [mark] }

    /// Tells of a result.
    static func result(_ document: Document, _ target: Int32) -> ListenResponse {
        var message = WireDocumentChange()
        message.document = WireDocument(document)
        message.targetIds = [target]
        var response = ListenResponse()
        response.documentChange = message
        return response
    }

    /// Says that every target has been told everything up to the moment.
    var mark: ListenResponse {
        var response = ListenResponse()
        var change = WireTargetChange()
        change.resumeToken = ResumeToken.bytes(time)
        change.readTime = time
        response.targetChange = change
        return response
    }

    private func message(_ name: ResourceName, _ change: Change) -> ListenResponse {
        var response = ListenResponse()
        if let document = change.document, change.isVisible {
            var message = WireDocumentChange()
            message.document = WireDocument(document)
            message.targetIds = change.entered
            message.removedTargetIds = change.left
            response.documentChange = message
        } else if change.document == nil {
            var message = WireDocumentDelete()
            message.document = name.text
            message.readTime = time
            message.removedTargetIds = change.left
            response.documentDelete = message
        } else {
            var message = WireDocumentRemove()
            message.document = name.text
            message.readTime = time
            message.removedTargetIds = change.left
            response.documentRemove = message
        }
        return response
    }

    private func current(_ target: Int32) -> ListenResponse {
        change(3, target, token: ResumeToken.bytes(time), at: time)
    }

    private func change(_ type: Int32, _ target: Int32, token: [UInt8], at time: Timestamp?) -> ListenResponse {
        var change = WireTargetChange()
        change.type = type
        change.targetIds = [target]
        change.resumeToken = token
        change.readTime = time
        var response = ListenResponse()
        response.targetChange = change
        return response
    }

    static func removal(_ target: Int32, _ cause: FirestoreError?) -> ListenResponse {
        var change = WireTargetChange()
        change.type = 2
        change.targetIds = [target]
        change.cause = cause.map { WireStatus($0) }
        var response = ListenResponse()
        response.targetChange = change
        return response
    }

    static func addition(_ target: Int32) -> ListenResponse {
        var change = WireTargetChange()
        change.type = 1
        change.targetIds = [target]
        var response = ListenResponse()
        response.targetChange = change
        return response
    }
}

extension WireBloomFilter {
    /// The message of a filter that holds some names.
    ///
    /// One of more than 64 KiB would cost more than it saves: then there is none.
    fileprivate init?(names: [String]) {
        let filter = BloomFilter(names: names)
        guard filter.bitmap.count <= 65_536 else { return nil }
        self.init()
        var bits = WireBitSequence()
        bits.bitmap = filter.bitmap
        bits.padding = Int32(filter.padding)
        self.bits = bits
        hashCount = Int32(filter.hashCount)
    }
}
