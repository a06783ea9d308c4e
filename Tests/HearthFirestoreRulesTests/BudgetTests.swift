import HearthFirestoreModel
import HearthJSON
import Testing

@testable import HearthFirestoreRules

@Suite("Budgets")
struct BudgetTests {
    /// How often a condition is evaluated, in the official count, found by padding it up to the limit.
    private func cost(_ condition: String, _ functions: String = "") throws -> Int {
        // Each `allow get: if false` costs one expression and changes nothing else.
        func isAllowed(padding: Int) throws -> Bool {
            let statements = String(repeating: "allow get: if false; ", count: padding)
            let rules = try Rules(
                "\(functions) match /a/{id} { \(statements) allow get: if \(condition); allow get; }"
            )
            return rules.get("a/b", ["a": 1]).isAllowed
        }
        var low = 0
        var high = 1000
        while low < high {
            let middle = (low + high + 1) / 2
            if try isAllowed(padding: middle) { low = middle } else { high = middle - 1 }
        }
        return 1000 - low
    }

    @Test(
        arguments: [
            ("true", 1), ("true && true", 4), ("false && true", 2), ("false || true", 4), ("true || false", 2),
            ("request.auth.uid == 'a'", 5), ("id is string", 3), ("true ? true : false", 4),
            ("false ? false : true", 6), ("exists(/databases/$(database)/documents/users/alice)", 7),
            ("(((true)))", 1), ("[1, 2][0] == 1", 7), ("'a'.size() == 1", 4), ("{'a': 1}.a == 1", 5),
        ]
    )
    func `counts expressions as the official service does`(_ condition: String, _ cost: Int) throws {
        #expect(try self.cost(condition) == cost)
    }

    @Test func `counts the body of a function at every call`() throws {
        let body = Array(repeating: "true", count: 90).joined(separator: " && ")
        #expect(try cost("f()", "function f() { return \(body); }") == 269)
        #expect(try cost("f(1)", "function f(a) { let b = a; return true; }") == 5)
    }

    /// Terms of the token, ten a function, the functions joined two by two.
    private func tree(_ terms: Int) throws -> Rules {
        var functions = ""
        var level: [String] = []
        for start in stride(from: 0, to: terms, by: 10) {
            let leaf = (start..<min(start + 10, terms)).map { "request.auth.token.n >= \($0)" }.joined(
                separator: " && "
            )
            level.append("leaf\(start)")
            functions += "function leaf\(start)() { return \(leaf); }\n"
        }
        var depth = 0
        while level.count > 1 {
            depth += 1
            var next: [String] = []
            for index in stride(from: 0, to: level.count, by: 2) {
                guard index + 1 < level.count else {
                    next.append(level[index])
                    continue
                }
                let name = "join\(depth)x\(index)"
                functions += "function \(name)() { return \(level[index])() && \(level[index + 1])(); }\n"
                next.append(name)
            }
            level = next
        }
        var rules = try Rules("\(functions) match /a/{b} { allow get: if \(level[0])(); }")
        rules.caller = RuleCaller(userID: "alice", claims: ["n": 1000])
        return rules
    }

    @Test func `allows a hundred balanced terms and not a hundred and twenty-five`() throws {
        #expect(try tree(100).get("a/b").isAllowed)
        let decision = try tree(125).get("a/b")
        #expect(!decision.isAllowed)
        #expect(decision.emulatorMessage.contains("the maximum of 1000 expressions to evaluate has been reached"))
    }

    @Test func `denies at the limit, whatever stands around`() throws {
        let body = Array(repeating: "true", count: 90).joined(separator: " && ")
        let functions = "function f() { return \(body); }"
        let condition = "f() && f() && f() && f()"
        for rest in ["", " || true"] {
            let rules = try Rules("\(functions) match /a/{b} { allow get: if (\(condition))\(rest); allow get; }")
            let decision = rules.get("a/b")
            #expect(!decision.isAllowed)
            guard case .denied(let denials) = decision else { continue }
            #expect(denials.count == 1)
        }
        #expect(try Rules("\(functions) match /a/{b} { allow get: if true || (\(condition)); }").get("a/b").isAllowed)
    }

    @Test(
        arguments: [
            // 2^40 members, each shared.
            "X",
            "e(e(e(e(e(e(e(e('0123456789'))))))))",
            "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.matches('(a|aa)*b') || e(e(e(e(e('aaaaaaaaaa'))))).matches('.*(a?){400}b')",
        ]
    )
    func `ends what would take for ever`(_ text: String) throws {
        let doubled = (0..<40).reduce("[1]") { inner, _ in "d(\(inner))" }
        let condition = text.contains("X") ? "\(doubled) == \(doubled)" : "\(text) == ''"
        let functions = """
            function d(a) { return [a, a]; }
            function e(a) { return a.replace('[0-9a]', '0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'); }
            """
        let rules = try Rules("\(functions) match /a/{b} { allow get: if \(condition); allow get; }")
        let decision = rules.get("a/b")
        guard case .denied(let denials) = decision, case .budget? = denials.first?.cause else {
            Issue.record("not ended by a budget: \(decision)")
            return
        }
    }
}

