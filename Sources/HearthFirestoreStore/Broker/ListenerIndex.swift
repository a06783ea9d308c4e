internal import HearthFirestoreModel

/// Finds the listeners that a change can concern, without a look at the others.
///
/// Listeners are filed by documents, collections and collection groups; among those of one collection, queries that ask
/// for a value are filed by that value, so that ten thousand of the kind `owner == …` cost a change as much as one.
struct ListenerIndex: Sendable {
    /// A query of a listener.
    private struct Entry: Sendable {
        let listener: Int
        let query: PreparedQuery
        let place: Place
        let filings: [Filing]
    }

    /// Where a query is filed first.
    private enum Place: Sendable, Hashable {
        case collection(ResourcePath)
        case group(String)
        /// Documents of any collection are in scope.
        case anywhere
    }

    /// A value of which every result of a branch of a query has one.
    fileprivate struct Filing: Sendable, Hashable {
        let path: FieldPath
        /// Whether the value is an element of the field's array.
        let isElement: Bool
        let key: [UInt8]
    }

    fileprivate struct Field: Sendable, Hashable {
        let path: FieldPath
        let isElement: Bool
    }

    /// The queries of one place.
    fileprivate struct Bucket: Sendable {
        var byValue: [Field: [[UInt8]: Set<Int>]] = [:]
        /// Queries that no value tells apart.
        var rest: Set<Int> = []

        var isEmpty: Bool { byValue.isEmpty && rest.isEmpty }
    }

    private var lastEntry = 0
    private var entries: [Int: Entry] = [:]
    private var entriesOfListeners: [Int: [Int]] = [:]
    private var documentsOfListeners: [Int: Set<ResourcePath>] = [:]
    private var byDocument: [ResourcePath: Set<Int>] = [:]
    private var buckets: [Place: Bucket] = [:]

    /// Files a listener under its interest, and no longer under an earlier one.
    mutating func set(_ interest: ListenInterest, of listener: Int) {
        remove(listener)
        for path in interest.documents { byDocument[path, default: []].insert(listener) }
        documentsOfListeners[listener] = interest.documents
        entriesOfListeners[listener] = interest.queries.map { file($0, listener) }
    }

    mutating func remove(_ listener: Int) {
        for path in documentsOfListeners.removeValue(forKey: listener) ?? [] {
            byDocument[path]?.remove(listener)
            if byDocument[path]?.isEmpty == true { byDocument[path] = nil }
        }
        for number in entriesOfListeners.removeValue(forKey: listener) ?? [] {
            guard let entry = entries.removeValue(forKey: number) else { continue }
            buckets[entry.place]?.remove(number, entry.filings)
            if buckets[entry.place]?.isEmpty == true { buckets[entry.place] = nil }
        }
    }

    private mutating func file(_ query: PreparedQuery, _ listener: Int) -> Int {
        lastEntry += 1
        let place: Place =
            switch query.scope {
            case .collection(let path): .collection(path)
            case .group(let id, _): .group(id)
            case .children, .descendants: .anywhere
            }
        let filings = buckets[place, default: Bucket()].insert(lastEntry, query)
        entries[lastEntry] = Entry(listener: listener, query: query, place: place, filings: filings)
        return lastEntry
    }

    /// The listeners that a change may concern, each with the query that decides; without one it does concern them.
    func candidates(for update: DocumentUpdate) -> [(listener: Int, query: PreparedQuery?)] {
        let path = update.name.path
        var found: [(listener: Int, query: PreparedQuery?)] = byDocument[path, default: []].map { ($0, nil) }
        guard let collection = path.parent else { return found }
        for place in [.collection(collection), .group(collection.id), Place.anywhere] {
            for number in buckets[place]?.candidates(for: update) ?? [] {
                guard let entry = entries[number], entry.query.scope.contains(path) else { continue }
                found.append((entry.listener, entry.query))
            }
        }
        return found
    }
}

extension ListenerIndex.Bucket {
    /// Files a query under a value for each of its branches, or among the rest if a branch asks for none.
    fileprivate mutating func insert(_ number: Int, _ query: PreparedQuery) -> [ListenerIndex.Filing] {
        var filings: Set<ListenerIndex.Filing> = []
        for branch in query.branches {
            let choices = branch.compactMap(ListenerIndex.Filing.init)
            // The value that the fewest ask for tells most.
            guard let choice = choices.min(by: { count($0) < count($1) }) else {
                rest.insert(number)
                return []
            }
            filings.insert(choice)
        }
        for filing in filings { byValue[filing.field, default: [:]][filing.key, default: []].insert(number) }
        return Array(filings)
    }

    private func count(_ filing: ListenerIndex.Filing) -> Int { byValue[filing.field]?[filing.key]?.count ?? 0 }

    fileprivate mutating func remove(_ number: Int, _ filings: [ListenerIndex.Filing]) {
        rest.remove(number)
        for filing in filings {
            byValue[filing.field]?[filing.key]?.remove(number)
            if byValue[filing.field]?[filing.key]?.isEmpty == true { byValue[filing.field]?[filing.key] = nil }
            if byValue[filing.field]?.isEmpty == true { byValue[filing.field] = nil }
        }
    }

    fileprivate func candidates(for update: DocumentUpdate) -> Set<Int> {
        var found = rest
        for (field, numbers) in byValue {
            for document in [update.before, update.after] {
                guard let value = document?.value(at: field.path) else { continue }
                for key in field.keys(of: value) { found.formUnion(numbers[key] ?? []) }
            }
        }
        return found
    }
}

extension ListenerIndex.Field {
    /// The keys under which a document with a value is looked up.
    fileprivate func keys(of value: Value) -> [[UInt8]] {
        guard isElement else { return [value.key] }
        guard case .array(let elements) = value else { return [] }
        return elements.map(\.key)
    }
}

extension ListenerIndex.Filing {
    fileprivate var field: ListenerIndex.Field { ListenerIndex.Field(path: path, isElement: isElement) }

    /// The value that a condition asks for; `nil` if it asks for none.
    fileprivate init?(_ condition: Condition) {
        switch condition.test {
        case .equal(let value): self.init(path: condition.path, isElement: false, key: value.key)
        case .arrayContains(let value): self.init(path: condition.path, isElement: true, key: value.key)
        case .isNull: self.init(path: condition.path, isElement: false, key: Value.null.key)
        default: return nil
        }
    }
}
