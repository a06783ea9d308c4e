extension Query {
    /// Checks the query and completes its order.
    ///
    /// - Parameter isEmulator: Whether refusals are those of Google's emulator, where it differs. Defaults to no.
    /// - Returns: The query that can be run.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` or `failedPrecondition`.
    public func prepared(asEmulator isEmulator: Bool = false) throws(FirestoreError) -> PreparedQuery {
        if let limit, limit < 0 { throw .invalid("limit is negative") }
        if offset < 0 { throw .invalid("offset is negative") }
        let scope = try scope()
        let conditions = filter?.conditions ?? []
        guard conditions.count + orders.count <= Self.maximumParts else {
            throw .invalid("A query has at most \(Self.maximumParts) filters and orders.")
        }
        for condition in conditions { try condition.check() }
        try checkCombination(conditions)
        if scope.isKindless { try checkKindless(conditions) }
        let branches = try filter?.disjunctions() ?? [[]]
        guard branches.allSatisfy({ $0.count { $0.test.isArrayMembership } <= 1 }) else {
            throw isEmulator ? .secondMembershipInEmulator : .secondMembership
        }
        let order = DocumentOrder(try completeOrders(conditions))
        for cursor in [start, end] { try cursor?.check(against: order) }
        return PreparedQuery(query: self, scope: scope, branches: branches, order: order)
    }

    private func scope() throws(FirestoreError) -> QueryScope {
        guard let source else { return .children(of: parent.path) }
        if source.collectionID.isEmpty {
            return source.allDescendants ? .descendants(of: parent.path) : .children(of: parent.path)
        }
        try ResourcePath.checkCollectionID(source.collectionID)
        return source.allDescendants
            ? .group(id: source.collectionID, below: parent.path)
            : .collection(parent.path.appending(source.collectionID))
    }

    private func checkCombination(_ conditions: [Condition]) throws(FirestoreError) {
        if conditions.count(where: { $0.test.isNegative }) > 1 {
            throw .invalid(
                "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
            )
        }
        var hasNotIn = false
        var hasChoice = filter?.hasChoice ?? false
        for condition in conditions {
            switch condition.test {
            case .isNotIn: hasNotIn = true
            case .isIn, .arrayContainsAny: hasChoice = true
            default: break
            }
        }
        if hasNotIn, hasChoice {
            throw .invalid("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.")
        }
    }

    private func checkKindless(_ conditions: [Condition]) throws(FirestoreError) {
        if let other = conditions.first(where: { !$0.path.isDocumentName }) {
            throw .invalid("kind is required for filter: \(other.path.text)")
        }
        guard orders.allSatisfy({ $0.path.isDocumentName && !$0.isDescending }) else {
            throw .invalid("kind is required for all orders except __key__ ascending")
        }
    }

    /// The most filters and orders together, https://firebase.google.com/docs/firestore/quotas#limits.
    private static let maximumParts = 100

    /// The most fields with an inequality, https://firebase.google.com/docs/firestore/query-data/multiple-range-fields.
    private static let maximumInequalityFields = 10

    private func completeOrders(_ conditions: [Condition]) throws(FirestoreError) -> [Order] {
        var complete: [Order] = []
        for order in orders {
            if let last = complete.last, last.path.isDocumentName { throw Self.fieldsAfterName }
            guard !complete.contains(where: { $0.path == order.path }) else {
                throw .invalid("order by clause cannot contain duplicate fields \(order.path.text)")
            }
            complete.append(order)
        }
        let isDescending = orders.last?.isDescending ?? false
        let inequalities = Set(conditions.filter { $0.test.isInequality && !$0.path.isDocumentName }.map(\.path))
        guard inequalities.count <= Self.maximumInequalityFields else {
            throw .invalid("Query cannot have inequality filters on more than \(Self.maximumInequalityFields) fields.")
        }
        for path in inequalities.sorted() where !complete.contains(where: { $0.path == path }) {
            if let last = complete.last, last.path.isDocumentName { throw Self.fieldsAfterName }
            complete.append(Order(path, isDescending: isDescending))
        }
        if complete.last?.path.isDocumentName != true {
            complete.append(Order(.documentName, isDescending: isDescending))
        }
        return complete
    }

    private static let fieldsAfterName = FirestoreError.invalid(
        "order by clause cannot contain more fields after the key"
    )
}

extension Query.Cursor {
    fileprivate func check(against order: DocumentOrder) throws(FirestoreError) {
        guard values.count <= order.orders.count else { throw .invalid("Cursor has too many values.") }
        for (order, value) in zip(order.orders, values) where order.path.isDocumentName {
            guard case .reference = value else { throw .invalid("Cursor __key__ value is not a document reference.") }
        }
    }
}

extension Condition {
    /// The most values to choose from.
    private static let maximumChoices = 30
    /// The most values to leave out.
    private static let maximumExclusions = 10

    fileprivate func check() throws(FirestoreError) {
        switch test {
        case .isIn(let values): try Self.checkCount(values, "IN", Self.maximumChoices)
        case .arrayContainsAny(let values): try Self.checkCount(values, "ARRAY_CONTAINS_ANY", Self.maximumChoices)
        case .isNotIn(let values): try Self.checkCount(values, "NOT_IN", Self.maximumExclusions)
        default: break
        }
        guard path.isDocumentName else { return }
        if test.isArrayMembership { throw .invalid("the name __key__ is reserved") }
        let operands = test.operands
        let areNames = operands.allSatisfy { if case .reference = $0 { true } else { false } }
        guard !operands.isEmpty, areNames else { throw .invalid("__key__ filter value must be a Key") }
    }

    private static func checkCount(_ values: [Value], _ name: String, _ maximum: Int) throws(FirestoreError) {
        if values.isEmpty { throw .invalid("'\(name)' requires an non-empty ArrayValue.") }
        if values.count > maximum { throw .invalid("'\(name)' supports up to \(maximum) comparison values.") }
    }
}

extension FirestoreError {
    /// What Firestore itself says of two array-contains clauses, in the words that it has since `OR` came, and with the
    /// code with which its clients refuse them: [limitations](https://firebase.google.com/docs/firestore/query-data/queries#query_limitations).
    fileprivate static let secondMembership = FirestoreError.invalid(
        "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction."
    )

    /// What Google's emulator says of them, recorded from it.
    fileprivate static let secondMembershipInEmulator = FirestoreError(
        .failedPrecondition,
        "Only a single array-contains clause is allowed in a query"
    )
}
