import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

@Suite("Matches, functions and statements")
struct StructureTests {
    @Test func `is version 1 without a version`() throws {
        let source = """
            service cloud.firestore {
              match /databases/{database}/documents {
                match /a/{rest=**} { allow get; }
              }
            }
            """
        let rules = Rules(try Ruleset(source))
        #expect(rules.get("a/b").isAllowed)
        #expect(rules.get("a/b/c/d").isAllowed)
    }

    @Test func `matches no segment with a glob in version 2 alone`() throws {
        let body = "match /a/b/{rest=**} { allow get: if rest == /c/d; } match /a/{x}/{rest=**}/d { allow get; }"
        let second = try Rules(body)
        #expect(second.get("a/b/c/d").isAllowed)
        #expect(second.get("a/z/d/d").isAllowed)
        #expect(try Rules("match /a/b/{rest=**} { allow get; }").get("a/b").isAllowed)
        let first = Rules(try Ruleset(Rules.file(body).replacing("'2'", with: "'1'")))
        #expect(first.get("a/b/c/d").isAllowed)
        #expect(!first.get("a/z/d/d").isAllowed)
        let empty = Rules.file("match /a/b/{rest=**} { allow get; }").replacing("'2'", with: "'1'")
        #expect(!Rules(try Ruleset(empty)).get("a/b").isAllowed)
    }

    @Test func `matches whole paths`() throws {
        let rules = try Rules("match /a/{x} { match /b/{y} { allow get: if x == '1' && y == '2'; } }")
        #expect(rules.get("a/1/b/2").isAllowed)
        #expect(!rules.get("a/1").isAllowed)
        #expect(!rules.get("a/1/b/2/c/3").isAllowed)
        #expect(!rules.get("a/1/b/3").isAllowed)
    }

    @Test func `binds a path to a glob`() throws {
        let rules = try Rules("match /t/{tail=**} { allow get: if tail == /a/b/c && tail[1] == 'b'; }")
        #expect(rules.get("t/a/b/c").isAllowed)
        let empty = try Rules("match /t/u/{tail=**} { allow get: if !(tail == /a) && path('t') != tail; }")
        #expect(empty.get("t/u").isAllowed)
    }

    @Test func `matches in every way that several globs allow`() throws {
        let rules = try Rules("match /{a=**}/x { match /{b=**}/y/{id} { allow get: if id == '1'; } }")
        #expect(rules.get("c/d/x/y/e/f/y/1").isAllowed)
        #expect(rules.get("c/x/y/1").isAllowed)
        #expect(rules.get("c/x/c/x/y/1").isAllowed)
        #expect(!rules.get("c/x/c/x/y/2").isAllowed)
        #expect(!rules.get("c/y/c/x/d/1").isAllowed)
    }

    @Test(
        arguments: [
            ("function f() { return false; }", "function f() { return true; }", true),
            ("function f() { return true; }", "function f() { return false; }", false),
            ("function f() { return g(); } function g() { return true; }", "", true),
        ]
    )
    func `prefers the innermost function of a name`(_ outer: String, _ inner: String, _ isAllowed: Bool) throws {
        let rules = try Rules("\(outer) match /a/{b} { \(inner) allow get: if f(); }")
        #expect(rules.get("a/b").isAllowed == isAllowed)
    }

    @Test func `lets a function see the names around its declaration and no others`() throws {
        let rules = try Rules(
            """
            function outside() { return item == 'b'; }
            function where() { return database; }
            match /a/{item} {
              function inside() { return item == 'b' && where() == '(default)'; }
              allow get: if inside();
              allow delete: if outside();
            }
            """
        )
        #expect(rules.get("a/b").isAllowed)
        #expect(!rules.get("a/c").isAllowed)
        #expect(!rules.delete("a/b").isAllowed)
    }

