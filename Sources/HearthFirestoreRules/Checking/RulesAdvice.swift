/// What is legal in a rules source and probably a mistake.
struct RulesAdvice {
    private(set) var issues = IssueList()

    /// Looks through a file that was parsed without errors.
    static func advise(_ file: RulesFile) -> [RulesIssue] {
        var advice = RulesAdvice()
        let service = file.services.first { $0.name.text == "cloud.firestore" }
        if file.version == 1, let service {
            advice.issues.warning(
                "The rules are of version 1, which authorises no collection group. Begin the file with"
                    + " rules_version = '2';",
                at: service.name.span
            )
        }
        for match in service?.matches ?? [] { advice.look(at: match, below: []) }
        return advice.issues.sorted
    }

    private mutating func look(at match: MatchDeclaration, below prefix: [PatternSegment]) {
        let pattern = prefix + match.pattern
        for item in match.items {
            switch item {
            case .match(let nested): look(at: nested, below: pattern)
            case .allow(let statement):
                if !DocumentPattern.leadsToDocuments(pattern) {
                    issues.warning(
                        "No document is here: documents are below /databases/{database}/documents.",
                        at: statement.span
                    )
                }
                look(at: statement)
            }
        }
    }

    private mutating func look(at statement: AllowStatement) {
        let writes: Set<AllowStatement.Operation> = [.create, .update, .delete, .write]
        let mayWrite = statement.operations.contains { writes.contains($0) }
        guard let condition = statement.condition else {
            return issues.warning("Everyone may do this: the statement has no condition.", at: statement.span)
        }
        if mayWrite, Self.bare(condition) == .bool(true) {
            issues.warning("Everyone may write here.", at: condition.span)
        }
        if mayWrite, Self.isSignedIn(condition) {
            issues.warning("Every user may write here, also to the documents of others.", at: condition.span)
        }
    }

    /// Whether a condition is `request.auth != null` and nothing else.
    private static func isSignedIn(_ condition: Expression) -> Bool {
        guard case .binary(.notEqual, let left, let right) = bare(condition) else { return false }
        let sides = [bare(left), bare(right)]
        return sides.contains(.null)
            && sides.contains { side in
                guard case .member(let object, let name) = side, name.text == "auth" else { return false }
                return bare(object) == .name("request")
            }
    }

    private static func bare(_ expression: Expression) -> Expression.Kind {
        if case .parentheses(let inner) = expression.kind { bare(inner) } else { expression.kind }
    }
}

extension Ruleset {
    /// Checks a source as `hearth firestore rules check` does.
    ///
    /// - Parameter source: The text of a rules file.
    /// - Returns: Every issue of the compiler and, if there is no error among them, what is legal and probably a mistake:
    ///   statements without a condition, writes that are open to everyone or to every user, matches without documents,
    ///   functions that production refuses, version 1.
    public static func check(_ source: String) -> [RulesIssue] {
        do throws(RulesetError) {
            let ruleset = try Ruleset(source)
            var issues = IssueList()
            for issue in ruleset.warnings + RulesAdvice.advise(Parser.parse(source).file) + ruleset.refusedCalls {
                issues.warning(issue.description, at: issue.span)
            }
            return issues.sorted
        } catch {
            return error.issues
        }
    }

    /// The calls of functions that work in the emulator alone.
    private var refusedCalls: [RulesIssue] {
        program.nodes.indices.compactMap { index in
            guard case .builtin(let function, _) = program.nodes[index], function.isRefusedByProduction else {
                return nil
            }
            let text = "Production refuses this function: \(function.rawValue)."
            return RulesIssue(severity: .warning, span: program.spans[index], description: text)
        }
    }
}
