/// Operators that do not evaluate all their operands.
extension Evaluator {
    /// A side of `&&` or `||`, or a condition.
    private enum Truth {
        case known(Bool)
        case failed(Outcome)
        case unknown
    }

    private func truth(_ outcome: Outcome, _ id: NodeID) -> Truth {
        switch outcome {
        case .value(.bool(let value)): .known(value)
        case .failure: .failed(outcome)
        case .value, .alike: .failed(failure("Unexpected type: a bool is needed.", id))
        case .symbol, .unknown: .unknown
        }
    }

    /// False if either side is false, whatever the other one is.
    mutating func and(_ left: NodeID, _ right: NodeID, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        try dominated(by: false, left, right, id)
    }

    /// True if either side is true, whatever the other one is.
    mutating func or(_ left: NodeID, _ right: NodeID, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        try dominated(by: true, left, right, id)
    }

    private mutating func dominated(
        by winner: Bool,
        _ left: NodeID,
        _ right: NodeID,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        let first = truth(try evaluate(left), left)
        if case .known(winner) = first {
            coverage?.skip(right, in: program)
            return .value(.bool(winner))
        }
        try budget.spend(expressions: 1)
        let second = truth(try evaluate(right), right)
        switch (first, second) {
        case (_, .known(winner)): return .value(.bool(winner))
        case (.unknown, _), (_, .unknown): return .unknown
        case (.failed(let outcome), _), (_, .failed(let outcome)): return outcome
        case (.known, .known): return .value(.bool(!winner))
        }
    }

    func not(_ operand: Outcome, _ id: NodeID) -> Outcome {
        switch truth(operand, id) {
        case .known(let value): .value(.bool(!value))
        case .failed(let outcome): outcome
        case .unknown: .unknown
        }
    }

    /// Evaluates the chosen branch alone.
    mutating func conditional(
        _ condition: NodeID,
        _ first: NodeID,
        _ second: NodeID,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        try budget.spend(expressions: 1)
        switch truth(try evaluate(condition), condition) {
        case .known(true):
            coverage?.skip(second, in: program)
            return try evaluate(first)
        case .known(false):
            coverage?.skip(first, in: program)
            try budget.spend(expressions: 2)
            return try evaluate(second)
        case .failed(let outcome): return outcome
        case .unknown: return .unknown
        }
    }

    mutating func isType(_ value: NodeID, _ type: TypeName?, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        // The name of the type counts as an expression.
        try budget.spend(expressions: 1)
        let outcome = try evaluate(value)
        guard let type else {
            if case .failure = outcome { return outcome }
            return failure("Unknown type.", id)
        }
        switch outcome {
        case .value(let value): return .value(.bool(type.includes(value)))
        case .alike(let value):
            // Whether a number is an int or a float is what is not known.
            let isNumber = TypeName.number.includes(value)
            return isNumber && (type == .int || type == .float) ? .unknown : .value(.bool(type.includes(value)))
        case .failure: return outcome
        case .symbol, .unknown: return .unknown
        }
    }
}
