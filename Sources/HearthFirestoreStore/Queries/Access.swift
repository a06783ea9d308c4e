internal import HearthFirestoreModel

/// How the candidates for one branch of a query are found in one collection.
enum Access: Sendable {
    /// Documents whose ids are known.
    case ids([[UInt8]])
    /// The documents of a range of ids, in their order.
    case documents(KeyRange)
    /// The documents that entries name.
    ///
    /// If the scan is ordered, candidates with one value come together, and those come in the order of the query.
    case entries(KeyRange, isOrdered: Bool)
    /// None can match.
    case nothing
}

/// The part of an index that a condition can match.
struct ConditionRange {
    let kind: EntryTable.Kind
    /// The range of value keys.
    let values: KeyRange

    /// - Returns: `nil` if the condition matches nothing.
    init?(_ test: Condition.Test) {
        switch test {
        case .equal(let value), .arrayContains(let value):
            guard value.kind != .null, value.kind != .notANumber else { return nil }
            values = KeyRange(prefix: Self.cut(value.key))
        case .isNull: values = KeyRange(prefix: Value.null.key)
        case .isNotANumber: values = KeyRange(prefix: Value.double(.nan).key)
        case .lessThan(let value), .lessThanOrEqual(let value):
            guard let bounds = Self.kindBounds(of: value) else { return nil }
            values = KeyRange(lower: bounds.lower, upper: KeyRange.successor(ofPrefix: Self.cut(value.key)))
        case .greaterThan(let value), .greaterThanOrEqual(let value):
            guard let bounds = Self.kindBounds(of: value) else { return nil }
            values = KeyRange(lower: Self.cut(value.key), upper: bounds.upper)
        case .notEqual, .isNotIn, .isNotNull, .isNotNotANumber:
            values = KeyRange(lower: KeyRange.successor(ofPrefix: Value.null.key), upper: KeyRange.end)
        // In a normal form these are several branches.
        case .arrayContainsAny, .isIn: values = .all
        }
        if case .arrayContains = test { kind = .element } else { kind = .value }
    }

    /// Only the beginning of a long value is in an index.
    static func cut(_ key: [UInt8]) -> [UInt8] { Array(key.prefix(EntryTable.maximumValueLength)) }

    /// The range of all values of a value's kind.
    private static func kindBounds(of value: Value) -> KeyRange? {
        switch value.kind {
        case .null, .notANumber: return nil
        case .boolean:
            return KeyRange(
                lower: Value.boolean(false).key,
                upper: KeyRange.successor(ofPrefix: Value.boolean(true).key)
            )
        default: return KeyRange(prefix: Array(value.key.prefix(1)))
        }
    }
}

extension KeyRange {
    func intersection(_ other: KeyRange) -> KeyRange {
        KeyRange(
            lower: lower.lexicographicallyPrecedes(other.lower) ? other.lower : lower,
            upper: upper.lexicographicallyPrecedes(other.upper) ? upper : other.upper
        )
    }

    var isEmpty: Bool { !lower.lexicographicallyPrecedes(upper) }

    /// The same range behind a prefix that all keys have.
    func prefixed(by prefix: [UInt8]) -> KeyRange {
        KeyRange(
            lower: prefix + lower,
            upper: upper == Self.end ? Self.successor(ofPrefix: prefix) : prefix + upper
        )
    }
}
