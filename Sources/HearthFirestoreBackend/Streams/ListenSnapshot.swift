internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire

/// Computes what a stream is told to bring its client from one moment to another.
struct ListenSnapshot: Sendable {
    private(set) var targets: [ListenTarget]
    /// The queries whose results are told in full; the stream reads them piece by piece, because they may be many.
    private(set) var whole: [(target: Int32, query: PreparedQuery)] = []
    /// What is said about targets before and behind the documents.
    private var before: [ListenResponse] = []
    private var behind: [ListenResponse] = []
    private(set) var time = Timestamp.earliest
    /// What is told of documents; the results of ``whole`` follow.
    private(set) var news = ListenNews()
    private let since: Timestamp?
    /// The revision of the authorizer.
    private let revision: Int
    /// Whether targets that were allowed are asked about again.
    private let asksAgain: Bool
    private let checkGet: (@Sendable (ResourceName, Document?, DocumentReader) throws -> Void)?
    private let checkList: (@Sendable (PreparedQuery, DocumentReader) throws -> Void)?

    typealias RunQuery = (PreparedQuery, Timestamp?) throws -> [FoundName]
    typealias ChangesSince = (Timestamp, ListenInterest) throws -> [ChangedName]?
    typealias ReadChange = (ChangedName) throws -> DocumentUpdate?

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
        _ changed: ChangesSince,
        _ update: ReadChange
    ) throws {
        time = bounds.time
        let known = since.flatMap { $0 >= bounds.knownSince ? $0 : nil }
        // Without them every target is told anew: they are forgotten, or too many.
        let changes = try known.flatMap { try changed($0, targets.interest) }
        var refusals: [Int: FirestoreError] = [:]
        var following: [Int] = []
        for index in targets.indices {
            do {
                if asksAgain || targets[index].allowedBy != revision {
                    try authorize(targets[index], read)
                    targets[index].allowedBy = revision
                }
                if !targets[index].isCurrent {
                    if let changes = try begin(index, bounds, run, read, changed) {
                        try follow([index], changes, &refusals, run, read, update)
                    }
                } else if changes != nil {
                    following.append(index)
                } else {
                    try reset(index, run, read)
                }
            } catch let error as FirestoreError {
                refusals[index] = error
            }
        }
        try follow(following, changes ?? [], &refusals, run, read, update)
        conclude(refusals, toldAll: changes == nil)
    }

    /// Says of every target how it stands, and forgets those that are over.
    private mutating func conclude(_ refusals: [Int: FirestoreError], toldAll: Bool) {
        var kept: [ListenTarget] = []
        for (index, var target) in targets.enumerated() {
            if let error = refusals[index] {
                before.append(Self.removal(target.id, error))
                continue
            }
            if !target.isCurrent || toldAll { behind.append(current(target.id)) }
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

    /// Answers a target for the first time, in full; or gives the changes that are to be told instead.
    private mutating func begin(
        _ index: Int,
        _ bounds: SnapshotBounds,
        _ run: RunQuery,
        _ read: DocumentReader,
        _ changed: ChangesSince
    ) throws -> [ChangedName]? {
        let target = targets[index]
        switch target.resume {
        case .fresh: try answerAll(index, run, read)
        case .unreadable: try reset(index, run, read)
        case .at(let moment) where moment > bounds.time || moment < bounds.epoch:
            try reset(index, run, read)
        case .at(let moment) where moment >= bounds.knownSince:
            guard let changes = try changed(moment, [target].interest) else {
                try reset(index, run, read)
                return nil
            }
            if case .query(let query) = target.subject, target.isLimited {
                targets[index].members = Self.members(try run(query, moment))
            }
            return changes
        case .at(let moment): try answerChanged(index, since: moment, run, read)
        }
        return nil
    }

    private mutating func answerAll(
        _ index: Int,
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        let target = targets[index]
        switch target.subject {
        case .query(let query) where target.isLimited:
            let results = try run(query, nil)
            for result in results { news.enter(result.name, target.id) }
            targets[index].members = Self.members(results)
        case .query(let query): whole.append((target.id, query))
        case .documents(let names):
            for name in names {
                if let document = try read(name) {
                    news.enter(document, target.id)
                } else {
                    news.leave(name, nil, target.id)
                }
            }
        }
    }

    private mutating func reset(_ index: Int, _ run: RunQuery, _ read: DocumentReader) throws {
        before.append(change(4, targets[index].id, token: ResumeToken.bytes(time), at: nil))
        try answerAll(index, run, read)
    }

    /// Goes on from a moment that is not known any more: what was changed since comes, and a set of all names tells
    /// which documents are gone.
    private mutating func answerChanged(
        _ index: Int,
        since moment: Timestamp,
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        let target = targets[index]
        guard case .query(let query) = target.subject, !target.isLimited else {
            // A document that moved up has an old update time: nothing would tell of it.
            if target.isLimited { return try reset(index, run, read) }
            return try answerAll(index, run, read)
        }
        let results = try run(query, nil)
        for result in results where result.updateTime > moment { news.enter(result.name, target.id) }
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

    /// Tells targets of changes, each of which is read once.
    private mutating func follow(
        _ indices: [Int],
        _ changes: [ChangedName],
        _ refusals: inout [Int: FirestoreError],
        _ run: RunQuery,
        _ read: DocumentReader,
        _ update: ReadChange
    ) throws {
        var stale: Set<Int> = []
        for change in indices.isEmpty ? [] : changes {
            guard let update = try update(change) else { continue }
            for index in indices where refusals[index] == nil {
                do {
                    if try follow(targets[index], update, read) { stale.insert(index) }
                } catch let error as FirestoreError {
                    refusals[index] = error
                }
            }
        }
        for index in indices where stale.contains(index) {
            guard case .query(let query) = targets[index].subject else { continue }
            try followWindow(index, query, run, read)
        }
    }

    /// Tells a target of a change.
    ///
    /// - Returns: Whether the change may move the results of a query with a limit, which are then looked at as a whole.
    private mutating func follow(
        _ target: ListenTarget,
        _ update: DocumentUpdate,
        _ read: DocumentReader
    ) throws -> Bool {
        switch target.subject {
        case .documents:
            guard target.documents.contains(update.name) else { return false }
            // What the caller may not see any more ends the target.
            try checkGet?(update.name, update.after, read)
            if let after = update.after {
                news.enter(after, target.id)
            } else {
                news.leave(update.name, nil, target.id)
            }
        case .query(let query):
            let was = update.before.map(query.matches) ?? false
            let isNow = update.after.map(query.matches) ?? false
            if target.isLimited { return was || isNow }
            if isNow, let after = update.after {
                news.enter(after, target.id)
            } else if was {
                news.leave(update.name, update.after, target.id)
                try hideUnlessAllowed(update.name, update.after, read)
            }
        }
        return false
    }

    /// With a limit one document moves up when another one goes: the results then and now are compared.
    private mutating func followWindow(
        _ index: Int,
        _ query: PreparedQuery,
        _ run: RunQuery,
        _ read: DocumentReader
    ) throws {
        let target = targets[index]
        let results = try run(query, nil)
        let now = Self.members(results)
        for result in results where target.members[result.name] != result.updateTime {
            news.enter(result.name, target.id)
        }
        for name in target.members.keys where now[name] == nil {
            let document = try read(name)
            news.leave(name, document, target.id)
            // A document that only fell out of the limit is still covered by what allowed the query.
            if !(document.map(query.matches) ?? false) { try hideUnlessAllowed(name, document, read) }
        }
        targets[index].members = now
    }

    private static func members(_ results: [FoundName]) -> [ResourceName: Timestamp] {
        Dictionary(results.map { ($0.name, $0.updateTime) }) { $1 }
    }

    /// What allowed a query says nothing about a document that does not match it any more.
    private mutating func hideUnlessAllowed(_ name: ResourceName, _ document: Document?, _ read: DocumentReader) throws
    {
        guard let checkGet, document != nil, !news.hasEntered(name) else { return }
        do { try checkGet(name, document, read) } catch is FirestoreError { news.hide(name) }
    }

    // MARK: Messages

    /// Whether there is anything to tell.
    var isEmpty: Bool { news.isEmpty && before.isEmpty && behind.isEmpty }

    /// What is told first, about targets.
    var beginning: [ListenResponse] { before }

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
