/// A call of a method on a value, its arguments evaluated.
struct MethodCall {
    let method: MethodName
    let arguments: [RulesValue]
    /// The first argument as a program, if it is a literal.
    var pattern: PatternProgram?

    /// The error of a method that the type has, but not for these arguments.
    var mismatch: EvaluationStop { .wrongArguments(method.rawValue) }
    /// The error of a method that the type does not have.
    var undefined: EvaluationStop { .undefinedFunction(method.rawValue) }

    /// Calls the method.
    ///
    /// - Throws: `failed` if the value has no such method or an argument has the wrong type.
    func apply(to receiver: RulesValue, _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        guard arguments.count == method.parameterCount else { throw undefined }
        switch receiver {
        case .string(let text): return try apply(to: text, &budget)
        case .bytes(let bytes): return try apply(to: bytes, &budget)
        case .list(let items): return try apply(to: items, &budget)
        case .set(let set): return try apply(to: set, &budget)
        case .map(let map): return try apply(to: map, &budget)
        case .mapDiff(let diff): return try apply(to: diff)
        case .path(let path): return try apply(to: path)
        case .timestamp(let time): return try applyToTimestamp(time)
        case .duration(let length): return try applyToDuration(length)
        case .latlng(let point): return try apply(to: point)
        case .null: throw .failed("Null value error.")
        case .bool, .int, .float: throw undefined
        }
    }
}
