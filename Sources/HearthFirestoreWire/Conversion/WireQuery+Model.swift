package import HearthFirestoreModel

extension WireQuery {
    /// The query that is asked for.
    ///
    /// - Parameter parent: The root or the document below which the collections are.
    /// - Returns: The query, not yet prepared.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`, or `unimplemented` for a search by distance.
    package func query(parent: ResourceName) throws(FirestoreError) -> Query {
        if from.count > 1 {
            throw .invalid("StructuredQuery.from cannot have more than one collection selector.")
        }
        if findNearest != nil { throw FirestoreError(.unimplemented, "findNearest is not served here.") }
        let source = from.first.map { Query.Source($0.collectionId, allDescendants: $0.allDescendants) }
        var query = Query(parent: parent, source: source)
        query.filter = try filter?.filter()
        for order in orderBy {
            query.orders.append(Query.Order(try order.field.path(), isDescending: order.direction == 2))
        }
        query.start = try startAt?.cursor()
        query.end = try endAt?.cursor()
        query.offset = Int(offset)
        if let limit {
            guard let limit = Int32(exactly: limit) else { throw .invalidPayload }
            query.limit = Int(limit)
        }
        if let select {
            var paths: [FieldPath] = []
            for field in select.fields { paths.append(try FieldPath(field.fieldPath)) }
            query.projection = paths
        }
        return query
    }

    /// The message of a query; its parent is sent beside it.
    package init(_ query: Query) {
        self.init()
        if let source = query.source {
            var selector = WireCollectionSelector()
            selector.collectionId = source.collectionID
            selector.allDescendants = source.allDescendants
            from = [selector]
        }
        filter = query.filter.map(WireFilter.init)
        orderBy = query.orders.map { order in
            var message = WireOrder()
            message.field = WireFieldReference(order.path)
            message.direction = order.isDescending ? 2 : 1
            return message
        }
        startAt = query.start.map(WireCursor.init)
        endAt = query.end.map(WireCursor.init)
        offset = Int32(clamping: query.offset)
        limit = query.limit.map { Int64($0) }
        if let projection = query.projection {
            var message = WireProjection()
            message.fields = projection.map(WireFieldReference.init)
            select = message
        }
    }
}

extension WireFieldReference {
    /// The message of a path.
    package init(_ path: FieldPath) {
        self.init()
        fieldPath = path.text
    }
}

extension WireFieldReference? {
    /// The path; one that is missing or empty is refused.
    package func path() throws(FirestoreError) -> FieldPath {
        guard let text = self?.fieldPath, !text.isEmpty else { throw .invalid("Invalid empty property path string.") }
        return try FieldPath(text)
    }
}

extension WireCursor {
    /// The place that is meant.
    package func cursor() throws(FirestoreError) -> Query.Cursor {
        var operands: [Value] = []
        for value in values { operands.append(try value.required()) }
        return Query.Cursor(operands, isBefore: before)
    }

    /// The message of a place.
    package init(_ cursor: Query.Cursor) {
        self.init()
        values = cursor.values.map(WireValue.init)
        before = cursor.isBefore
    }
}

extension WireFilter {
    /// The filter that is asked for.
    package func filter() throws(FirestoreError) -> Filter {
        switch kind {
        case .composite(let composite):
            var filters: [Filter] = []
            for filter in composite.filters { filters.append(try filter.filter()) }
            switch WireCompositeFilter.operators.name(of: composite.operation) {
            case "AND": return .all(filters)
            case "OR": return .any(filters)
            default: throw .invalid("Unsupported CompositeFilter operator.")
            }
        case .field(let filter):
            let name = WireFieldFilter.operators.name(of: filter.operation) ?? ""
            guard filter.operation != 0 else { throw .invalid("Unknown FieldFilter operator.") }
            let value = try (filter.value ?? WireValue()).required()
            return .condition(Condition(try filter.field.path(), try Condition.Test(name: name, value: value)))
        case .unary(let filter):
            let test: Condition.Test
            switch WireUnaryFilter.operators.name(of: filter.operation) {
            case "IS_NAN": test = .isNotANumber
            case "IS_NULL": test = .isNull
            case "IS_NOT_NAN": test = .isNotNotANumber
            case "IS_NOT_NULL": test = .isNotNull
            default: throw .invalid("Unknown UnaryFilter operator.")
            }
            return .condition(Condition(try filter.field.path(), test))
        case nil: throw .invalid("A filter has no type.")
        }
    }

    /// The message of a filter.
    package init(_ filter: Filter) {
        switch filter {
        case .condition(let condition): self.init(condition)
        case .all(let filters): self.init("AND", filters)
        case .any(let filters): self.init("OR", filters)
        }
    }

    private init(_ name: String, _ filters: [Filter]) {
        var composite = WireCompositeFilter()
        composite.operation = WireCompositeFilter.operators.number(of: name) ?? 0
        composite.filters = filters.map { WireFilter($0) }
        self.init(.composite(composite))
    }

    private init(_ condition: Condition) {
        let field = WireFieldReference(condition.path)
        if let (name, value) = condition.test.fieldOperator {
            var filter = WireFieldFilter()
            filter.field = field
            filter.operation = WireFieldFilter.operators.number(of: name) ?? 0
            filter.value = WireValue(value)
            self.init(.field(filter))
        } else {
            var filter = WireUnaryFilter()
            filter.field = field
            switch condition.test {
            case .isNotANumber: filter.operation = 2
            case .isNull: filter.operation = 3
            case .isNotNotANumber: filter.operation = 4
            default: filter.operation = 5
            }
            self.init(.unary(filter))
        }
    }
}

extension WireAggregationQuery {
    /// What is to be computed.
    package func prepared() throws(FirestoreError) -> [Aggregation] {
        var list: [Aggregation] = []
        for message in aggregations {
            let operation: Aggregation.Operation
            if let count = message.count {
                operation = .count(upTo: count.upTo.map { Int($0) })
            } else if let sum = message.sum {
                operation = .sum(try sum.field.path())
            } else if let average = message.average {
                operation = .average(try average.field.path())
            } else {
                throw .invalid("Operator field in Aggregation is not set.")
            }
            list.append(Aggregation(operation, alias: message.alias))
        }
        return try Aggregation.prepare(list)
    }
}
