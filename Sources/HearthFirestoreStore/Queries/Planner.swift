internal import HearthDatabase
internal import HearthFirestoreModel

/// Chooses how a query finds its candidates.
///
/// It only proposes: every candidate is checked against the whole query.
struct Planner {
    let query: PreparedQuery
    let database: Int64

    /// From this many entries on, an index is not selective.
    private static let probeLimit = 256

    func access(
        for branch: Conjunction,
        in collection: CollectionRecord,
        _ db: borrowing Connection
    ) throws -> Access {
        let ids = idRange(branch, collection.path)
        if ids.isEmpty { return .nothing }
        if let names = self.names(branch) { return .ids(self.ids(of: names, in: collection.path)) }
        if let equality = try bestEquality(branch, collection, ids, db) { return equality }
        guard let first = query.order.orders.first, !first.path.isDocumentName else { return .documents(ids) }
        // A result has every field of the order, so that its index has all results.
        guard let field = try FieldTable.find(first.path, in: database, db) else { return .nothing }
        let ordered = orderedRange(branch, first)
        if ordered.isEmpty { return .nothing }
        if let better = try betterRange(branch, collection, than: first.path, db) { return better }
        let prefix = EntryTable.prefix(collection: collection.id, field: field, .value)
        return .entries(ordered.prefixed(by: prefix), isOrdered: true)
    }

    // MARK: Names

    /// The documents that a branch names, if it does.
    private func names(_ branch: Conjunction) -> [ResourceName]? {
        for condition in branch where condition.path.isDocumentName {
            if case .equal(.reference(let name)) = condition.test { return [name] }
        }
        return nil
    }

    private func ids(of names: [ResourceName], in collection: ResourcePath) -> [[UInt8]] {
        names.filter { $0.database == query.database && $0.path.parent == collection }.map(\.path.lastKey)
    }

    /// The ids that the conditions and cursors on names leave, if results come by name.
    private func idRange(_ branch: Conjunction, _ collection: ResourcePath) -> KeyRange {
        var range = KeyRange.all
        for condition in branch where condition.path.isDocumentName {
            guard case .reference(let name) = condition.test.operands.first else { continue }
            switch condition.test {
            case .greaterThan, .greaterThanOrEqual: range = range.intersection(ids(from: name, collection))
            case .lessThan, .lessThanOrEqual: range = range.intersection(ids(upTo: name, collection))
            default: break
            }
        }
        guard query.order.isByName else { return range }
        for (cursor, isStart) in [(query.query.start, true), (query.query.end, false)] {
            guard case .reference(let name) = cursor?.values.first else { continue }
            let isLower = isStart != query.order.isNameDescending
            range = range.intersection(isLower ? ids(from: name, collection) : ids(upTo: name, collection))
        }
        return range
    }

    private func ids(from name: ResourceName, _ collection: ResourcePath) -> KeyRange {
        switch place(of: name, in: collection) {
        case .before: .all
        case .inside(let key): KeyRange(lower: key, upper: KeyRange.end)
        case .behind: KeyRange(lower: KeyRange.end, upper: KeyRange.end)
        }
    }

    private func ids(upTo name: ResourceName, _ collection: ResourcePath) -> KeyRange {
        switch place(of: name, in: collection) {
        case .before: KeyRange(lower: KeyRange.end, upper: KeyRange.end)
        case .inside(let key): KeyRange(lower: [], upper: KeyRange.successor(ofPrefix: key))
        case .behind: .all
        }
    }

    private enum Place {
        case before
        /// The rest of the name's key behind that of the collection.
        case inside([UInt8])
        case behind
    }

    private func place(of name: ResourceName, in collection: ResourcePath) -> Place {
        if name.database == query.database, name.path.isAtOrBelow(collection) {
            return .inside(Array(name.path.key.dropFirst(collection.key.count)))
        }
        let root = ResourceName(database: query.database, path: collection)
        return name.compare(to: root) == .less ? .before : .behind
    }

    // MARK: Indexes

    /// The equality or array element with the fewest entries.
    private func bestEquality(
        _ branch: Conjunction,
        _ collection: CollectionRecord,
        _ ids: KeyRange,
        _ db: borrowing Connection
    ) throws -> Access? {
        var best: (count: Int, access: Access)?
        for condition in branch where !condition.path.isDocumentName {
            switch condition.test {
            case .equal, .arrayContains, .isNull, .isNotANumber: break
            default: continue
            }
            guard let range = ConditionRange(condition.test),
                let field = try FieldTable.find(condition.path, in: database, db)
            else { return .nothing }
            let prefix = EntryTable.prefix(collection: collection.id, field: field, range.kind)
            let isWhole = range.values.lower.count < EntryTable.maximumValueLength
            // All entries have one value: they come in the order of names, and a range of ids is a range of them.
            let entries =
                isWhole ? ids.prefixed(by: prefix + range.values.lower) : range.values.prefixed(by: prefix)
            let access = Access.entries(entries, isOrdered: isWhole && query.order.isByName)
            let count = try EntryTable.count(entries, upTo: Self.probeLimit, db)
            if count < best?.count ?? .max { best = (count, access) }
            if count == 0 { return .nothing }
        }
        return best?.access
    }

    /// The range of the first field of the order, within its conditions and the cursors.
    private func orderedRange(_ branch: Conjunction, _ first: Query.Order) -> KeyRange {
        var range = KeyRange.all
        for condition in branch where condition.path == first.path {
            guard let part = ConditionRange(condition.test) else {
                return KeyRange(lower: KeyRange.end, upper: KeyRange.end)
            }
            if part.kind == .value { range = range.intersection(part.values) }
        }
        for (cursor, isStart) in [(query.query.start, true), (query.query.end, false)] {
            guard let value = cursor?.values.first else { continue }
            let key = ConditionRange.cut(value.key)
            if isStart != first.isDescending {
                range = range.intersection(KeyRange(lower: key, upper: KeyRange.end))
            } else {
                range = range.intersection(KeyRange(lower: [], upper: KeyRange.successor(ofPrefix: key)))
            }
        }
        return range
    }

    /// A range on another field than the first of the order, if it is selective.
    private func betterRange(
        _ branch: Conjunction,
        _ collection: CollectionRecord,
        than path: FieldPath,
        _ db: borrowing Connection
    ) throws -> Access? {
        for condition in branch where condition.path != path && !condition.path.isDocumentName {
            guard condition.test.isInequality, let range = ConditionRange(condition.test) else { continue }
            guard let field = try FieldTable.find(condition.path, in: database, db) else { return .nothing }
            let prefix = EntryTable.prefix(collection: collection.id, field: field, range.kind)
            let entries = range.values.prefixed(by: prefix)
            if try EntryTable.count(entries, upTo: Self.probeLimit, db) < Self.probeLimit {
                return .entries(entries, isOrdered: false)
            }
        }
        return nil
    }
}
