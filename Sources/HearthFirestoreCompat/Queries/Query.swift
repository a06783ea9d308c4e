public import HearthFirestore

/// A collection of documents; the same type as ``Query``, so that one stands wherever the other is wanted.
public typealias CollectionReference = Query

/// A question for documents, or a collection.
///
/// A mistake in it is kept: every call on it fails with `invalidArgument`.
public final class Query: Sendable {
    /// The database it belongs to.
    public let firestore: Firestore
    let inner: HearthFirestore.Query
    private let collection: HearthFirestore.CollectionReference?

    init(_ firestore: Firestore, _ inner: HearthFirestore.Query) {
        self.firestore = firestore
        self.inner = inner
        collection = nil
    }

    init(_ firestore: Firestore, _ collection: HearthFirestore.CollectionReference) {
        self.firestore = firestore
        inner = collection.query
        self.collection = collection
    }

    private func changed(_ change: (HearthFirestore.Query) throws -> HearthFirestore.Query) -> Query {
        do {
            return Query(firestore, try change(inner))
        } catch {
            // What cannot be a value cannot be found: the call says so, as it does for every other mistake.
            let mistake = error as? FirestoreError ?? FirestoreError(.invalidArgument, "\(error)")
            return Query(firestore, inner.refused(mistake))
        }
    }

    // MARK: A collection's

    /// The id of the collection; empty for other queries.
    public var collectionID: String { collection?.collectionID ?? "" }
    /// The path of the collection; empty for other queries.
    public var path: String { collection?.path ?? "" }
    /// The document that the collection is below; `nil` at the root and for other queries.
    public var parent: DocumentReference? { collection?.parent.map { DocumentReference(firestore, $0) } }

    /// A document of the collection with a new random id.
    public func document() -> DocumentReference {
        DocumentReference(firestore, collection?.document() ?? firestore.client.document(""))
    }

    /// A document of the collection.
    public func document(_ documentPath: String) -> DocumentReference {
        DocumentReference(firestore, collection?.document(documentPath) ?? firestore.client.document(""))
    }

    /// Writes a document with a new random id.
    @discardableResult
    public func addDocument(data: [String: Any]) async throws -> DocumentReference {
        let document = document()
        try await document.setData(data)
        return document
    }

    /// Writes a document with a new random id, and then calls a closure on the main actor.
    @discardableResult
    public func addDocument(
        data: [String: Any],
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) -> DocumentReference {
        let document = document()
        document.setData(data, completion: completion)
        return document
    }

    /// Writes a document with a new random id from a value that encodes itself, without waiting for the server, and then
    /// calls a closure on the main actor.
    ///
    /// As in FirebaseFirestore there is no `async` form: `await` in front of it waits for nothing.
    @discardableResult
    public func addDocument(
        from value: some Encodable,
        encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) throws -> DocumentReference {
        let document = document()
        try document.setData(from: value, encoder: encoder, completion: completion)
        return document
    }

    // MARK: Filters

    /// Only documents for which a filter holds.
    public func whereFilter(_ filter: Filter) -> Query { changed { $0.whereFilter(filter) } }

    /// Only documents whose field equals a value.
    public func whereField(_ field: some FieldPathConvertible, isEqualTo value: Any) -> Query {
        changed { $0.whereField(field, isEqualTo: try AnyValue.value(value)) }
    }

    /// Only documents that have the field, neither null nor equal to a value.
    public func whereField(_ field: some FieldPathConvertible, isNotEqualTo value: Any) -> Query {
        changed { $0.whereField(field, isNotEqualTo: try AnyValue.value(value)) }
    }

    /// Only documents whose field is less.
    public func whereField(_ field: some FieldPathConvertible, isLessThan value: Any) -> Query {
        changed { $0.whereField(field, isLessThan: try AnyValue.value(value)) }
    }

    /// Only documents whose field is not greater.
    public func whereField(_ field: some FieldPathConvertible, isLessThanOrEqualTo value: Any) -> Query {
        changed { $0.whereField(field, isLessThanOrEqualTo: try AnyValue.value(value)) }
    }

