import HearthFirestoreModel

/// The operators on values.
enum Arithmetic {
    /// Answers `<`, `<=`, `>` and `>=`: for two numbers, strings, timestamps or durations.
    static func isOrdered(
        _ operation: BinaryOperator,
        _ left: RulesValue,
        _ right: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        switch (left, right) {
        case (.int, .int), (.string, .string), (.timestamp, .timestamp), (.duration, .duration): break
        case (.int, .float), (.float, .int), (.float, .float):
            guard !left.isNotANumber, !right.isNotANumber else { throw mismatch(operation) }
        default: throw mismatch(operation)
        }
        let comparison = try left.compare(to: right, &budget)
        switch operation {
        case .less: return comparison == .less
        case .lessOrEqual: return comparison != .greater
        case .greater: return comparison == .greater
        default: return comparison != .less
        }
    }

    /// Answers `in`: a member of a list or set, or a key of a map.
    static func contains(
        _ container: RulesValue,
        _ element: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Bool {
        switch container {
        case .list(let items):
            for item in items where try item.equals(element, &budget) { return true }
            return false
        case .set(let set): return try set.contains(element, &budget)
        case .map(let map):
            guard case .string(let key) = element else { throw mismatch(.isIn) }
            return map[key] != nil
        default: throw mismatch(.isIn)
        }
    }

    static func negated(_ value: RulesValue) throws(EvaluationStop) -> RulesValue {
        switch value {
        case .int(let number):
            guard number != .min else { throw overflow }
            return .int(-number)
        case .float(let number): return .float(-number)
        case .duration(let length): return try RulesValue.duration(total: -length.total)
        default: throw mismatch(.minus)
        }
    }

    /// Answers `+`, `-`, `*`, `/` and `%`.
    static func apply(
        _ operation: BinaryOperator,
        _ left: RulesValue,
        _ right: RulesValue,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> RulesValue {
        switch (left, right) {
        case (.int(let first), .int(let second)): return .int(try integer(operation, first, second))
        case (.int(let first), .float(let second)): return .float(try float(operation, Double(first), second))
        case (.float(let first), .int(let second)): return .float(try float(operation, first, Double(second)))
        case (.float(let first), .float(let second)): return .float(try float(operation, first, second))
        case (.string(let first), .string(let second)) where operation == .plus:
            try budget.spend(bytes: first.utf8.count + second.utf8.count)
            return .string(first + second)
        default: return try time(operation, left, right)
        }
    }

    private static func integer(
        _ operation: BinaryOperator,
        _ left: Int64,
        _ right: Int64
    ) throws(EvaluationStop) -> Int64 {
        let result: (partialValue: Int64, overflow: Bool)
        switch operation {
        case .plus: result = left.addingReportingOverflow(right)
        case .minus: result = left.subtractingReportingOverflow(right)
        case .times: result = left.multipliedReportingOverflow(by: right)
        default:
            guard right != 0 else { throw .failed("Divide by zero error.") }
            result =
                operation == .divided
                ? left.dividedReportingOverflow(by: right) : left.remainderReportingOverflow(dividingBy: right)
        }
        // The remainder of the least number by -1 is 0, although the quotient does not fit.
        if operation == .modulo, result.overflow { return 0 }
        guard !result.overflow else { throw overflow }
        return result.partialValue
    }

    private static func float(
        _ operation: BinaryOperator,
        _ left: Double,
        _ right: Double
    ) throws(EvaluationStop) -> Double {
        switch operation {
        case .plus: return left + right
        case .minus: return left - right
        case .times: return left * right
        case .divided:
            guard right != 0 else { throw .failed("Divide by zero error.") }
            return left / right
        default: throw mismatch(operation)
        }
    }

    private static func time(
        _ operation: BinaryOperator,
        _ left: RulesValue,
        _ right: RulesValue
    ) throws(EvaluationStop) -> RulesValue {
        switch (operation, left, right) {
        case (.plus, .timestamp(let time), .duration(let length)), (.plus, .duration(let length), .timestamp(let time)):
            return try RulesValue.timestamp(total: time.total + length.total)
        case (.minus, .timestamp(let time), .duration(let length)):
            return try RulesValue.timestamp(total: time.total - length.total)
        case (.minus, .timestamp(let first), .timestamp(let second)):
            return try RulesValue.duration(total: first.total - second.total)
        case (.plus, .duration(let first), .duration(let second)):
            return try RulesValue.duration(total: first.total + second.total)
        case (.minus, .duration(let first), .duration(let second)):
            return try RulesValue.duration(total: first.total - second.total)
        default: throw mismatch(operation)
        }
    }

    private static let overflow = EvaluationStop.failed("Integer overflow.")

    private static func mismatch(_ operation: BinaryOperator) -> EvaluationStop {
        .failed("Unsupported operation error. Operator: [\(operation.rawValue)].")
    }
}

extension RulesValue {
    var isNotANumber: Bool {
        if case .float(let number) = self { number.isNaN } else { false }
    }
}