/// Counts recorded from the official emulator.
@Suite("Document accesses")
struct DocumentAccessTests {
    private let stored = (0..<30).map { Rules.document("u/d\($0)", ["n": .integer(Int64($0))]) }

    private func condition(_ function: String, _ ids: some Sequence<Int>) -> String {
        ids.map { id in
            let call = "\(function)(/databases/$(database)/documents/u/d\(id))"
            return function.hasPrefix("get") ? "\(call).data.n == \(id)" : call
        }.joined(separator: " && ")
    }

    private func isAllowed(_ condition: String) throws -> Bool {
        try Rules("match /a/{b} { allow get: if \(condition); }", documents: stored).get("a/b").isAllowed
    }

    @Test(arguments: ["get", "exists", "getAfter", "existsAfter"])
    func `reads ten documents and no eleventh`(_ function: String) throws {
        #expect(try isAllowed(condition(function, 0..<10)))
        #expect(try !isAllowed(condition(function, 0..<11)))
        #expect(try isAllowed(condition(function, Array(repeating: 0, count: 11))))
    }

    @Test func `shares what was read between get and exists`() throws {
        #expect(try isAllowed(condition("get", 0..<10) + " && " + condition("exists", 0..<10)))
        #expect(try !isAllowed(condition("get", 0..<10) + " && " + condition("existsAfter", 0..<1)))
    }

    @Test func `counts documents that are missing`() throws {
        let missing = (40..<51).map { "!exists(/databases/$(database)/documents/u/d\($0))" }
        #expect(try isAllowed(missing.dropLast().joined(separator: " && ")))
        #expect(try !isAllowed(missing.joined(separator: " && ")))
    }

    /// The emulator lets `|| true` absorb this; production was reported to deny, and to deny is safe.
    @Test func `denies over the limit, whatever stands around`() throws {
        #expect(try !isAllowed("(" + condition("exists", 0..<11) + ") || true"))
    }

    @Test(arguments: [(20, true), (21, false)])
    func `reads twenty documents in a commit`(_ writes: Int, _ isAllowed: Bool) throws {
        let rules = try Rules("match /a/{b} { allow create: if exists(/databases/$(database)/documents/u/$(b)); }")
        var accesses = DocumentAccesses()
        let decisions = (0..<writes).map { number in
            rules.ruleset.decision(
                for: .write(Rules.document("a/d\(number)", [:]), stored: nil, caller: nil, time: Rules.noon),
                documents: DocumentTable(stored),
                accesses: &accesses
            ).isAllowed
        }
        #expect(decisions.allSatisfy { $0 } == isAllowed)
    }

    @Test func `sees the documents before and after the commit`() throws {
        let rules = try Rules(
            """
            match /a/{b} {
              allow create: if !existsAfter(request.path) == false && !exists(request.path)
                && getAfter(request.path).data == request.resource.data
                && get(/databases/$(database)/documents/u/d1).data.n == 1
                && getAfter(/databases/$(database)/documents/u/d1).data.n == 2;
            }
            """
        )
        let written = Rules.document("a/x", ["n": 5])
        let decision = rules.ruleset.decision(
            for: .write(written, stored: nil, caller: nil, time: Rules.noon),
            documents: DocumentTable(stored, afterCommit: [written, Rules.document("u/d1", ["n": 2])])
        )
        #expect(decision.isAllowed)
    }

    @Test(
        arguments: [
            "exists(/databases/other/documents/u/d1)", "exists(/u/d1)", "exists(/databases/$(database)/documents/u)",
            "exists(/databases/$(database)/documents)", "exists('u/d1')",
            "get(/databases/$(database)/documents/u/none) == null",
            "exists(/databases/$(database)/documents/u/$('d1/x/y'))",
            "exists(/databases/$(database)/documents/u/$(''))",
            "exists(/databases/$(database)/documents/u/$(1.0))",
            "firestore.exists(/databases/$(database)/documents/u/d1)",
            "exists()", "exists(request.path, request.path)",
        ]
    )
    func `denies what is no document of the database`(_ condition: String) throws {
        #expect(try !isAllowed(condition))
        #expect(try !isAllowed("!(\(condition))"))
        #expect(try isAllowed("(\(condition)) || true"))
    }

    @Test func `hands on the error of the store`() throws {
        struct Broken: DocumentLookup {
            struct Failure: Error {}
            func document(at path: ResourcePath) throws(Failure) -> Document? { throw Failure() }
            func documentAfterCommit(at path: ResourcePath) throws(Failure) -> Document? { throw Failure() }
        }
        let rules = try Rules("match /a/{b} { allow get: if exists(request.path) || true; allow get; }")
        #expect(throws: Broken.Failure.self) {
            try rules.ruleset.decision(
                for: .get(Rules.name("a/b"), stored: nil, caller: nil, time: Rules.noon),
                documents: Broken()
            )
        }
    }
}
