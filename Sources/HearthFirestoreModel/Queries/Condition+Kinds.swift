extension Condition.Test {
    /// Whether the results come ordered by the field unless the query says otherwise.
    public var isInequality: Bool {
        switch self {
        case .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .isNotIn, .isNotNull,
            .isNotNotANumber:
            true
        case .equal, .arrayContains, .arrayContainsAny, .isIn, .isNull, .isNotANumber: false
        }
    }

    /// Whether this is one of the negative questions, of which a query may have one.
    var isNegative: Bool {
        switch self {
        case .notEqual, .isNotIn, .isNotNull, .isNotNotANumber: true
        default: false
        }
    }

    /// Whether this looks into an array.
    var isArrayMembership: Bool {
        switch self {
        case .arrayContains, .arrayContainsAny: true
        default: false
        }
    }

    /// The value or the values that a field is compared with.
    public var operands: [Value] {
        switch self {
        case .equal(let value), .notEqual(let value), .lessThan(let value), .lessThanOrEqual(let value),
            .greaterThan(let value), .greaterThanOrEqual(let value), .arrayContains(let value):
            [value]
        case .arrayContainsAny(let values), .isIn(let values), .isNotIn(let values): values
        case .isNull, .isNotNull, .isNotANumber, .isNotNotANumber: []
        }
    }

    /// The simpler questions of which one is enough; the question itself if it is simple.
    var alternatives: [Condition.Test] {
        switch self {
        case .isIn(let values): values.map { .equal($0) }
        case .arrayContainsAny(let values): values.map { .arrayContains($0) }
        default: [self]
        }
    }
}
