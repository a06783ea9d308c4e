import HearthFirestoreModel
import HearthJSON
import Testing

@testable import HearthFirestoreRules

@Suite("Requests and decisions")
struct DecisionTests {
    private func isAllowed(_ condition: String, _ method: String, _ decide: (Rules) -> RuleDecision) throws -> Bool {
        decide(try Rules("match /items/{item} { allow \(method): if \(condition); }")).isAllowed
    }

    @Test(
        arguments: [
            "request.auth.uid == 'alice'", "request.auth.token == {}", "request.method == 'get'",
            "request.path == /databases/(default)/documents/items/one", "request.path == resource.__name__",
            "request.time == timestamp.value(1795176000000)", "request.inTransaction == false", "resource.id == 'one'",
            "resource.data.n == 1", "resource != null", "item == 'one'", "database == '(default)'",
        ]
    )
    func `shows a read`(_ condition: String) throws {
        #expect(try isAllowed(condition, "get") { $0.get("items/one", ["n": 1]) })
    }

    @Test(
        arguments: [
            "request.resource == null", "request.resource.data.n == 1", "request.query.limit == null",
            "request.nothing == null", "resource.data.missing == null", "resource.createTime != null", "nothing == 1",
            "!nothing",
        ]
    )
    func `takes what a read lacks for an error`(_ condition: String) throws {
        #expect(try !isAllowed(condition, "get") { $0.get("items/one", ["n": 1]) })
        #expect(try !isAllowed("!(\(condition))", "get") { $0.get("items/one", ["n": 1]) })
    }

    @Test func `shows a missing document as null`() throws {
        #expect(try isAllowed("resource == null", "get") { $0.get("items/one") })
        #expect(try isAllowed("resource == null", "create") { $0.create("items/one") })
        #expect(try isAllowed("resource == null && request.resource == null", "delete") { $0.delete("items/one") })
        let decision = try Rules("match /items/{item} { allow get: if resource.data.n == 1; }").get("items/one")
        #expect(decision.emulatorMessage == "\nNull value error. for 'get' @ L4")
    }

    @Test func `shows a write before and after`() throws {
        let condition = """
            resource.data.n == 1 && request.resource.data.n == 2 && request.resource.id == 'one'
              && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n'])
              && request.resource.data.t == request.time
            """
        #expect(
            try isAllowed(condition, "update") {
                $0.update("items/one", from: ["n": 1], to: ["n": 2, "t": .timestamp(Rules.noon)])
            } == false
        )
        #expect(
            try isAllowed(condition, "update") {
                $0.update(
                    "items/one",
                    from: ["n": 1, "t": .timestamp(Rules.noon)],
                    to: ["n": 2, "t": .timestamp(Rules.noon)]
                )
            }
        )
        #expect(
            try isAllowed("request.resource == null && resource.data.n == 1", "delete") {
                $0.delete("items/one", ["n": 1])
            }
        )
    }

    @Test func `shows the claims of the token`() throws {
        var rules = try Rules(
            """
            match /items/{item} {
              allow get: if request.auth.token.admin && request.auth.token.firebase.sign_in_provider == 'password'
                && request.auth.token.level > 2.4 && 'a' in request.auth.token.roles && request.auth.token.none == null
                && request.auth.token.auth_time == 1795176000 && 'alice@example.com' in
                   request.auth.token.firebase.identities.email;
            }
            """
        )
        rules.caller = RuleCaller(
            userID: "alice",
            claims: [
                "admin": true, "level": 2.5, "roles": ["a", "b"], "none": .null, "auth_time": 1_795_176_000,
                "firebase": ["sign_in_provider": "password", "identities": ["email": ["alice@example.com"]]],
            ]
        )
        #expect(rules.get("items/one").isAllowed)
        rules.caller = nil
        #expect(!rules.get("items/one").isAllowed)
        #expect(try Rules("match /a/{b} { allow get: if request.auth == null; }").get("a/b").isAllowed == false)
    }

    @Test func `shows values of all types`() throws {
        let fields: Fields = [
            "null": .null, "bool": true, "int": 1, "float": 1.5, "string": "a", "bytes": .bytes([1]), "list": [1],
            "map": ["a": 1], "time": .timestamp(Rules.noon), "place": .geoPoint(GeoPoint(latitude: 1, longitude: 2)),
            "path": .reference(Rules.name("a/b")), "vector": .vector([1]),
        ]
        let condition = """
            resource.data['null'] == null && resource.data.bool is bool && resource.data.int is int
              && resource.data.float is float && resource.data.string is string && resource.data.bytes == b'\\x01'
              && resource.data.list is list && resource.data.map is map && resource.data.time == request.time
              && resource.data.place == latlng.value(1, 2) && resource.data.vector is map
              && resource.data.path == /databases/(default)/documents/a/b && resource.data.size() == 12
            """
        #expect(try isAllowed(condition, "get") { $0.get("items/one", fields) })
    }

    @Test func `tells texts apart byte by byte`() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        #expect(
            try isAllowed("resource.data.a != resource.data.b", "get") {
                $0.get("items/one", ["a": .string(composed), "b": .string(decomposed)])
            }
        )
        let rules = try Rules(
            "match /items/\(composed) { allow get; } match /items/{i} { allow get: if i == '\(composed)'; }"
        )
        #expect(rules.get("items/\(composed)").isAllowed)
        #expect(!rules.get("items/\(decomposed)").isAllowed)
    }

    @Test(
        arguments: [
            ("request.query.limit == 10", true), ("request.query.limit == 11", false),
            ("request.query.offset == 0", true),
            ("request.method == 'list'", true), ("request.path == /databases/(default)/documents/items", true),
        ]
    )
    func `shows a query`(_ condition: String, _ isAllowed: Bool) throws {
        var query = Query("items")
        query.limit = 10
        let rules = try Rules("match /items/{item} { allow list: if \(condition); }")
        #expect(try rules.list(query).isAllowed == isAllowed)
    }

    @Test(
        arguments: [
            ("debug(1) == 1", true), ("bool('true')", true), ("math.isInfinite(1.0) == false", true),
            ("debug(1)", false),
        ]
    )
    func `knows functions that production refuses in the lenient profile alone`(_ condition: String, _ isAllowed: Bool)
        throws
    {
        let match = "match /a/{b} { allow get: if \(condition); }"
        #expect(try Rules(match, profile: .lenient).get("a/b").isAllowed == isAllowed)
        #expect(try !Rules(match, profile: .strict).get("a/b").isAllowed)
    }

    @Test func `says why every statement denies`() throws {
        let rules = try Rules(
            """
            match /a/{b} {
              allow get: if false;
              allow get: if resource.data.missing == 1;
              allow get: if 1;
              allow get: if get(/databases/$(database)/documents/a/none).data.x == 1;
            }
            """
        )
        let message = rules.get("a/b", [:]).emulatorMessage
        #expect(
            message.hasPrefix(
                "\nfalse for 'get' @ L5\nProperty missing is undefined on object. for 'get' @ L6"
                    + "\nThe condition is no bool. for 'get' @ L7\nService call error. Function: [get], "
                    + "Argument: [path_value {\n  segments {\n    simple: \"databases\"\n  }\n"
            )
        )
        #expect(rules.get("c/d").emulatorMessage == "No matching allow statements")
        guard case .allowed(let span) = try Rules("match /a/{b} { allow get: if true; }").get("a/b") else {
            return #expect(Bool(false))
        }
        #expect(span.line == 4)
        #expect(span.column == 20)
    }
}
