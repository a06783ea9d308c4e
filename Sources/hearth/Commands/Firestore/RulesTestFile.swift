internal import HearthCore
internal import HearthDatabase
internal import HearthFirestoreBackend
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON

/// Cases of security rules in a file, each tried on a Firestore of its own in memory.
///
/// ```json
/// {
///   "documents": {"notes/1": {"owner": "ann"}},
///   "cases": [
///     {"as": {"sub": "ann"}, "get": "notes/1", "expect": "allow"},
///     {"as": null, "set": "notes/1", "fields": {"owner": "eve"}, "expect": "deny"}
///   ]
/// }
/// ```
struct RulesTestFile {
    private let rules: RulesFile
    private let documents: JSONObject
    private let cases: [JSONValue]
    private static let root = "/v1/projects/demo-rules/databases/(default)/documents"
    private static let members: Set<String> = ["name", "as", "fields", "query", "expect"]
    private static let methods = ["get", "list", "create", "set", "update", "delete"]

    init(rules: RulesFile, path: String) throws {
        self.rules = rules
        let text = try SystemEnvironment.text(ofFile: path)
        guard let json = try? JSON.parse(Array(text.utf8)), let cases = json["cases"]?.array else {
            throw CommandFailure("\(path): expected an object with a list of cases")
        }
        self.cases = cases
        let documents = json["documents"] ?? .object([:])
        guard let members = documents.object, members.members.allSatisfy({ Self.isDocument($0) }) else {
            throw CommandFailure("\(path): documents: expected an object of paths, each with an object of fields")
        }
        self.documents = members
    }

    /// Tries every case, and prints a line for each.
    ///
    /// - Returns: Whether every case came out as expected.
    func run(_ print: (String) -> Void) async throws -> Bool {
        var failures = 0
        for (index, test) in cases.enumerated() {
            let place = "case \(index + 1)"
            try Self.check(test, place)
            guard let method = Self.methods.first(where: { test[$0] != nil }), let path = test[method]?.string,
                let expected = test["expect"]?.string, ["allow", "deny"].contains(expected)
            else {
                throw CommandFailure(
                    "\(place) needs one of \(Self.methods.joined(separator: ", ")), and expect: allow or deny"
                )
            }
            let refusal = try await refusal(of: method, path, test)
            let outcome = refusal == nil ? "allow" : "deny"
            let isRight = outcome == expected
            if !isRight { failures += 1 }
            let reason = isRight ? "" : refusal.map { ": \($0.split(separator: "\n").joined(separator: "; "))" } ?? ""
            let name = test["name"]?.string.map { "\($0.printable): " } ?? ""
            let request = "\(name)\(method) \(path.printable)"
            print("\(isRight ? "✔" : "✘") \(index + 1) \(request): \(outcome)\(reason.printable)")
        }
        print("\(cases.count - failures) of \(cases.count) cases are as expected")
        return failures == 0
    }

    /// Why the rules refuse a request; `nil` if they allow it.
    private func refusal(of method: String, _ path: String, _ test: JSONValue) async throws -> String? {
        let backend = try await FirestoreBackend(.init(location: .memory, access: .emulator, rules: rules.source))
        for member in documents.members {
            let fields = PlainFields.typed(member.value.object ?? [:])
            _ = try await Self.send(backend, Self.write("set", member.name, fields), "Bearer owner")
        }
        let caller = test["as"]?.object.map { claims -> String in
            let parts = [JSONValue.object(["alg": "none"]), .object(claims)].map { Base64.encode(JSON.serialize($0)) }
            return "Bearer \(parts.joined(separator: "."))."
        }
        switch method {
        case "get":
            return try await Self.send(backend, (":batchGet", ["documents": [.string(Self.name(path))]]), caller)
        case "list":
            let segments = path.split(separator: "/")
            let parent = segments.dropLast().joined(separator: "/")
            let query: JSONValue = ["from": [["collectionId": .string(String(segments.last ?? ""))]]]
            let verb = (parent.isEmpty ? "" : "/" + parent) + ":runQuery"
            return try await Self.send(backend, (verb, ["structuredQuery": test["query"] ?? query]), caller)
        default:
            let fields = PlainFields.typed(test["fields"]?.object ?? [:])
            return try await Self.send(backend, Self.write(method, path, fields), caller)
        }
    }

    private static func isDocument(_ member: JSONObject.Member) -> Bool {
        let segments = member.name.split(separator: "/", omittingEmptySubsequences: false)
        return segments.count.isMultiple(of: 2) && !segments.contains("") && member.value.object != nil
    }

    /// Refuses a case that would be taken for another one, and could then come out as expected by mistake.
    private static func check(_ test: JSONValue, _ place: String) throws {
        for name in test.object?.names ?? [] where !members.contains(name) && !methods.contains(name) {
            throw CommandFailure("\(place): there is no member '\(name.printable)'")
        }
        guard methods.count(where: { test[$0] != nil }) <= 1 else {
            throw CommandFailure("\(place) has more than one of \(methods.joined(separator: ", "))")
        }
        guard test["as"] == nil || test["as"] == .null || test["as"]?["sub"]?.string != nil else {
            throw CommandFailure("\(place): \"as\" needs the claim sub, or is null")
        }
        guard test["fields"] == nil || test["fields"]?.object != nil else {
            throw CommandFailure("\(place): \"fields\" is an object")
        }
    }

    private static func name(_ path: String) -> String { String(root.dropFirst(4)) + "/" + path }

    private static func write(_ method: String, _ path: String, _ fields: JSONValue) -> (String, JSONValue) {
        var write: JSONObject = [:]
        switch method {
        case "delete": write["delete"] = .string(name(path))
        default: write["update"] = ["name": .string(name(path)), "fields": fields]
        }
        if method == "create" { write["currentDocument"] = ["exists": false] }
        if method == "update" {
            let paths = (fields.object?.names ?? []).map { JSONValue.string(FieldPath([$0]).text) }
            write["updateMask"] = ["fieldPaths": .array(paths)]
            write["currentDocument"] = ["exists": true]
        }
        return (":commit", ["writes": [.object(write)]])
    }

    private static func send(
        _ backend: FirestoreBackend,
        _ request: (verb: String, body: JSONValue),
        _ authorization: String?
    ) async throws -> String? {
        var message = HTTPRequest(.post, target: root + request.verb, body: JSON.serialize(request.body))
        if let authorization { message.fields["Authorization"] = authorization }
        let response = await backend.handle(message)
        if response.status == 200 { return nil }
        let error = FirestoreError(json: response.bytes, httpStatus: response.status)
        guard let error, error.code == .permissionDenied else {
            throw CommandFailure("a case cannot be tried: \(error?.message ?? "HTTP status \(response.status)")")
        }
        return error.message
    }
}
