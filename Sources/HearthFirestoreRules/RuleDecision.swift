/// Whether rules allow a request, and why.
public enum RuleDecision: Sendable {
    /// A statement allows it.
    case allowed(by: SourceSpan)
    /// No statement allows it; the reasons are in the order in which the statements were tried.
    case denied([RuleDenial])

    /// Whether the request is allowed.
    public var isAllowed: Bool {
        if case .allowed = self { true } else { false }
    }

    /// The reasons as the official emulator writes them, for example `\nfalse for 'get' @ L15`.
    ///
    /// They may contain values of documents: not for the answer of a production server.
    public var emulatorMessage: String {
        switch self {
        case .allowed: ""
        case .denied(let denials):
            denials.isEmpty ? "No matching allow statements" : denials.map { "\n" + $0.text }.joined()
        }
    }
}

/// Why one statement did not allow a request.
public struct RuleDenial: Sendable {
    /// What the statement came to.
    public enum Cause: Sendable, Hashable {
        /// The condition is false.
        case isFalse
        /// The condition is an error; the text of it.
        case error(String)
        /// The condition is no truth value.
        case isNoBool
        /// A query was asked, and it does not say enough about its results for the condition to be true of them all.
        case isNotProved
        /// The request used up what it may; no further statement was tried.
        case budget(String)
    }

    /// What the request does.
    public let method: RuleRequest.Method
    /// The statement.
    public let statement: SourceSpan
    /// What it came to.
    public let cause: Cause

    /// The reason in one line, in the official text where there is one.
    public var text: String {
        let place = "for '\(method.rawValue)' @ L\(statement.line)"
        return switch cause {
        case .isFalse: "false \(place)"
        case .isNoBool: "The condition is no bool. \(place)"
        case .isNotProved:
            "The query does not make sure that the condition is true for all its results; add a filter. \(place)"
        case .error(let message), .budget(let message): "\(message) \(place)"
        }
    }
}
