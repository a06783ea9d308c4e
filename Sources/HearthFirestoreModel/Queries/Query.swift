/// A query as it is asked: which documents, in which order, which part of them.
public struct Query: Sendable, Hashable {
    /// Where the documents are.
    public struct Source: Sendable, Hashable {
        /// The collection's id; empty for all collections.
        public var collectionID: String
        /// Whether collections at any depth below the parent count, not only those directly below it.
        public var allDescendants: Bool

        /// Names collections.
        ///
        /// - Parameters:
        ///   - collectionID: The id; empty for all.
        ///   - allDescendants: Whether those at any depth count. Defaults to no.
        public init(_ collectionID: String, allDescendants: Bool = false) {
            self.collectionID = collectionID
            self.allDescendants = allDescendants
        }
    }

    /// One key of the order.
    public struct Order: Sendable, Hashable {
        /// The field.
        public var path: FieldPath
        /// Whether greater values come first.
        public var isDescending: Bool

        /// Orders by a field.
        ///
        /// - Parameters:
        ///   - path: The field.
        ///   - isDescending: Whether greater values come first. Defaults to no.
        public init(_ path: FieldPath, isDescending: Bool = false) {
            self.path = path
            self.isDescending = isDescending
        }
    }

    /// A place in the order: values for its first keys.
    public struct Cursor: Sendable, Hashable {
        /// A value for each of the first keys of the order.
        public var values: [Value]
        /// Whether the place is just before the documents with these values, not just after them.
        public var isBefore: Bool

        /// Names a place.
        ///
        /// - Parameters:
        ///   - values: A value for each of the first keys of the order.
        ///   - isBefore: Whether the place is just before the documents with these values.
        public init(_ values: [Value], isBefore: Bool) {
            self.values = values
            self.isBefore = isBefore
        }
    }

    /// The root or the document below which the collections are.
    public var parent: ResourceName
    /// The collections; none for all directly below the parent.
    public var source: Source?
    /// What is asked of the documents.
    public var filter: Filter?
    /// The order that is asked for.
    public var orders: [Order]
    /// Where the results begin.
    public var start: Cursor?
    /// Where the results end.
    public var end: Cursor?
    /// How many results are left out at the beginning.
    public var offset: Int
    /// How many results there are at most.
    public var limit: Int?
    /// The fields that are wanted; `nil` or none for all of them.
    public var projection: [FieldPath]?

    /// Asks for documents.
    ///
    /// - Parameters:
    ///   - parent: The root or the document below which the collections are.
    ///   - source: The collections; `nil` for all directly below the parent.
    ///   - filter: What is asked of the documents. Defaults to nothing.
    ///   - orders: The order. Defaults to that of names.
    public init(parent: ResourceName, source: Source?, filter: Filter? = nil, orders: [Order] = []) {
        self.parent = parent
        self.source = source
        self.filter = filter
        self.orders = orders
        offset = 0
    }

    /// A document with only the fields that are wanted.
    ///
    /// - Parameter document: A result.
    /// - Returns: The document as it is answered.
    public func projected(_ document: Document) -> Document {
        guard let projection, !projection.isEmpty else { return document }
        var document = document
        document.fields = document.fields.keeping(projection.filter { !$0.isDocumentName })
        return document
    }
}
