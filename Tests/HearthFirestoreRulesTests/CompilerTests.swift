import Testing

@testable import HearthFirestoreRules

/// Texts, lines and columns are those of the official compiler where the comment of a test does not say otherwise.
@Suite("Compiler")
struct CompilerTests {
    /// A source whose fifth line is given, inside a match inside the documents.
    private func source(_ line: String) -> String {
        """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /items/{item} {
        \(line)
            }
          }
        }
        """
    }

    private func issues(_ source: String) -> [RulesIssue] {
        do throws(RulesetError) {
            return try Ruleset(source).warnings
        } catch {
            return error.issues
        }
    }

    private func errors(_ declarations: String) -> [String] {
        issues(Rules.file(declarations)).filter { $0.severity == .error }.map(\.description)
    }

    struct Row: Sendable {
        let line: String
        let column: Int
        let severity: RulesIssue.Severity
        let description: String
    }

    @Test(
        arguments: [
            Row(
                line: "      allow get: if ;",
                column: 21,
                severity: .error,
                description: "Missing conditional expression after 'if'."
            ),
            Row(
                line: "      function duplicate() { let value = 1; let value = 2; return value == 2; }",
                column: 49,
                severity: .error,
                description: "The identifier [value] is already bound in the current scope."
            ),
            Row(
                line: "      function duplicate() { let value = 1; let other = 2; return other == 2; }",
                column: 34,
                severity: .warning,
                description: "Unused variable: value."
            ),
            Row(
                line: "      allow get: if missingName == 1;",
                column: 21,
                severity: .warning,
                description: "Invalid variable name: missingName."
            ),
            Row(
                line: "      allow get: if math.abs() == 1;",
                column: 26,
                severity: .warning,
                description: "Incorrect number of arguments supplied to function: math.abs."
            ),
            Row(
                line: "      function recurse() { return recurse(); }",
                column: 16,
                severity: .error,
                description: "Recursive call is not allowed."
            ),
            Row(
                line: "      allow get: if f();",
                column: 21,
                severity: .warning,
                description: "Invalid function name: f."
            ),
            Row(
                line: "      function f(math) { return math == 1; }",
                column: 18,
                severity: .error,
                description: "math is a package and cannot be used as variable name."
            ),
        ]
    )
    func `says what is wrong and where`(_ row: Row) throws {
        let issue = try #require(issues(source(row.line)).first { $0.description == row.description })
        #expect(issue.severity == row.severity)
        #expect(issue.span.line == 5)
        #expect(issue.span.column == row.column)
    }

