/// What the evaluation of one request may still cost.
struct RulesBudget {
    /// Expressions, as the official service counts them.
    static let expressions = 1000
    /// Steps of the pattern matcher, over all calls.
    static let patternSteps = 1_000_000
    /// Values looked at or built by operators and built-ins: one unit is about one scalar value or 16 bytes.
    static let work = 1_000_000
    /// The size of one string or bytes value that rules build, in bytes.
    static let valueSize = 1 << 20

    private(set) var expressions = Self.expressions
    private var patternSteps = Self.patternSteps
    private var work = Self.work

    /// How many expressions were counted.
    var expressionsUsed: Int { Self.expressions - expressions }

    mutating func spend(expressions count: Int) throws(EvaluationStop) {
        expressions -= count
        guard expressions >= 0 else {
            throw .exhausted(
                "Unable to evaluate the expression as the maximum of 1000 expressions to evaluate has been reached."
            )
        }
    }

    mutating func spend(patternSteps count: Int) throws(EvaluationStop) {
        patternSteps -= count
        guard patternSteps >= 0 else { throw .exhausted("Regular expressions took more than 1000000 steps.") }
    }

    mutating func spend(work units: Int) throws(EvaluationStop) {
        work -= units
        guard work >= 0 else { throw .exhausted("The values that the rules work on are too large.") }
    }

    /// Pays for text or bytes that are about to be built.
    mutating func spend(bytes count: Int) throws(EvaluationStop) {
        guard count <= Self.valueSize else { throw .exhausted("A value is larger than 1 MiB.") }
        try spend(work: 1 + count / 16)
    }
}
