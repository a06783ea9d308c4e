import HearthFirestoreModel

extension Evaluator {
    /// Calls a function of the source.
    ///
    /// Arguments and variables are evaluated once, read or not; one that errs counts only where it is read.
    mutating func call(_ index: Int32, _ arguments: NodeRange, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        let function = program.functions[Int(index)]
        let outcomes = try evaluate(arguments)
        guard outcomes.count == function.parameterCount else { return undefined(function.name, id) }
        let outer = frame
        frame = locals.count
        locals += outcomes
        for variable in function.variables {
            try budget.spend(expressions: 1)
            locals.append(try evaluate(variable))
        }
        let result = try evaluate(function.body)
        locals.removeLast(locals.count - frame)
        frame = outer
        return result
    }

    mutating func builtin(
        _ function: BuiltinFunction,
        _ arguments: NodeRange,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        let outcomes = try evaluate(arguments)
        if let failure = Self.firstFailure(outcomes) { return failure }
        if function.isRefusedByProduction, !isLenient { return undefined(function.rawValue, id) }
        if function == .debug, outcomes.count == 1 { return outcomes[0] }
        guard case .value(.list(let values)) = combined(outcomes, { .list($0) }) else { return .unknown }
        if function.readsDocument { return try document(function, values, id) }
        let call = FunctionCall(function: function, arguments: values)
        return try attempt(id) { budget throws(EvaluationStop) in try call.apply(&budget) }
    }

    /// Answers `get`, `exists`, `getAfter` and `existsAfter`.
    private mutating func document(
        _ function: BuiltinFunction,
        _ arguments: [RulesValue],
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        guard arguments.count == 1 else { return undefined(function.rawValue, id) }
        guard case .path(let path) = arguments[0], let document = path.document(in: database) else {
            return failure("Invalid argument provided to call. Function: [\(function.rawValue)].", id)
        }
        let moment: DocumentAccesses.Moment =
            function == .getAfter || function == .existsAfter ? .afterCommit : .stored
        let resource = try accesses.resource(at: document, moment, read: read)
        switch function {
        case .exists, .existsAfter: return .value(.bool(resource != nil))
        default:
            if let resource { return .value(resource) }
            let segments = path.segments.map { "  segments {\n    simple: \"\($0)\"\n  }\n" }.joined()
            return failure(
                "Service call error. Function: [\(function.rawValue)], Argument: [path_value {\n\(segments)}\n].",
                id
            )
        }
    }

    mutating func method(
        _ method: MethodName,
        of object: NodeID,
        _ arguments: NodeRange,
        _ pattern: Int32?,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        let receiver = try evaluate(object)
        let outcomes = try evaluate(arguments)
        if let failure = Self.firstFailure([receiver] + outcomes) { return failure }
        if case .symbol(let path) = receiver {
            return method == .get ? field(at: path, outcomes) : .unknown
        }
        guard case .value(.list(let values)) = combined(outcomes, { .list($0) }) else {
            return try inexact(method, receiver, outcomes, id)
        }
        guard case .value(let value) = receiver else { return try inexact(method, receiver, outcomes, id) }
        var call = MethodCall(method: method, arguments: values)
        if let pattern { call.pattern = program.patterns[Int(pattern)] }
        return try attempt(id) { budget throws(EvaluationStop) in try call.apply(to: value, &budget) }
    }

    /// Methods that give the same for numbers of either kind.
    private mutating func inexact(
        _ method: MethodName,
        _ receiver: Outcome,
        _ arguments: [Outcome],
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        var values: [RulesValue] = []
        for outcome in [receiver] + arguments {
            switch outcome {
            case .value(let value), .alike(let value): values.append(value)
            case .symbol, .unknown, .failure: return .unknown
            }
        }
        switch method {
        case .size, .keys, .hasAll, .hasAny, .hasOnly, .get:
            let object = values.removeFirst()
            let call = MethodCall(method: method, arguments: values)
            let result = try attempt(id) { budget throws(EvaluationStop) in try call.apply(to: object, &budget) }
            guard method == .get, case .value(let value) = result else { return result }
            return Outcome(partOfAlike: value)
        default: return .unknown
        }
    }

    /// Answers `resource.data.get(…)` for a query, if one of its filters makes sure that the field is there.
    private func field(at path: [String], _ arguments: [Outcome]) -> Outcome {
        guard arguments.count == 2, case .value(let key) = arguments[0], let facts else { return .unknown }
        var names = path
        switch key {
        case .string(let name): names.append(name)
        case .list(let keys) where !keys.isEmpty:
            for key in keys {
                guard case .string(let name) = key else { return .unknown }
                names.append(name)
            }
        default: return .unknown
        }
        return facts.hasField(at: names) ? facts.value(through: path, to: names) : .unknown
    }
}