    @Test func `finds functions beside and inside the service`() throws {
        let source = """
            rules_version = '2';
            function everywhere(a) { return a == 1; }
            service cloud.firestore {
              function inService(a) { return everywhere(a) }
              match /databases/{database}/documents/a/{b} { allow get: if inService(1); }
            }
            """
        #expect(Rules(try Ruleset(source)).get("a/b").isAllowed)
    }

    @Test(
        arguments: [
            ("function ignores(a) { return true; }", "ignores(1 / request.resource.data.zero)", true),
            ("function reads(a) { return a > 0; }", "reads(1 / request.resource.data.zero)", false),
            (
                "function ignores(a) { return true; } function outer(a) { return ignores(a); }",
                "outer(1 / request.resource.data.zero)", true
            ),
            ("function f() { let x = 1 / request.resource.data.zero; return true; }", "f()", true),
            ("function f() { let x = 1 / request.resource.data.zero; return x > 0; }", "f()", false),
            ("function f(a, b) { let c = a + b; let d = c * 2; return d; }", "f(1, 2) + f(3, 4) == 20", true),
            ("function f(a) { return g(a + 1) + a; } function g(a) { return a * 10; }", "f(1) == 21", true),
            ("function f(a) { return a; }", "f() == 1", false),
            ("function f(a) { return a; }", "f(1, 2) == 1", false),
        ]
    )
    func `evaluates arguments and variables once and forgives what is not read`(
        _ functions: String,
        _ condition: String,
        _ isAllowed: Bool
    ) throws {
        let rules = try Rules("\(functions) match /a/{b} { allow create: if \(condition); }")
        #expect(rules.create("a/b", ["zero": 0]).isAllowed == isAllowed)
    }

    @Test(
        arguments: [
            ("match /a/{b} { allow create: if 1 / 0 == 1; allow create: if true; }", true),
            ("match /a/{b} { allow create: if 1 / 0 == 1; } match /{c=**} { allow create: if true; }", true),
            ("match /a/{b} { allow create: if 1 / 0 == 1; allow create: if false; }", false),
            ("match /a/{b} { allow create: if false; allow create; }", true),
            ("match /a/{b} { allow read, update, delete; }", false), ("match /a/{b} { allow write; }", true),
            ("match /b/{b} { allow create; }", false), ("", false),
        ]
    )
    func `allows what one statement allows`(_ matches: String, _ isAllowed: Bool) throws {
        #expect(try Rules(matches).create("a/b").isAllowed == isAllowed)
    }

    @Test(
        arguments: [
            ("get", "get"), ("create", "create"), ("update", "update"), ("delete", "delete"), ("read", "get"),
            ("write", "create update delete"),
        ]
    )
    func `tells methods apart`(_ operation: String, _ methods: String) throws {
        let rules = try Rules("match /a/{b} { allow \(operation): if request.method in '\(methods)'.split(' '); }")
        let allowed = [
            ("get", rules.get("a/b").isAllowed), ("create", rules.create("a/b").isAllowed),
            ("update", rules.update("a/b", from: [:], to: [:]).isAllowed), ("delete", rules.delete("a/b").isAllowed),
        ].filter(\.1).map(\.0)
        #expect(allowed.joined(separator: " ") == methods)
    }

    @Test(
        arguments: [
            "match /{all=**} { allow get; }", "match /databases/{database} { allow get; }",
            "match /databases/{database}/other/{a=**} { allow get; }",
            "match /documents/{database}/documents/{a=**} { allow get; }",
        ]
    )
    func `gives matches outside the documents no effect`(_ match: String) throws {
        let rules = Rules(try Ruleset("rules_version = '2'; service cloud.firestore { \(match) }"))
        #expect(!rules.get("a/b").isAllowed)
    }

    @Test func `ignores the rules of other services`() throws {
        let source = """
            rules_version = '2';
            service firebase.storage { match /databases/{d}/documents/{a=**} { allow get: if firestore.get(x); } }
            service cloud.firestore { }
            """
        let rules = Rules(try Ruleset(source))
        #expect(!rules.get("a/b").isAllowed)
        #expect(rules.ruleset.warnings.isEmpty)
    }
}