    /// Only documents whose field is greater.
    public func whereField(_ field: some FieldPathConvertible, isGreaterThan value: Any) -> Query {
        changed { $0.whereField(field, isGreaterThan: try AnyValue.value(value)) }
    }

    /// Only documents whose field is not less.
    public func whereField(_ field: some FieldPathConvertible, isGreaterThanOrEqualTo value: Any) -> Query {
        changed { $0.whereField(field, isGreaterThanOrEqualTo: try AnyValue.value(value)) }
    }

    /// Only documents whose field is an array with such an element.
    public func whereField(_ field: some FieldPathConvertible, arrayContains value: Any) -> Query {
        changed { $0.whereField(field, arrayContains: try AnyValue.value(value)) }
    }

    /// Only documents whose field is an array with one of 1 to 30 elements.
    public func whereField(_ field: some FieldPathConvertible, arrayContainsAny values: [Any]) -> Query {
        changed { $0.whereField(field, arrayContainsAny: try AnyValue.values(values)) }
    }

    /// Only documents whose field is one of 1 to 30 values.
    public func whereField(_ field: some FieldPathConvertible, in values: [Any]) -> Query {
        changed { $0.whereField(field, in: try AnyValue.values(values)) }
    }

    /// Only documents that have the field, neither null nor one of 1 to 10 values.
    public func whereField(_ field: some FieldPathConvertible, notIn values: [Any]) -> Query {
        changed { $0.whereField(field, notIn: try AnyValue.values(values)) }
    }

    // MARK: Order and part

    /// Orders the results; a document that lacks the field is left out.
    public func order(by field: some FieldPathConvertible, descending: Bool = false) -> Query {
        changed { $0.order(by: field, descending: descending) }
    }

    /// At most so many results, from the first one on.
    public func limit(to limit: Int) -> Query { changed { $0.limit(to: limit) } }

    /// At most so many results, the last ones, in the query's order.
    public func limit(toLast limit: Int) -> Query { changed { $0.limit(toLast: limit) } }

    /// Begins at the first result with these values.
    public func start(at fieldValues: [Any]) -> Query { changed { $0.start(at: try AnyValue.values(fieldValues)) } }

    /// Begins behind the last result with these values.
    public func start(after fieldValues: [Any]) -> Query {
        changed { $0.start(after: try AnyValue.values(fieldValues)) }
    }

    /// Ends at the last result with these values.
    public func end(at fieldValues: [Any]) -> Query { changed { $0.end(at: try AnyValue.values(fieldValues)) } }

    /// Ends in front of the first result with these values.
    public func end(before fieldValues: [Any]) -> Query { changed { $0.end(before: try AnyValue.values(fieldValues)) } }

    /// Begins at a document.
    public func start(atDocument document: any DocumentSnapshot) -> Query {
        changed { $0.start(atDocument: document.snapshot) }
    }

    /// Begins behind a document.
    public func start(afterDocument document: any DocumentSnapshot) -> Query {
        changed { $0.start(afterDocument: document.snapshot) }
    }

    /// Ends at a document.
    public func end(atDocument document: any DocumentSnapshot) -> Query {
        changed { $0.end(atDocument: document.snapshot) }
    }

    /// Ends in front of a document.
    public func end(beforeDocument document: any DocumentSnapshot) -> Query {
        changed { $0.end(beforeDocument: document.snapshot) }
    }

    // MARK: Numbers

    /// The query of which only the number of results is wanted.
    public var count: AggregateQuery { AggregateQuery(self, inner.count) }

    /// The query of which only numbers are wanted.
    public func aggregate(_ fields: [AggregateField]) -> AggregateQuery {
        AggregateQuery(self, inner.aggregate(fields))
    }
}

extension Query: Hashable {
    /// Whether both ask the same of the same client.
    public static func == (lhs: Query, rhs: Query) -> Bool { lhs.inner == rhs.inner }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(inner) }
}
