import HearthFirestoreModel
import HearthJSON
import Testing

@testable import HearthFirestoreRules

/// Reports recorded from the official emulator.
@Suite("Coverage")
struct CoverageTests {
    private func rules(_ condition: String) throws -> Rules {
        let prefix =
            "rules_version = '2';\nservice cloud.firestore {\n match /databases/{database}/documents {\n\n"
            + "  match /items/{item} { allow get: if "
        var rules = Rules(try Ruleset(prefix + condition + "; }\n }\n}"))
        rules.coverage = rules.ruleset.makeCoverage()
        rules.caller = nil
        return rules
    }

    /// Two requests for one document, and what the report says about the condition.
    private func report(_ condition: String) throws -> JSONValue? {
        let rules = try rules(condition)
        for _ in 0..<2 { _ = rules.get("items/one", ["visible": true]) }
        return rules.coverage?.report().object?["report"]
    }

    /// A node in short: `line:column:offset-end value×count [children]`.
    private func text(_ node: JSONValue) -> String {
        let position = node.object?["sourcePosition"]?.object
        let place = ["line", "column", "currentOffset", "endOffset"]
            .map { String(position?[$0]?.integer ?? -1) }.joined(separator: ",")
        let values = (node.object?["values"]?.array ?? []).map { entry in
            let value = entry.object?["value"] ?? .null
            return " " + String(decoding: JSON.serialize(value), as: UTF8.self)
                + "×\(entry.object?["count"]?.integer ?? 0)"
        }
        let children = (node.object?["children"]?.array ?? []).map(text)
        return place + values.joined() + (children.isEmpty ? "" : " [" + children.joined(separator: " ") + "]")
    }

    @Test func `leaves a condition out that is a literal`() throws {
        #expect(try report("true") == nil)
    }

    @Test func `shows what was skipped`() throws {
        let nodes = try #require(try report("false && resource.data.missing")?.array)
        #expect(
            nodes.map(text) == [
                "5,39,127,156 {\"boolValue\":false}×2 [5,48,136,156 {}×2 [5,48,136,148 {}×2 [5,48,136,143 {}×2]]]"
            ]
        )
    }

    @Test func `shows the document`() throws {
        let node = try #require(try report("resource.data.visible == true")?.array?.first)
        let resource =
            "{\"mapValue\":{\"fields\":{\"__name__\":{\"pathValue\":{\"segments\":[{\"simple\":\"databases\"},"
            + "{\"simple\":\"(default)\"},{\"simple\":\"documents\"},{\"simple\":\"items\"},{\"simple\":\"one\"}]}},"
            + "\"data\":{\"mapValue\":{\"fields\":{\"visible\":{\"boolValue\":true}}}},\"id\":{\"stringValue\":\"one\"}}}}"
        #expect(
            text(node) == "5,39,127,155 {\"boolValue\":true}×2 [5,39,127,147 {\"boolValue\":true}×2 "
                + "[5,39,127,139 {\"mapValue\":{\"fields\":{\"visible\":{\"boolValue\":true}}}}×2 "
                + "[5,39,127,134 \(resource)×2]]]"
        )
    }

    @Test func `shows where an error comes from`() throws {
        let node = try #require(try report("resource.data.missing == true")?.array?.first)
        #expect(text(node).contains("\"causeMessage\":\"Property missing is undefined on object.\""))
        #expect(text(node).contains("\"line\":5,\"column\":39,\"currentOffset\":127"))
    }

    @Test func `counts offsets to the last operand`() throws {
        let hashed = try #require(try report("hashing.sha256('hello'.toUtf8()).size() == 32")?.array)
        #expect(
            hashed.map(text) == [
                "5,39,127,171 {\"boolValue\":true}×2 [5,39,127,163 {\"intValue\":\"32\"}×2 "
                    + "[5,39,127,155 {\"bytesValue\":\"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=\"}×2 "
                    + "[5,54,142,155 {\"bytesValue\":\"aGVsbG8=\"}×2]]]"
            ]
        )
        let year = try #require(try report("timestamp.date(2020, 1, 2).year() == 2020")?.array)
        #expect(
            year.map(text) == [
                "5,39,127,167 {\"boolValue\":true}×2 [5,39,127,157 {\"intValue\":\"2020\"}×2 "
                    + "[5,39,127,151 {\"timestampValue\":\"2020-01-02T00:00:00Z\"}×2]]"
            ]
        )
    }

    @Test func `has no values before the first request and new counts for new rules`() throws {
        let rules = try rules("request.auth == null")
        let before = try #require(rules.coverage?.report().object?["report"]?.array)
        #expect(before.map(text) == ["5,39,127,146 [5,39,127,138 [5,39,127,133]]"])
        _ = rules.get("items/one")
        #expect(rules.coverage?.report().object?["report"]?.array != before)
        #expect(rules.ruleset.makeCoverage().report().object?["report"]?.array == before)
    }

    @Test func `keeps twenty values of an expression`() throws {
        let rules = try rules("resource.data.n == 1")
        for number in 0..<50 { _ = rules.get("items/one", ["n": .integer(Int64(number))]) }
        let condition = try #require(rules.coverage?.report().object?["report"]?.array?.first)
        let field = try #require(condition.object?["children"]?.array?.first)
        #expect(field.object?["values"]?.array?.count == 20)
    }

    @Test func `names the statements that were never tried`() throws {
        var rules = try Rules(
            "match /a/{b} { allow get: if request.auth != null; } match /c/{d} { allow get: if d == 'x'; }"
        )
        rules.coverage = rules.ruleset.makeCoverage()
        #expect(rules.coverage?.unusedStatements.count == 2)
        _ = rules.get("a/b")
        #expect(rules.coverage?.unusedStatements.map(\.line) == [4])
        #expect(rules.coverage?.unusedStatements.first?.column == 73)
    }
}
