import Testing

@testable import HearthFirestoreRules

@Suite("Checking a rules file")
struct AdviceTests {
    private func lines(_ declarations: String) -> [String] {
        Ruleset.check(Rules.file(declarations)).map { "\($0.span.line):\($0.span.column) \($0.description)" }
    }

    @Test(
        arguments: [
            ("match /a/{b} { allow read; }", "4:20 Everyone may do this: the statement has no condition."),
            ("match /a/{b} { allow write: if (true); }", "4:36 Everyone may write here."),
            (
                "match /a/{b} { allow get, update: if null != request.auth; }",
                "4:42 Every user may write here, also to the documents of others."
            ), ("match /a/{b} { allow get: if debug(b) == b; }", "4:34 Production refuses this function: debug."),
            ("match /a/{b} { allow get: if c; }", "4:34 Invalid variable name: c."),
        ]
    )
    func `warns of what is probably a mistake`(_ declarations: String, _ line: String) {
        #expect(lines(declarations) == [line])
    }

    @Test(
        arguments: [
            "match /a/{b} { allow read: if true; }", "match /a/{b} { allow read: if request.auth != null; }",
            "match /a/{b} { allow write: if request.auth != null && request.auth.uid == b; }",
        ]
    )
    func `says nothing of what is right`(_ declarations: String) {
        #expect(lines(declarations).isEmpty)
    }

    @Test func `warns of version 1 and of matches without documents`() {
        let source = "service cloud.firestore { match /a/{b} { allow read: if b == 'c'; } }"
        #expect(Ruleset.check(source).map(\.span.column) == [9, 42])
    }

    @Test func `prints errors as compilers do`() throws {
        let issue = try #require(Ruleset.check("service cloud.firestore { match /a { allow read: if ; } }").first)
        #expect(
            issue.line(in: "rules/my.rules")
                == "rules/my.rules:1:53: ERROR: Missing conditional expression after 'if'."
        )
    }
}
