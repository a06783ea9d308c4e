/// Compiled security rules: decides which requests of users are allowed.
///
/// Immutable, and cheap to copy. Compiling costs some microseconds a line, deciding some for a condition.
public struct Ruleset: Sendable {
    /// How functions are treated that the documentation has and production refuses: `bool`, `math.isInfinite`, `debug`.
    public enum Profile: Sendable {
        /// They work, as in the emulator.
        case lenient
        /// Calling one is an error, as in production.
        case strict
    }

    /// The largest source, in bytes of UTF-8 (https://firebase.google.com/docs/rules/rules-language#limits).
    public static let maximumSize = 256 * 1024

    /// The text that was compiled.
    public let source: String
    /// What the compiler found suspicious.
    public let warnings: [RulesIssue]
    /// How functions are treated that production refuses.
    public let profile: Profile
    let program: Program

    /// Compiles rules.
    ///
    /// - Parameters:
    ///   - source: The text of a rules file, at most 256 KiB.
    ///   - profile: How functions are treated that production refuses. Defaults to ``Profile/strict``.
    /// - Throws: ``RulesetError`` with every issue, if at least one of them is an error.
    public init(_ source: String, profile: Profile = .strict) throws(RulesetError) {
        self.source = source
        self.profile = profile
        guard source.utf8.count <= Self.maximumSize else {
            let start = SourceSpan(line: 1, column: 1, offset: 0, endOffset: 0)
            let text = "The source is larger than 256 KiB."
            throw RulesetError(issues: [RulesIssue(severity: .error, span: start, description: text)])
        }
        let (file, syntax) = Parser.parse(source)
        guard !syntax.hasErrors else { throw RulesetError(issues: syntax.sorted) }
        let (program, issues) = Compiler.compile(file, syntax)
        guard !issues.hasErrors else { throw RulesetError(issues: issues.sorted) }
        self.program = program
        warnings = issues.sorted
    }

    /// Starts to count what the expressions of this ruleset give.
    ///
    /// - Returns: A collection without counts, to be passed to every decision.
    public func makeCoverage() -> RuleCoverage {
        RuleCoverage(self)
    }
}
