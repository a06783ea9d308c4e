import HearthFirestoreModel

/// What one branch of a query says about each of its results.
///
/// Nothing here looks at documents.
struct QueryFacts: Sendable {
    /// What every result meets.
    let conditions: Conjunction
    /// The only document that can be a result, if the branch names one.
    let documentName: ResourceName?

    /// What is at a path of names below `resource`.
    ///
    /// - Returns: `nil` if there is never anything.
    func value(at path: [String]) -> Outcome? {
        switch path.first {
        case "id" where path.count == 1: return documentName.map { .value(.string($0.path.id)) } ?? .unknown
        case "__name__" where path.count == 1: return documentName.map { .value(.path(RulesPath($0))) } ?? .unknown
        case "data":
            for condition in conditions where Self.names(path, condition) {
                switch condition.test {
                case .equal(let value) where value.kind != .null && value.kind != .notANumber:
                    return Outcome(equalTo: RulesValue(value))
                case .isNull: return .value(.null)
                default: break
                }
            }
            return .symbol(path)
        default: return nil
        }
    }

    /// What is at a path below one that has no exact value itself.
    func value(through start: [String], to path: [String]) -> Outcome {
        for count in (start.count + 1)..<path.count {
            guard case .symbol? = value(at: Array(path.prefix(count))) else { return .unknown }
        }
        return value(at: path) ?? .unknown
    }

    /// Whether a filter makes sure that there is a field at a path below `resource`.
    func hasField(at path: [String]) -> Bool {
        guard path.first?.hasSameBytes(as: "data") == true, path.count > 1 else { return false }
        let field = FieldPath(Array(path.dropFirst()))
        return conditions.contains { !$0.path.isDocumentName && $0.path.isAtOrBelow(field) }
    }

    /// Whether a field differs from a value in every result.
    func differs(
        _ path: [String],
        from value: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        for condition in conditions where Self.names(path, condition) {
            if case .null = value, condition.test != .isNull { return true }
            switch condition.test {
            case .notEqual(let excluded):
                if try Self.isExcluded(value, by: excluded, &budget) { return true }
            case .isNotIn(let excluded):
                for excluded in excluded where try Self.isExcluded(value, by: excluded, &budget) { return true }
            case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
                if try Self.isOutside(value, condition.test, &budget) { return true }
            default: break
            }
        }
        return false
    }

    /// A value that equals an excluded one in rules differs from every result, if the query tells them apart as well.
    private static func isExcluded(
        _ value: RulesValue,
        by excluded: Value,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        // References of different projects are equal paths in rules.
        guard excluded.kind != .null, excluded.kind != .notANumber, !excluded.holdsReference else { return false }
        return try RulesValue(excluded).equals(value, &budget)
    }

    /// Whether a value is beyond the bound that a condition sets.
    private static func isOutside(
        _ value: RulesValue,
        _ test: Condition.Test,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        guard let bound = Bound(test) else { return false }
        guard bound.isComparable(with: value) else { return bound.excludesType(of: value) }
        return try bound.proves(bound.isUpper ? .less : .greater, value, &budget)
    }

    /// Whether the order of a field and a value is the same in every result; `nil` if it is not known.
    func isOrdered(
        _ path: [String],
        _ operation: BinaryOperator,
        _ value: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool? {
        for condition in conditions where Self.names(path, condition) {
            guard let bound = Bound(condition.test), bound.isComparable(with: value) else { continue }
            if try bound.proves(operation, value, &budget) { return true }
            if try bound.proves(operation.negation, value, &budget) { return false }
        }
        return nil
    }

    /// Whether a field is a list with an element, in every result.
    func contains(
        _ path: [String],
        _ element: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        for condition in conditions where Self.names(path, condition) {
            guard case .arrayContains(let value) = condition.test, value.kind != .null, value.kind != .notANumber else {
                continue
            }
            if try RulesValue(value).equals(element, &budget) { return true }
        }
        return false
    }

    /// Whether a condition is about the field at a path below `resource`.
    private static func names(_ path: [String], _ condition: Condition) -> Bool {
        guard path.count == condition.path.segments.count + 1, path[0].hasSameBytes(as: "data"),
            !condition.path.isDocumentName
        else { return false }
        return zip(path.dropFirst(), condition.path.segments).allSatisfy { $0.hasSameBytes(as: $1) }
    }
}

/// A bound that a filter sets: the field is of the operand's type and on one side of it.
private struct Bound {
    let operation: BinaryOperator
    let limit: RulesValue

    init?(_ test: Condition.Test) {
        switch test {
        case .lessThan(let value): self.init(.less, value)
        case .lessThanOrEqual(let value): self.init(.lessOrEqual, value)
        case .greaterThan(let value): self.init(.greater, value)
        case .greaterThanOrEqual(let value): self.init(.greaterOrEqual, value)
        default: return nil
        }
    }

    private init?(_ operation: BinaryOperator, _ value: Value) {
        guard value.kind != .null, value.kind != .notANumber else { return nil }
        self.operation = operation
        limit = RulesValue(value)
    }

    var isUpper: Bool { operation == .less || operation == .lessOrEqual }

    /// Whether rules order the value and the field.
    func isComparable(with value: RulesValue) -> Bool {
        switch (limit, value) {
        case (.int, .int), (.int, .float), (.float, .int), (.float, .float): !value.isNotANumber
        case (.string, .string), (.timestamp, .timestamp): true
        default: false
        }
    }

    /// Whether the field has another type than the value, so that they are never equal.
    func excludesType(of value: RulesValue) -> Bool {
        switch limit {
        case .int, .float, .string, .timestamp, .bool, .bytes: value.rank != limit.rank
        default: false
        }
    }

    /// Whether `field operation value` follows from the bound.
    func proves(
        _ operation: BinaryOperator,
        _ value: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        let comparison = try limit.compare(to: value, &budget)
        switch (self.operation, operation) {
        case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .lessOrEqual): return comparison != .greater
        case (.lessOrEqual, .less): return comparison == .less
        case (.greater, .greater), (.greater, .greaterOrEqual), (.greaterOrEqual, .greaterOrEqual):
            return comparison != .less
        case (.greaterOrEqual, .greater): return comparison == .greater
        default: return false
        }
    }
}

extension BinaryOperator {
    /// The operator that is true where this one is false.
    fileprivate var negation: BinaryOperator {
        switch self {
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        default: self
        }
    }
}

extension Value {
    fileprivate var holdsReference: Bool {
        switch self {
        case .reference: true
        case .array(let values): values.contains(where: \.holdsReference)
        case .map(let fields): fields.entries.contains { $0.value.holdsReference }
        default: false
        }
    }
}
