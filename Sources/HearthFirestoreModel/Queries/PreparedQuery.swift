/// A query that was found right, with everything that it leaves unsaid.
public struct PreparedQuery: Sendable {
    /// The query as it was asked.
    public let query: Query
    /// The documents that it looks at.
    public let scope: QueryScope
    /// The filter in disjunctive normal form: at least one branch.
    public let branches: [Conjunction]
    /// The whole order, the document's name last.
    public private(set) var order: DocumentOrder
    /// Fields that a result must have although nothing is asked of them and they are no part of the order.
    public private(set) var requiredFields: [FieldPath] = []

    init(query: Query, scope: QueryScope, branches: [Conjunction], order: DocumentOrder) {
        self.query = query
        self.scope = scope
        self.branches = branches
        self.order = order
    }

    /// The database.
    public var database: DatabaseName { query.parent.database }

    /// The same query over only those documents that have some fields, as sums and averages ask for it.
    ///
    /// Production walks an index that holds these fields before the names, so that a limit or an offset takes the
    /// documents in their order. A query that orders by name itself, or has cursors, keeps its order.
    ///
    /// - Parameter fields: The fields.
    /// - Returns: The narrower query.
    public func requiring(_ fields: [FieldPath]) -> PreparedQuery {
        var narrower = self
        narrower.requiredFields += fields.filter { !$0.isDocumentName }
        let isCut = query.limit != nil || query.offset > 0
        let hasCursor = query.start != nil || query.end != nil
        if isCut, !hasCursor, !query.orders.contains(where: \.path.isDocumentName) {
            narrower.order = order.refined(by: narrower.requiredFields)
        }
        return narrower
    }

    /// Whether a document is a result, offset and limit aside.
    ///
    /// - Parameter document: A document of the query's database.
    /// - Returns: Whether it is in scope, matches the filter, has the fields of the order and is within the cursors.
    public func matches(_ document: Document) -> Bool {
        scope.contains(document.name.path) && matchesContent(of: document)
    }

    /// Whether a document that is in scope is a result, offset and limit aside.
    ///
    /// - Parameter document: A document that is in scope.
    /// - Returns: Whether it matches the filter, has the fields of the order and is within the cursors.
    public func matchesContent(of document: Document) -> Bool {
        guard matchesFilter(of: document) else { return false }
        if query.start == nil, query.end == nil { return true }
        guard let values = order.values(of: document) else { return false }
        return isWithinCursors(values)
    }

    /// Whether a document that is in scope matches the filter and has the fields of the order.
    ///
    /// - Parameter document: A document that is in scope.
    /// - Returns: The answer; cursors are not looked at.
    public func matchesFilter(of document: Document) -> Bool {
        order.orders.allSatisfy { $0.path.isDocumentName || document.fields[$0.path] != nil }
            && requiredFields.allSatisfy { document.fields[$0] != nil }
            && query.filter?.matches(document) ?? true
    }

    private func isWithinCursors(_ values: [Value]) -> Bool {
        if let start = query.start {
            let place = order.compare(values, toPrefix: start.values)
            guard place == .greater || place == .equal && start.isBefore else { return false }
        }
        if let end = query.end {
            let place = order.compare(values, toPrefix: end.values)
            guard place == .less || place == .equal && !end.isBefore else { return false }
        }
        return true
    }

    /// Answers the query from documents that are at hand, without an index.
    ///
    /// - Parameter documents: All documents of the database, or of the scope.
    /// - Returns: The results in order, whole, and how many the offset left out.
    public func run(over documents: some Sequence<Document>) -> (results: [Document], skipped: Int) {
        let found = documents.filter { $0.name.database == database && matches($0) }
            .sorted { order.compare($0, $1) == .less }
        let skipped = min(query.offset, found.count)
        let rest = found.dropFirst(skipped)
        return (Array(query.limit.map { rest.prefix($0) } ?? rest), skipped)
    }
}

extension PreparedQuery {
    /// The query for what follows after a result.
    ///
    /// - Parameters:
    ///   - document: The last result that was taken.
    ///   - count: How many results were taken, those included that the offset left out.
    /// - Returns: The query without offset, whose limit is what is left.
    public func following(_ document: Document, taken count: Int) -> PreparedQuery {
        var rest = query
        rest.start = Query.Cursor(order.values(of: document) ?? [], isBefore: false)
        rest.limit = query.limit.map { max(0, $0 - max(0, count - query.offset)) }
        rest.offset = max(0, query.offset - count)
        var following = PreparedQuery(query: rest, scope: scope, branches: branches, order: order)
        following.requiredFields = requiredFields
        return following
    }
}
