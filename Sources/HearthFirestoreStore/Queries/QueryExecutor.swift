internal import HearthDatabase
internal import HearthFirestoreModel

/// Runs a query over the tables, at the present or at a time.
struct QueryExecutor {
    let query: PreparedQuery
    let record: DatabaseRecord
    /// The time that is looked at; `nil` for now.
    let time: Timestamp?
    private let bounds: CursorBounds

    init(_ query: PreparedQuery, _ record: DatabaseRecord, at time: Timestamp?) {
        self.query = query
        self.record = record
        self.time = time.flatMap { $0 < record.lastCommit ? $0 : nil }
        bounds = CursorBounds(query)
    }

    /// The first results in order, as many as are wanted, or all; those count that an offset will leave out.
    func results(wanted: Int?, _ db: borrowing Connection) throws -> [Document] {
        if wanted == 0 { return [] }
        var best = BestResults(wanted: wanted)
        let collections = try CollectionTable.all(in: query.scope, of: record.id, db)
        let changed = try time.map { try HistoryTable.changedCollections(of: record.id, since: $0, db) } ?? []
        for collection in collections {
            if collection.documents == 0, !changed.contains(collection.id) { continue }
            var past: [[UInt8]: StoredVersion?] = [:]
            if let time, changed.contains(collection.id) {
                past = try HistoryTable.versions(in: collection.id, of: record.id, at: time, db)
            }
            var seen: Set<[UInt8]> = []
            for (id, version) in past {
                guard let version, let found = try candidate(id, version, collection) else { continue }
                best.add(found)
            }
            for branch in query.branches {
                try scan(branch, collection, past, &seen, &best, db)
            }
        }
        return best.sorted()
    }

    private func scan(
        _ branch: Conjunction,
        _ collection: CollectionRecord,
        _ past: [[UInt8]: StoredVersion?],
        _ seen: inout Set<[UInt8]>,
        _ best: inout BestResults,
        _ db: borrowing Connection
    ) throws {
        let hasBranches = query.branches.count > 1
        var found = 0
        /// Takes a candidate unless it was taken before.
        func take(_ id: [UInt8], _ version: StoredVersion) throws {
            guard past[id] == nil, let result = try candidate(id, version, collection) else { return }
            found += 1
            guard !hasBranches || seen.insert(id).inserted else { return }
            best.add(result)
        }
        switch try Planner(query: query, database: record.id).access(for: branch, in: collection, db) {
        case .nothing: break
        case .ids(let ids):
            for id in ids {
                if let version = try DocumentTable.find(id, in: collection.id, db) { try take(id, version) }
            }
        case .documents(let range):
            let isDescending = query.order.isByName && query.order.isNameDescending
            try DocumentTable.step(collection.id, range, isDescending: isDescending, db) { id, version in
                try take(id, version)
                return best.wanted.map { !query.order.isByName || found < $0 } ?? true
            }
        case .entries(let range, let isOrdered):
            let isDescending = isOrdered && query.order.orders[0].isDescending
            var group: ArraySlice<UInt8> = []
            try EntryTable.step(range, isDescending: isDescending, db) { key in
                guard let (value, id) = EntryTable.parts(of: key) else { throw StoreDamage.unreadableKey }
                // Enough were found, and those of the value that was seen last are all there to be sorted.
                if isOrdered, let wanted = best.wanted, found >= wanted, query.order.isByName || value != group {
                    return false
                }
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
        _ collection: CollectionRecord
    ) throws -> Result? {
        guard let segment = ResourcePath(key: id)?.id else { throw StoreDamage.unreadableKey }
        let name = ResourceName(database: query.database, path: collection.path.appending(segment))
        let document = try version.document(named: name)
        guard query.matchesFilter(of: document), let key = query.order.key(of: document), bounds.contains(key) else {
            return nil
        }
        return Result(key: key, document: document)
    }

    /// A result with its place in the order.
    struct Result {
        let key: [UInt8]
        let document: Document
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

/// Keeps the first results of those that it is given.
private struct BestResults {
    let wanted: Int?
    private var results: [QueryExecutor.Result] = []

    init(wanted: Int?) {
        self.wanted = wanted
    }

    mutating func add(_ result: QueryExecutor.Result) {
        results.append(result)
        // Sorting now and then costs less than keeping order, and memory stays in proportion to what is wanted.
        if let wanted, results.count >= 2 * wanted + 256 { cut(to: wanted) }
    }

    private mutating func cut(to count: Int) {
        results.sort { $0.key.lexicographicallyPrecedes($1.key) }
        if results.count > count { results.removeSubrange(count...) }
    }

    mutating func sorted() -> [Document] {
        cut(to: wanted ?? results.count)
        return results.map(\.document)
    }
}
