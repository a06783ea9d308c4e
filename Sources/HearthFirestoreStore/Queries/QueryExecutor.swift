internal import HearthDatabase
internal import HearthFirestoreModel

/// Runs a query over the tables, at the present or at a time.
struct QueryExecutor {
    let query: PreparedQuery
    let record: DatabaseRecord
    /// The time that is looked at; `nil` for now.
    let time: Timestamp?
    private let bounds: CursorBounds

    /// What was found.
    struct Findings {
        /// The first results, in order.
        let results: [QueryResult]
        /// Whether there are none behind them.
        let isComplete: Bool
        /// Whether the results behind them can be found without a look at all candidates again.
        let isResumable: Bool

        var documents: [Document] { results.compactMap(\.document) }
    }

    /// What the scans of one run have in common.
    private struct Run {
        var best: BestResults
        var keepsDocuments: Bool
        var isResumable = true
    }

    init(_ query: PreparedQuery, _ record: DatabaseRecord, at time: Timestamp?) {
        self.query = query
        self.record = record
        self.time = time.flatMap { $0 < record.lastCommit ? $0 : nil }
        bounds = CursorBounds(query)
    }

    /// The first results in order, as many as are wanted, or all; those count that an offset will leave out.
    func results(wanted: Int?, _ db: borrowing Connection) throws -> [Document] {
        try find(ResultQuota(documents: wanted), db).documents
    }

    /// Finds the first results in order; those count that an offset will leave out.
    ///
    /// The quota says how much is taken; without `keepsDocuments` only names are.
    func find(
        _ quota: ResultQuota,
        keepsDocuments: Bool = true,
        _ db: borrowing Connection
    ) throws -> Findings {
        if quota.documents == 0 { return Findings(results: [], isComplete: true, isResumable: true) }
        var run = Run(best: BestResults(quota: quota), keepsDocuments: keepsDocuments)
        let collections = try CollectionTable.all(in: query.scope, of: record.id, db)
        let changed = try time.map { try HistoryTable.changedCollections(of: record.id, since: $0, db) } ?? []
        for collection in collections {
            if collection.documents == 0, !changed.contains(collection.id) { continue }
            if isBehind(collection, run.best) { break }
            var past: [[UInt8]: Int64] = [:]
            if let time, changed.contains(collection.id) {
                past = try HistoryTable.changed(in: collection.id, of: record.id, since: time, db)
            }
            var seen: Set<[UInt8]> = []
            for (id, until) in past where try mayBeTaken(id, collection, run.best) {
                let version = try HistoryTable.version(of: id, in: collection.id, until: until, db)
                guard let version, let found = try candidate(id, version, collection, run.keepsDocuments) else {
                    continue
                }
                run.best.add(found)
            }
            for branch in query.branches {
                try scan(branch, collection, past, &seen, &run, db)
            }
        }
        let results = run.best.sorted()
        return Findings(results: results, isComplete: !run.best.isCut, isResumable: run.isResumable)
    }

    /// Whether a collection and all that follow have only documents behind what will be kept: results that come by name
    /// are in the order of the collections' paths.
    private func isBehind(_ collection: CollectionRecord, _ best: BestResults) -> Bool {
        guard query.order.isByName, !query.order.isNameDescending else { return false }
        let root = ResourceName(database: query.database, path: collection.path)
        return best.isBeyond(query.order.key(of: [.reference(root)], in: query.database))
    }

    /// Whether a document may be among those that will be kept, as far as its name tells: versions of other pages are not
    /// even read.
    private func mayBeTaken(_ id: [UInt8], _ collection: CollectionRecord, _ best: BestResults) throws -> Bool {
        guard query.order.isByName else { return true }
        let key = query.order.key(of: [.reference(try name(of: id, collection))], in: query.database)
        return bounds.contains(key) && !best.isBeyond(key)
    }

