internal import HearthFirestoreModel

extension QueryProtocol {
    /// Orders the results; a document that lacks the field is left out.
    ///
    /// - Parameters:
    ///   - field: The field; further calls order results that tie.
    ///   - descending: Whether greater values come first. Defaults to no.
    /// - Returns: The ordered query.
    public func order(by field: some FieldPathConvertible, descending: Bool = false) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            guard query.plan.start == nil, query.plan.end == nil else {
                throw .invalid("Orders come before start(at:) and end(at:).")
            }
            query.plan.orders.append(ModelQuery.Order(try field.modelPath(), isDescending: descending))
        }
    }

    /// At most so many results, from the first one on.
    ///
    /// - Parameter count: 1 or more.
    /// - Returns: The limited query.
    public func limit(to count: Int) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            query.plan.limit = try Self.checkedLimit(count)
            query.lastCount = nil
        }
    }

    /// At most so many results, the last ones, in the query's order; it must have one.
    ///
    /// - Parameter count: 1 or more.
    /// - Returns: The limited query.
    public func limit(toLast count: Int) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            query.lastCount = try Self.checkedLimit(count)
            query.plan.limit = nil
        }
    }

    private static func checkedLimit(_ count: Int) throws(FirestoreError) -> Int {
        guard (1...Int(Int32.max)).contains(count) else {
            throw .invalid("A limit is 1 or more and fits into 32 bits, not \(count).")
        }
        return count
    }

    /// Leaves out so many results at the beginning; they are read all the same.
    ///
    /// Such a query cannot be listened to.
    ///
    /// - Parameter count: 0 or more.
    /// - Returns: The later part of the query.
    public func offset(to count: Int) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            guard (0...Int(Int32.max)).contains(count) else { throw .invalid("An offset is 0 or more, not \(count).") }
            query.plan.offset = count
        }
    }

    /// Only these fields of the results, for servers that need no more.
    ///
    /// Such a query cannot be listened to.
    ///
    /// - Parameter fields: The fields; none for the ids alone.
    /// - Returns: The narrower query.
    public func select(_ fields: [any FieldPathConvertible]) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            var paths: [ModelPath] = []
            for field in fields { paths.append(try field.modelPath()) }
            query.plan.projection = paths.isEmpty ? [.documentName] : paths
        }
    }

    /// Begins at the first result with these values, itself included.
    ///
    /// - Parameter values: A value for each of the first orders.
    /// - Returns: The later part of the query.
    public func start(at values: [any FirestoreConvertible]) -> Query {
        cursor(values) { $0.plan.start = ModelQuery.Cursor($1, isBefore: true) }
    }

    /// Begins behind the last result with these values.
    ///
    /// - Parameter values: A value for each of the first orders.
    /// - Returns: The later part of the query.
    public func start(after values: [any FirestoreConvertible]) -> Query {
        cursor(values) { $0.plan.start = ModelQuery.Cursor($1, isBefore: false) }
    }

    /// Ends at the last result with these values, itself included.
    ///
    /// - Parameter values: A value for each of the first orders.
    /// - Returns: The earlier part of the query.
    public func end(at values: [any FirestoreConvertible]) -> Query {
        cursor(values) { $0.plan.end = ModelQuery.Cursor($1, isBefore: false) }
    }

    /// Ends in front of the first result with these values.
    ///
    /// - Parameter values: A value for each of the first orders.
    /// - Returns: The earlier part of the query.
    public func end(before values: [any FirestoreConvertible]) -> Query {
        cursor(values) { $0.plan.end = ModelQuery.Cursor($1, isBefore: true) }
    }

    /// Begins at a document, itself included.
    ///
    /// - Parameter document: A document that exists and has the fields of the order.
    /// - Returns: The later part of the query.
    public func start(atDocument document: DocumentSnapshot) -> Query {
        cursor(document) { $0.plan.start = ModelQuery.Cursor($1, isBefore: true) }
    }

    /// Begins behind a document.
    ///
    /// - Parameter document: A document that exists and has the fields of the order.
    /// - Returns: The later part of the query.
    public func start(afterDocument document: DocumentSnapshot) -> Query {
        cursor(document) { $0.plan.start = ModelQuery.Cursor($1, isBefore: false) }
    }

    /// Ends at a document, itself included.
    ///
    /// - Parameter document: A document that exists and has the fields of the order.
    /// - Returns: The earlier part of the query.
    public func end(atDocument document: DocumentSnapshot) -> Query {
        cursor(document) { $0.plan.end = ModelQuery.Cursor($1, isBefore: false) }
    }

    /// Ends in front of a document.
    ///
    /// - Parameter document: A document that exists and has the fields of the order.
    /// - Returns: The earlier part of the query.
    public func end(beforeDocument document: DocumentSnapshot) -> Query {
        cursor(document) { $0.plan.end = ModelQuery.Cursor($1, isBefore: true) }
    }

    private func cursor(_ values: [any FirestoreConvertible], _ set: (inout Query, [Value]) -> Void) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            guard !values.isEmpty else { throw .invalid("A cursor needs at least one value.") }
            guard values.count <= query.plan.orders.count else {
                throw .invalid("A cursor has at most as many values as the query has orders.")
            }
            var models: [Value] = []
            for (order, value) in zip(query.plan.orders, values) {
                let value = value.firestoreValue
                models.append(order.path.isDocumentName ? try query.plan.name(value) : try value.model())
            }
            set(&query, models)
        }
    }

    private func cursor(_ snapshot: DocumentSnapshot, _ set: (inout Query, [Value]) -> Void) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            guard let document = snapshot.shown?.document else {
                throw .invalid("A cursor needs a document that exists; \(snapshot.reference.path) does not.")
            }
            let plan = query.plan
            let prepared = try checked { () throws(ModelError) in try plan.prepared() }
            guard prepared.scope.contains(document.name.path) else {
                throw .invalid("The document \(snapshot.reference.path) is not of the collection that is asked.")
            }
            guard let values = prepared.order.values(of: document) else {
                throw .invalid("The document \(snapshot.reference.path) lacks a field of the query's order.")
            }
            query.plan.orders = prepared.order.orders
            set(&query, values)
        }
    }
}
