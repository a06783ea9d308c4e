extension Condition.Test {
    /// Reads a question as the protocol asks it: an operator's name and one value.
    ///
    /// - Parameters:
    ///   - name: The name of the operator, such as `LESS_THAN`.
    ///   - value: What the field is compared with; an array for `IN`, `NOT_IN` and `ARRAY_CONTAINS_ANY`.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` for another name, or for a value that is no array.
    public init(name: String, value: Value) throws(FirestoreError) {
        switch name {
        case "LESS_THAN": self = .lessThan(value)
        case "LESS_THAN_OR_EQUAL": self = .lessThanOrEqual(value)
        case "GREATER_THAN": self = .greaterThan(value)
        case "GREATER_THAN_OR_EQUAL": self = .greaterThanOrEqual(value)
        case "EQUAL": self = .equal(value)
        case "NOT_EQUAL": self = .notEqual(value)
        case "ARRAY_CONTAINS": self = .arrayContains(value)
        case "IN": self = .isIn(try Self.values(value, name))
        case "ARRAY_CONTAINS_ANY": self = .arrayContainsAny(try Self.values(value, name))
        case "NOT_IN": self = .isNotIn(try Self.values(value, name))
        default: throw .invalid("Unknown FieldFilter operator.")
        }
    }

    /// The name of the operator and the value, as the protocol asks; `nil` for questions without a value.
    public var fieldOperator: (name: String, value: Value)? {
        switch self {
        case .lessThan(let value): ("LESS_THAN", value)
        case .lessThanOrEqual(let value): ("LESS_THAN_OR_EQUAL", value)
        case .greaterThan(let value): ("GREATER_THAN", value)
        case .greaterThanOrEqual(let value): ("GREATER_THAN_OR_EQUAL", value)
        case .equal(let value): ("EQUAL", value)
        case .notEqual(let value): ("NOT_EQUAL", value)
        case .arrayContains(let value): ("ARRAY_CONTAINS", value)
        case .isIn(let values): ("IN", .array(values))
        case .arrayContainsAny(let values): ("ARRAY_CONTAINS_ANY", .array(values))
        case .isNotIn(let values): ("NOT_IN", .array(values))
        case .isNull, .isNotNull, .isNotANumber, .isNotNotANumber: nil
        }
    }

    private static func values(_ value: Value, _ name: String) throws(FirestoreError) -> [Value] {
        guard case .array(let values) = value else { throw .invalid("'\(name)' requires an ArrayValue.") }
        return values
    }
}
