import HearthFirestoreModel

extension Evaluator {
    mutating func binary(
        _ operation: BinaryOperator,
        _ left: NodeID,
        _ right: NodeID,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        if operation == .isIn {
            // The container is evaluated first.
            let container = try evaluate(right)
            let element = try evaluate(left)
            if let failure = Self.firstFailure([container, element]) { return failure }
            return try membership(of: element, in: container, id)
        }
        let first = try evaluate(left)
        let second = try evaluate(right)
        if case .failure = first { return first }
        if case .failure = second { return second }
        switch operation {
        case .equal, .notEqual: return try equality(first, second, isWanted: operation == .equal)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return try order(operation, first, second, id)
        default:
            guard case .value(let first) = first, case .value(let second) = second else { return .unknown }
            return try attempt(id) { budget throws(EvaluationStop) in
                try Arithmetic.apply(operation, first, second, &budget)
            }
        }
    }

    private mutating func equality(
        _ first: Outcome,
        _ second: Outcome,
        isWanted: Bool
    ) throws(EvaluationStop) -> Outcome {
        var answer: Bool?
        switch (first, second) {
        case (.value(let left), .value(let right)), (.value(let left), .alike(let right)),
            (.alike(let left), .value(let right)), (.alike(let left), .alike(let right)):
            answer = try left.equals(right, &budget)
        case (.symbol(let path), .value(let value)), (.symbol(let path), .alike(let value)),
            (.value(let value), .symbol(let path)), (.alike(let value), .symbol(let path)):
            // Only a difference can be proved: what is known to be equal is no symbol.
            answer = try facts?.differs(path, from: value, &budget) == true ? false : nil
        default: break
        }
        return answer.map { .value(.bool($0 == isWanted)) } ?? .unknown
    }

    private mutating func order(
        _ operation: BinaryOperator,
        _ first: Outcome,
        _ second: Outcome,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        switch (first, second) {
        case (.value(let left), .value(let right)), (.value(let left), .alike(let right)),
            (.alike(let left), .value(let right)), (.alike(let left), .alike(let right)):
            return try attempt(id) { budget throws(EvaluationStop) in
                .bool(try Arithmetic.isOrdered(operation, left, right, &budget))
            }
        case (.symbol(let path), .value(let value)), (.symbol(let path), .alike(let value)):
            return try facts?.isOrdered(path, operation, value, &budget).map { .value(.bool($0)) } ?? .unknown
        case (.value(let value), .symbol(let path)), (.alike(let value), .symbol(let path)):
            let answer = try facts?.isOrdered(path, operation.mirrored, value, &budget)
            return answer.map { .value(.bool($0)) } ?? .unknown
        default: return .unknown
        }
    }

    private mutating func membership(
        of element: Outcome,
        in container: Outcome,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        switch (element, container) {
        case (.value(let element), .value(let container)), (.value(let element), .alike(let container)),
            (.alike(let element), .value(let container)), (.alike(let element), .alike(let container)):
            return try attempt(id) { budget throws(EvaluationStop) in
                .bool(try Arithmetic.contains(container, element, &budget))
            }
        case (.value(let element), .symbol(let path)), (.alike(let element), .symbol(let path)):
            return try facts?.contains(path, element, &budget) == true ? .value(.bool(true)) : .unknown
        default: return .unknown
        }
    }

    mutating func minus(_ operand: Outcome, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        switch operand {
        case .value(let value):
            return try attempt(id) { _ throws(EvaluationStop) in try Arithmetic.negated(value) }
        case .failure: return operand
        case .alike, .symbol, .unknown: return .unknown
        }
    }
}

extension BinaryOperator {
    /// The operator that says the same with the sides exchanged.
    fileprivate var mirrored: BinaryOperator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}
