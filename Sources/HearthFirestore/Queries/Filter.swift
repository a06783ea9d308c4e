internal import HearthFirestoreModel

/// What a query asks of documents: one field, or several filters combined.
public struct Filter: Sendable {
    private indirect enum Kind: Sendable {
        case field(any FieldPathConvertible, FilterOperator, FirestoreValue)
        case all([Filter])
        case any([Filter])
    }

    private let kind: Kind

    /// Documents for which all filters hold.
    public static func andFilter(_ filters: [Filter]) -> Filter { Filter(kind: .all(filters)) }

    /// Documents for which at least one filter holds.
    public static func orFilter(_ filters: [Filter]) -> Filter { Filter(kind: .any(filters)) }

    static func field(
        _ field: some FieldPathConvertible,
        _ comparison: FilterOperator,
        _ value: some FirestoreConvertible
    ) -> Filter {
        Filter(kind: .field(field, comparison, value.firestoreValue))
    }

    /// The filter of the model.
    ///
    /// - Parameter plan: The query that it is for: ids are looked up in its collection.
    /// - Returns: The filter.
    /// - Throws: ``FirestoreError`` for a field or a value that cannot be asked for.
    func model(for plan: ModelQuery) throws(FirestoreError) -> ModelFilter {
        switch kind {
        case .field(let field, let comparison, let value):
            let path = try field.modelPath()
            let value = path.isDocumentName ? try Self.names(value, plan) : try value.model()
            return .condition(Condition(path, try comparison.test(value)))
        case .all(let filters): return .all(try Self.models(filters, plan))
        case .any(let filters): return .any(try Self.models(filters, plan))
        }
    }

    private static func models(_ filters: [Filter], _ plan: ModelQuery) throws(FirestoreError) -> [ModelFilter] {
        guard !filters.isEmpty else { throw .invalid("A combined filter needs at least one filter.") }
        var models: [ModelFilter] = []
        for filter in filters { models.append(try filter.model(for: plan)) }
        return models
    }

    private static func names(_ value: FirestoreValue, _ plan: ModelQuery) throws(FirestoreError) -> Value {
        if case .array(let elements) = value {
            var names: [Value] = []
            for element in elements { names.append(try plan.name(element)) }
            return .array(names)
        }
        return try plan.name(value)
    }
}

/// How a filter compares.
enum FilterOperator: Sendable {
    case equal
    case notEqual
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual
    case contains
    case containsAny
    case isIn
    case isNotIn

    /// The question that is asked; null and not-a-number have questions of their own.
    func test(_ value: Value) throws(FirestoreError) -> Condition.Test {
        let special: (equal: Condition.Test, notEqual: Condition.Test)? =
            switch value.kind {
            case .null: (.isNull, .isNotNull)
            case .notANumber: (.isNotANumber, .isNotNotANumber)
            default: nil
            }
        if let special {
            switch self {
            case .equal: return special.equal
            case .notEqual: return special.notEqual
            default: throw .invalid("Null and NaN can be compared by isEqualTo and isNotEqualTo only.")
            }
        }
        switch self {
        case .equal: return .equal(value)
        case .notEqual: return .notEqual(value)
        case .less: return .lessThan(value)
        case .lessOrEqual: return .lessThanOrEqual(value)
        case .greater: return .greaterThan(value)
        case .greaterOrEqual: return .greaterThanOrEqual(value)
        case .contains: return .arrayContains(value)
        case .containsAny: return .arrayContainsAny(try list(value))
        case .isIn: return .isIn(try list(value))
        case .isNotIn: return .isNotIn(try list(value))
        }
    }

    private func list(_ value: Value) throws(FirestoreError) -> [Value] {
        guard case .array(let values) = value, !values.isEmpty else {
            throw .invalid("in, notIn and arrayContainsAny need at least one value.")
        }
        return values
    }
}

extension ModelQuery {
    /// The name of a document that is meant by its id, its path, or a reference.
    func name(_ value: FirestoreValue) throws(FirestoreError) -> Value {
        switch value {
        case .reference(let reference): return .reference(try reference.name())
        case .string(let text):
            guard !text.isEmpty else { throw .invalid("The id of a document cannot be empty.") }
            let isGroup = source?.allDescendants == true
            guard isGroup || !text.contains("/") else {
                throw .invalid("“\(text)” is no id: in a query of one collection it cannot contain “/”.")
            }
            guard !text.contains("//") else { throw .invalid("The path “\(text)” is empty or has an empty part.") }
            let start = isGroup ? parent.path.segments : parent.path.segments + [source?.collectionID ?? ""]
            let path = ResourcePath(start + text.split(separator: "/").map(String.init))
            guard path.isDocument else {
                throw .invalid("“\(text)” is no document: in a collection group query the whole path is needed.")
            }
            return .reference(ResourceName(database: parent.database, path: path))
        default: throw .invalid("The id of a document is compared with text or a DocumentReference.")
        }
    }
}
