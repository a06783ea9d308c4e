import Testing

@testable import HearthFirestoreRules

@Suite("Syntax")
struct SyntaxTests {
    private func parsed(_ source: String) throws -> RulesFile {
        let (file, issues) = Parser.parse(source)
        try #require(!issues.hasErrors, "\(issues.sorted)")
        return file
    }

    @Test(
        arguments: [
            "true", "null == false", "1 + 2 * 3 - 4 / 5 % 6", "a || b && c == d in e < f + g * -!h", "1.5e10 > 2.0",
            "a ? b : c ? d : e", "(a ? b : c) ? d : e", "x is string && !(x is int) || x is map_diff",
            "a.b['c'][1][2 : 3][: 4][5 :].d(e, f)", "[1, [2, 3,], {}, {a: 1, 'b c': [],}]", "f() + g(h(1), 2)",
            "/databases/$(database)/documents/a/$(b + 'c')/d == /(default)/x", "exists(/a/$(request.auth.uid)).data",
            "'\\'\\\\\\n\\x41\\101\\u00e9\\ud83d\\ude00' == \"it's\"", "b'\\xff\\0001€' == b\"\"", "- - 1 == --1",
            "path('/a/{b}').bind({b: 'c'})", "a[/x/y : 2]", "{'k': /a/b}", "!a in b", "request.auth.token.in.is.true",
            "/a/{b}/c is path", "a ? /b/c : /d", "(/a/b)[0]", "x != /a/b", "'é' == 'e\u{301}'",
        ]
    )
    func `prints an expression so that it parses to the same tree`(_ text: String) throws {
        let file = try parsed(Rules.file("match /a { allow read: if \(text); }"))
        #expect(try parsed(Printer.print(file)) == file)
    }

    @Test func `prints a file so that it parses to the same tree`() throws {
        let source = """
            rules_version = '2';
            // Comments have no meaning.
            function everywhere() { return true }
            service firebase.storage { match /b/{bucket}/o { allow read; } }
            service cloud.firestore {
              function inService(a, b,) { let c = a; let d = c; return d == b; }
              match /databases/{database}/documents {
                function inMatch() { return /* and none here */ everywhere(); }
                match /a:b,c/{x}/(d)/{rest=**} {
                  allow get, list: if inMatch() && inService(1, 1);
                  match /deeper/{y} { allow write; }
                  allow update;
                }
              }
            }
            """.replacing("b,)", with: "b)")
        let file = try parsed(source)
        #expect(file.version == 2)
        #expect(file.services.map(\.name.text) == ["firebase.storage", "cloud.firestore"])
        #expect(try parsed(Printer.print(file)) == file)
    }

    @Test func `tells trees apart that group operators differently`() throws {
        let left = try parsed(Rules.file("match /a { allow read: if a - b - c; }"))
        let grouped = try parsed(Rules.file("match /a { allow read: if a - (b - c); }"))
        #expect(left != grouped)
    }

    @Test(
        arguments: [
            #"'\/'"#, #"'\a'"#, #"'\v'"#, #"'\?'"#, #"'\d'"#, #"'\.'"#, #"'\`'"#, #"'\0'"#, #"'\12'"#, #"'\400'"#,
            #"'\x4'"#, #"'\x4g'"#, #"'\X41'"#, #"'\u41'"#, #"'\u{41}'"#, #"'\U0001F600'"#, "'a\nb'", "'a\rb'",
            #"'\ud83d'"#, #"'\ude00'"#, #"'\ud83dx'"#, #"b'\u0041'"#, "'open", "\"open'",
        ]
    )
    func `refuses a string that is malformed`(_ literal: String) {
        #expect(throws: RulesetError.self) { try Rules("match /a/{b} { allow read: if \(literal) == ''; }") }
    }

    @Test(arguments: ["'a\tb'", #"'\\.'"#])
    func `accepts a string that is well-formed`(_ literal: String) throws {
        _ = try Rules("match /a/{b} { allow read: if \(literal) == ''; }")
    }

    @Test(
        arguments: [
            "", "service", "service x", "service x {", "service x { match }", "service x { match / {} }",
            "service x { match /a }", "service x { match /a { allow } }", "service x { match /a { allow read } }",
            "service x { match /a { allow read: true; } }", "service x { match /a { allow look; } }",
            "service x { match /a { allow read: if (1; } }", "service x { match /a { allow read: if [1 2]; } }",
            "service x { match /a { allow read: if {1: 2}; } }", "service x { match /a { allow read: if a[]; } }",
            "service x { match /a { allow read: if /a//b; } }", "service x { match /a { allow read: if /a/; } }",
            "service x { match /a { allow read: if /a/$(b)c; } }", "service x { match /a { allow read: if 1a; } }",
            "service x { match /a { allow read: if 99999999999999999999; } }", "service x {} }", "service x {} /* open",
            "service x { function f() { let a = 1; } }", "service x { function f( { return 1; } }",
            "rules_version = 2;",
            "service x { match /{a=*} {} }", "service x { match a/b {} }", "rules_version = '3'; service x {}",
            "service x {} rules_version = '2';", "import 'a'; service x {}",
            "service x { match /a { allow read: if ?; } }",
            "service x { match /a { allow read: if $; } }", "service x { match /a { allow read: if 1e999 > 0; } }",
        ]
    )
    func `refuses what is no rules file`(_ source: String) {
        #expect(throws: RulesetError.self) { try Ruleset(source) }
    }
}
