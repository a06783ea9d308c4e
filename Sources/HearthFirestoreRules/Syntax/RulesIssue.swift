/// What the compiler says about a place in a rules source, in the official texts where they are known.
public struct RulesIssue: Sendable, Hashable {
    /// Whether an issue refuses the source.
    public enum Severity: String, Sendable, Hashable {
        /// The source is refused.
        case error = "ERROR"
        /// The source is accepted. What the warning is about is usually an error when a request reaches it.
        case warning = "WARNING"
    }

    /// Whether the issue refuses the source.
    public let severity: Severity
    /// Where the issue is.
    public let span: SourceSpan
    /// The text, one sentence.
    public let description: String

    /// The issue as a compiler prints it.
    ///
    /// - Parameter file: The name of the file.
    /// - Returns: One line, for example `firestore.rules:5:21: ERROR: Unexpected ';'.`
    public func line(in file: String) -> String {
        "\(file):\(span.line):\(span.column): \(severity.rawValue): \(description)"
    }
}

/// The refusal of a rules source.
public struct RulesetError: Error, Sendable, CustomStringConvertible {
    /// Every issue found, in the order of the source; at least one is an error.
    public let issues: [RulesIssue]

    /// The issues, one a line.
    public var description: String {
        issues.map { $0.line(in: "firestore.rules") }.joined(separator: "\n")
    }
}

/// Gathers issues.
///
/// A source with thousands of mistakes is described by the first ones.
struct IssueList {
    static let limit = 100
    private(set) var issues: [RulesIssue] = []
    private(set) var hasErrors = false

    mutating func error(_ description: String, at span: SourceSpan) {
        hasErrors = true
        add(RulesIssue(severity: .error, span: span, description: description))
    }

    mutating func warning(_ description: String, at span: SourceSpan) {
        add(RulesIssue(severity: .warning, span: span, description: description))
    }

    /// The issues in the order of the source.
    var sorted: [RulesIssue] {
        issues.enumerated()
            .sorted { ($0.element.span.offset, $0.offset) < ($1.element.span.offset, $1.offset) }
            .map(\.element)
    }

    private mutating func add(_ issue: RulesIssue) {
        guard issues.count < Self.limit || issue.severity == .error && issues.count < 2 * Self.limit else { return }
        if !issues.contains(issue) { issues.append(issue) }
    }
}