    private func name(of id: [UInt8], _ collection: CollectionRecord) throws -> ResourceName {
        guard let segment = ResourcePath(key: id)?.id else { throw StoreDamage.unreadableKey }
        return ResourceName(database: query.database, path: collection.path.appending(segment))
    }

    private func scan(
        _ branch: Conjunction,
        _ collection: CollectionRecord,
        _ past: [[UInt8]: Int64],
        _ seen: inout Set<[UInt8]>,
        _ run: inout Run,
        _ db: borrowing Connection
    ) throws {
        let hasBranches = query.branches.count > 1
        var (found, size, isBeyond) = (0, 0, false)
        /// Takes a candidate unless it was taken before.
        func take(_ id: [UInt8], _ version: StoredVersion) throws {
            guard past[id] == nil, let result = try candidate(id, version, collection, run.keepsDocuments) else {
                return
            }
            found += 1
            size += result.size
            isBeyond = isBeyond || run.best.isBeyond(result.key)
            guard !hasBranches || seen.insert(id).inserted else { return }
            run.best.add(result)
        }
        /// Whether a scan in the order of the results has nothing more to give, but for results that tie with the last.
        func isOver() -> Bool {
            let isOver = isBeyond || run.best.quota.isReached(found, size)
            if isOver { run.best.stop() }
            return isOver
        }
        switch try Planner(query: query, database: record.id).access(for: branch, in: collection, db) {
        case .nothing: break
        case .ids(let ids):
            for id in ids {
                if let version = try DocumentTable.find(id, in: collection.id, db) { try take(id, version) }
            }
        case .documents(let range):
            let isDescending = query.order.isByName && query.order.isNameDescending
            if !query.order.isByName { run.isResumable = false }
            try DocumentTable.step(collection.id, range, isDescending: isDescending, db) { id, version in
                if query.order.isByName, isOver() { return false }
                try take(id, version)
                return true
            }
        case .entries(let range, let isOrdered):
            let isDescending = isOrdered && query.order.orders[0].isDescending
            if !isOrdered { run.isResumable = false }
            var group: ArraySlice<UInt8> = []
            try EntryTable.step(range, isDescending: isDescending, db) { key in
                guard let (value, id) = EntryTable.parts(of: key) else { throw StoreDamage.unreadableKey }
                // Those of the value that was seen last are all there to be sorted.
                if isOrdered, query.order.isByName || value != group, isOver() { return false }
                group = value
                if let version = try DocumentTable.find(id, in: collection.id, db) { try take(id, version) }
                return true
            }
        }
    }

    /// The document with its place in the order, if it is a result.
    private func candidate(
        _ id: [UInt8],
        _ version: StoredVersion,
        _ collection: CollectionRecord,
        _ keepsDocument: Bool
    ) throws -> QueryResult? {
        let name = try name(of: id, collection)
        let document = try version.document(named: name)
        guard query.matchesFilter(of: document), let key = query.order.key(of: document), bounds.contains(key) else {
            return nil
        }
        return QueryResult(
            key: key,
            name: name,
            updated: Timestamp(microseconds: version.updated),
            document: keepsDocument ? document : nil,
            size: keepsDocument ? version.fields.count : key.count
        )
    }
}

/// The places between which results are.
private struct CursorBounds {
    private let start: (key: [UInt8], isBefore: Bool)?
    private let end: (key: [UInt8], isBefore: Bool)?

    init(_ query: PreparedQuery) {
        start = query.query.start.map { (query.order.key(of: $0.values, in: query.database), $0.isBefore) }
        end = query.query.end.map { (query.order.key(of: $0.values, in: query.database), $0.isBefore) }
    }

    func contains(_ key: [UInt8]) -> Bool {
        if let start {
            let place = Comparison(bytes: Array(key.prefix(start.key.count)), start.key)
            guard place == .greater || place == .equal && start.isBefore else { return false }
        }
        if let end {
            let place = Comparison(bytes: Array(key.prefix(end.key.count)), end.key)
            guard place == .less || place == .equal && !end.isBefore else { return false }
        }
        return true
    }
}
