/// A regular expression as a tree.
indirect enum PatternNode: Sendable, Equatable {
    case empty
    case set(ScalarSet)
    case scalar(Unicode.Scalar)
    case assertion(PatternAssertion)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// Repeats at least `minimum` times, at most `maximum` times or without limit.
    case repetition(PatternNode, minimum: Int, maximum: Int?, isLazy: Bool)
}

/// A condition on a position that takes no scalar.
enum PatternAssertion: Sendable {
    case textStart
    case textEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
}

/// What is wrong with a regular expression.
struct PatternError: Error {
    let reason: String
}