    @Test func `refuses two globs in one path`() throws {
        let text = """
            rules_version = '2';
            service cloud.firestore {
              match /databases/{database}/documents {
                match /{first=**}/{second=**} { allow read; }
              }
            }
            """
        let issue = try #require(issues(text).first)
        #expect(issue.severity == .error)
        #expect(issue.span.line == 4)
        #expect(issue.span.column == 22)
        #expect(
            issue.description
                == "Invalid glob match expression. Only one glob match is permitted in a match declaration path."
        )
    }

    @Test func `says that the input ends`() {
        let text = "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n"
        let descriptions = issues(text).map(\.description)
        #expect(descriptions.contains("Missing 'match' keyword before path."))
        #expect(descriptions.contains("Unexpected '<EOF>'."))
    }

    @Test func `finds several mistakes in one run`() {
        let text = source(
            "      allow get: if ;\n      allow list: if (1;\n      allow look;\n      allow write: if true;"
        )
        #expect(issues(text).filter { $0.severity == .error }.map(\.span.line) == [5, 6, 7])
    }

    @Test(arguments: ["import 'x';", "function f() { return true; }", "service a {}"])
    func `wants the version before everything else`(_ declaration: String) {
        let text = declaration + "\nrules_version = '2';\nservice cloud.firestore {}"
        #expect(issues(text).contains { $0.severity == .error })
    }

    @Test func `names the version that comes too late`() {
        #expect(issues("service a {}\nrules_version = '2';").map(\.description) == ["Unexpected 'rules_version'."])
    }

    private func chain(_ count: Int) -> String {
        let calls = (0..<count - 1).map { "function f\($0)() { return f\($0 + 1)(); }" }
        return (calls + ["function f\(count - 1)() { return true; }"]).joined(separator: "\n")
    }

    @Test func `allows a chain of 21 functions and no longer one`() {
        #expect(errors(chain(21)).isEmpty)
        let names = (0..<21).map { "f\($0)" }.joined(separator: "->")
        #expect(errors(chain(22)) == ["Maximum allowed call depth of 20 is reached for [\(names)] call stack."])
        #expect(errors(chain(2000)).count == 1)
    }

    @Test func `finds functions that call each other`() {
        let text = "function a() { return b(); } function b() { return c(); } function c() { return a(); }"
        #expect(errors(text) == ["Recursive call is not allowed."])
    }

    @Test func `allows 11 variables and no more`() {
        func function(_ count: Int) -> String {
            let variables = (0..<count).map { "let v\($0) = \($0);" }.joined()
            return "function f() { \(variables) return true; }"
        }
        #expect(errors(function(11)).isEmpty)
        #expect(
            errors(function(12)) == ["Maximum allowed variable count of 10 for a given function has been reached."]
        )
    }

    private func isTooComplex(_ condition: String) -> Bool {
        errors("match /a/{b} { allow read: if \(condition); }") == ["Expression is too complex to evaluate safely."]
    }

    private func parentheses(_ count: Int, _ inner: String) -> String {
        String(repeating: "(", count: count) + inner + String(repeating: ")", count: count)
    }

    @Test func `measures how deep an expression is nested`() {
        #expect(!isTooComplex(parentheses(97, "1 == 1")))
        #expect(isTooComplex(parentheses(98, "1 == 1")))
        #expect(!isTooComplex(parentheses(98, "true")))
        #expect(isTooComplex(parentheses(99, "true")))
        func flat(_ count: Int) -> String { Array(repeating: "1 == 1", count: count).joined(separator: " && ") }
        #expect(!isTooComplex(flat(98)))
        #expect(isTooComplex(flat(99)))
        // Every operand but the first stands in parentheses.
        func nested(_ count: Int) -> String {
            (1..<count).reduce("1 == 1") { inner, _ in "1 == 1 && (\(inner))" }
        }
        #expect(!isTooComplex(nested(49)))
        #expect(isTooComplex(nested(50)))
        #expect(isTooComplex("f" + String(repeating: "(f", count: 100_000)))
        #expect(isTooComplex(String(repeating: "!", count: 200_000) + "true"))
        #expect(isTooComplex("a" + String(repeating: ".a", count: 60_000)))
        #expect(isTooComplex(Array(repeating: "a ? b", count: 20_000).joined(separator: " : ") + " : c"))
    }

    /// The documented limits; the texts are ours.
    @Test func `bounds matches, paths and parameters`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "match /a { ", count: depth) + "allow read;" + String(repeating: "}", count: depth)
        }
        #expect(errors(nested(9)).isEmpty)
        #expect(errors(nested(10)).count == 1)
        #expect(errors("match " + String(repeating: "/a", count: 97) + " { allow read; }").isEmpty)
        #expect(errors("match " + String(repeating: "/a", count: 98) + " { allow read; }").count == 1)
        let names = (0..<20).map { "/{n\($0)}" }.joined()
        #expect(errors("match \(names) { allow read; }").count == 1)
        #expect(errors("function f(a, b, c, d, e, f, g) { return true; }").isEmpty)
        #expect(errors("function f(a, b, c, d, e, f, g, h) { return true; }").count == 1)
        #expect(errors("match /a/{b}/c/{b} { allow read; }").count == 1)
        #expect(errors("function f() { return 1; } function f() { return 2; }").count == 1)
        #expect(throws: RulesetError.self) { try Ruleset(String(repeating: " ", count: 256 * 1024 + 1)) }
    }

    @Test func `goes on after warnings`() throws {
        let rules = try Rules("match /a/{b} { allow get: if nothing == 1 || f(2) || 'a'.g() || true; }")
        #expect(
            rules.ruleset.warnings.map(\.description) == [
                "Invalid variable name: nothing.", "Invalid function name: f.", "Invalid function name: g.",
            ]
        )
        #expect(rules.get("a/b").isAllowed)
    }

    @Test func `counts lines and columns in Unicode scalars`() throws {
        let text = source("      allow get: if '😀é' == nothing;")
        let issue = try #require(issues(text).first)
        #expect(issue.span.column == 29)
        #expect(Array(text.unicodeScalars)[issue.span.offset] == "n")
    }
}
