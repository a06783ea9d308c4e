/// An index that a project declares, over one field or several.
public struct IndexDefinition: Sendable, Hashable {
    /// Which collections an index is over.
    public enum Scope: String, Sendable, Hashable {
        /// Each collection with the id, for itself.
        case collection = "COLLECTION"
        /// All collections with the id together.
        case collectionGroup = "COLLECTION_GROUP"
    }

    /// How a field is indexed.
    public enum Kind: String, Sendable, Hashable {
        /// By its value, ascending.
        case ascending = "ASCENDING"
        /// By its value, descending.
        case descending = "DESCENDING"
        /// By the elements of an array.
        case contains = "CONTAINS"
    }

    /// One field of an index.
    public struct Field: Sendable, Hashable {
        /// The field.
        public var path: FieldPath
        /// How it is indexed.
        public var kind: Kind

        /// Names a field.
        ///
        /// - Parameters:
        ///   - path: The field.
        ///   - kind: How it is indexed.
        public init(_ path: FieldPath, _ kind: Kind) {
            self.path = path
            self.kind = kind
        }
    }

    /// The id of the collections.
    public var collectionID: String
    /// Which of them.
    public var scope: Scope
    /// The fields in order, without the document's name at the end.
    public var fields: [Field]

    /// Declares an index.
    ///
    /// - Parameters:
    ///   - collectionID: The id of the collections.
    ///   - scope: Which of them.
    ///   - fields: The fields in order. The document's name at the end is left out.
    public init(_ collectionID: String, _ scope: Scope, _ fields: [Field]) {
        self.collectionID = collectionID
        self.scope = scope
        self.fields = fields.last?.path.isDocumentName ?? false ? fields.dropLast() : fields
    }
}

extension PreparedQuery {
    /// The indexes that production would ask for before it answers the query.
    ///
    /// Production has by itself: of every field an index within its collection, in both directions and by elements.
    /// Equalities are answered from several indexes together.
    ///
    /// - Parameter declared: What the project declares.
    /// - Returns: What is missing; nothing if the query is answered.
    public func missingIndexes(declared: Set<IndexDefinition>) -> [IndexDefinition] {
        let (id, definitionScope): (String, IndexDefinition.Scope)
        switch scope {
        case .collection(let path): (id, definitionScope) = (path.id, .collection)
        case .group(let group, _): (id, definitionScope) = (group, .collectionGroup)
        case .children, .descendants: return []
        }
        let candidates = declared.filter { $0.collectionID.hasSameBytes(as: id) && $0.scope == definitionScope }
        var missing: [IndexDefinition] = []
        for branch in branches {
            for index in IndexDemand(branch, order).missing(id, definitionScope, among: candidates)
            where !missing.contains(index) { missing.append(index) }
        }
        return missing
    }
}

/// What one branch of a query asks of indexes.
private struct IndexDemand {
    /// The fields that are compared for equality or searched for an element, in the order of their names.
    let prefix: [IndexDefinition.Field]
    /// The fields by which results are ordered.
    let suffix: [IndexDefinition.Field]

    init(_ branch: Conjunction, _ order: DocumentOrder) {
        var prefix: [IndexDefinition.Field] = []
        for condition in branch where !condition.path.isDocumentName && !condition.test.isInequality {
            let field = IndexDefinition.Field(condition.path, condition.test.isArrayMembership ? .contains : .ascending)
            if !prefix.contains(field) { prefix.append(field) }
        }
        self.prefix = prefix.sorted { $0.path < $1.path }
        suffix = order.orders.filter { order in
            !order.path.isDocumentName && !prefix.contains { $0.path == order.path && $0.kind != .contains }
        }
        .map { IndexDefinition.Field($0.path, $0.isDescending ? .descending : .ascending) }
    }

    func missing(
        _ id: String,
        _ scope: IndexDefinition.Scope,
        among declared: Set<IndexDefinition>
    ) -> [IndexDefinition] {
        if suffix.isEmpty {
            // Equalities are merged; within a collection every field has an index.
            guard scope == .collectionGroup else { return [] }
            let single = prefix.map { IndexDefinition(id, scope, [$0]) }
            let uncovered = single.filter { index in
                !declared.contains { Self.covers($0.fields.first, index.fields.first) }
            }
            return uncovered
        }
        if prefix.isEmpty, suffix.count == 1 {
            if scope == .collection { return [] }
            // An index is read in both directions.
            let isThere = declared.contains {
                $0.fields.count == 1 && $0.fields[0].path == suffix[0].path && $0.fields[0].kind != .contains
            }
            return isThere ? [] : [IndexDefinition(id, scope, suffix)]
        }
        return isServed(by: declared) ? [] : [IndexDefinition(id, scope, prefix + suffix)]
    }

    /// Whether indexes that end with the order have, together, every field of the prefix.
    private func isServed(by declared: Set<IndexDefinition>) -> Bool {
        var covered: Set<IndexDefinition.Field> = []
        var isOrdered = false
        for index in declared where index.fields.count >= suffix.count {
            let beginning = index.fields.dropLast(suffix.count)
            let end = Array(index.fields.suffix(suffix.count))
            guard Self.isSameOrder(end, suffix) else { continue }
            let matches = beginning.map { field in prefix.first { Self.covers(field, $0) } }
            guard !matches.contains(nil) else { continue }
            isOrdered = isOrdered || !beginning.isEmpty || prefix.isEmpty
            covered.formUnion(matches.compactMap(\.self))
        }
        return isOrdered && covered.count == prefix.count
    }

    /// Whether an index over a field finds what is equal to a value, or has it as an element.
    private static func covers(_ index: IndexDefinition.Field?, _ wanted: IndexDefinition.Field?) -> Bool {
        guard let index, let wanted, index.path == wanted.path else { return false }
        return (index.kind == .contains) == (wanted.kind == .contains)
    }

    /// Whether an index has the order, read forwards or backwards.
    private static func isSameOrder(_ index: [IndexDefinition.Field], _ order: [IndexDefinition.Field]) -> Bool {
        guard zip(index, order).allSatisfy({ $0.path == $1.path && $0.kind != .contains }) else { return false }
        let same = zip(index, order).map { $0.kind == $1.kind }
        return Set(same).count == 1
    }
}
