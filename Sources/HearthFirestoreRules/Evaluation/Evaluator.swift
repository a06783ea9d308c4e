import HearthFirestoreModel

/// Evaluates expressions, for one request or for one branch of a query.
struct Evaluator {
    typealias Reader = (ResourcePath, DocumentAccesses.Moment) throws(EvaluationStop) -> Document?

    let program: Program
    /// What `request` is.
    let request: RulesValue
    /// What `resource` is.
    let resource: Outcome
    /// The id of the request's database.
    let database: String
    /// What a query says about its results; `nil` if a document is at hand.
    let facts: QueryFacts?
    /// Whether functions work that production refuses.
    let isLenient: Bool
    let read: Reader

    var budget = RulesBudget()
    var accesses: DocumentAccesses
    var coverage: CoverageRun?
    /// What the names of the block's pattern are bound to.
    var wildcards: [Outcome] = []
    /// The arguments and variables of all calls under way.
    var locals: [Outcome] = []
    /// Where those of the innermost call begin.
    var frame = 0

    /// Evaluates a node.
    ///
    /// - Throws: Only what ends the whole request; errors of the language are outcomes.
    mutating func evaluate(_ id: NodeID) throws(EvaluationStop) -> Outcome {
        let outcome = try result(of: id)
        if coverage != nil { coverage?.record(outcome, at: id) }
        return outcome
    }

    private mutating func result(of id: NodeID) throws(EvaluationStop) -> Outcome {
        try budget.spend(expressions: 1)
        switch program.nodes[Int(id)] {
        case .constant(let index): return .value(program.constants[Int(index)])
        case .local(let slot):
            let position = frame + Int(slot)
            return position < locals.count ? locals[position] : failure("Variable not found error.", id)
        case .wildcard(let number):
            return Int(number) < wildcards.count ? wildcards[Int(number)] : failure("Variable not found error.", id)
        case .request: return .value(request)
        case .resource: return resource
        case .unknownName(let name):
            return failure("Variable not found error: Name: [\(program.names[Int(name)])].", id)
        case .member(let object, let name): return member(program.names[Int(name)], of: try evaluate(object), id)
        case .index(let object, let index):
            let object = try evaluate(object)
            return try indexed(object, try evaluate(index), id)
        case .slice(let object, let from, let to): return try slice(object, from, to, id)
        case .list(let items): return combined(try evaluate(items)) { .list($0) }
        case .map(let values, let keys):
            let names = program.names[Int(keys)..<Int(keys) + Int(values.count)]
            return combined(try evaluate(values)) { .map(RulesMap(zip(names, $0).map { ($0, $1) })) }
        case .path(let parts): return try path(parts, id)
        case .not(let operand): return not(try evaluate(operand), id)
        case .minus(let operand): return try minus(try evaluate(operand), id)
        case .and(let left, let right): return try and(left, right, id)
        case .or(let left, let right): return try or(left, right, id)
        case .binary(let operation, let left, let right): return try binary(operation, left, right, id)
        case .isType(let value, let type): return try isType(value, type, id)
        case .conditional(let condition, let first, let second):
            return try conditional(condition, first, second, id)
        case .call(let function, let arguments): return try call(function, arguments, id)
        case .builtin(let function, let arguments): return try builtin(function, arguments, id)
        case .unknownFunction(let name, let arguments):
            if let failure = Self.firstFailure(try evaluate(arguments)) { return failure }
            return undefined(program.names[Int(name)], id)
        case .method(let object, let method, let arguments, let pattern):
            return try self.method(method, of: object, arguments, pattern, id)
        case .unknownMethod(let object, let name, let arguments):
            let receiver = try evaluate(object)
            if let failure = Self.firstFailure([receiver] + (try evaluate(arguments))) { return failure }
            return undefined(program.names[Int(name)], id)
        }
    }

    /// Evaluates all nodes, whether or not one errs.
    mutating func evaluate(_ range: NodeRange) throws(EvaluationStop) -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(Int(range.count))
        for index in range.indices { outcomes.append(try evaluate(program.children[index])) }
        return outcomes
    }

    /// The first error in the order of evaluation.
    static func firstFailure(_ outcomes: [Outcome]) -> Outcome? {
        outcomes.first { if case .failure = $0 { true } else { false } }
    }

    /// Puts values together: an error stays an error, and what is not known stays unknown.
    func combined(_ outcomes: [Outcome], _ make: ([RulesValue]) -> RulesValue) -> Outcome {
        if let failure = Self.firstFailure(outcomes) { return failure }
        var values: [RulesValue] = []
        values.reserveCapacity(outcomes.count)
        var isExact = true
        for outcome in outcomes {
            switch outcome {
            case .value(let value): values.append(value)
            case .alike(let value):
                values.append(value)
                isExact = false
            case .symbol, .unknown, .failure: return .unknown
            }
        }
        return isExact ? .value(make(values)) : .alike(make(values))
    }

    func failure(_ message: String, _ id: NodeID) -> Outcome {
        .failure(RulesFailure(message, program.spans[Int(id)]))
    }

    func undefined(_ name: String, _ id: NodeID) -> Outcome {
        failure("Function not found error: Name: [\(name)].", id)
    }

    /// Runs an operator or a built-in, whose errors become outcomes.
    mutating func attempt(
        _ id: NodeID,
        _ body: (inout RulesBudget) throws(EvaluationStop) -> RulesValue
    ) throws(EvaluationStop) -> Outcome {
        do throws(EvaluationStop) {
            return .value(try body(&budget))
        } catch .failed(let message) {
            return failure(message, id)
        } catch {
            throw error
        }
    }
}
