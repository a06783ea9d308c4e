internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreRules
internal import HearthFirestoreStore
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON

/// Serves the emulator's path that tells what the rules say about one document, and why:
/// `POST /emulator/v1/projects/{project}:explainRules`.
///
/// The body names the `document`, the `user` with `uid` and `claims` (none for a caller without a sign-in), and the
/// `fields` that a create or an update would leave, which default to those that are stored. The answer has a verdict for
/// each use of the document: the statement that allows it, or every statement that does not with its reason, and what
/// each expression gave.
struct EmulatorExplanations {
    let store: FirestoreStore
    let rules: RulesAuthorizer

    private static let verb = ":explainRules"
    /// The most expressions of a verdict that are shown.
    private static let maximumValues = 60

    /// Whether a path, percent-encoded, is this one.
    static func owns(_ path: Substring) -> Bool { project(of: path) != nil }

    private static func project(of path: Substring) -> Substring? {
        let start = "/emulator/v1/projects/"
        guard path.hasPrefix(start), path.hasSuffix(verb) else { return nil }
        let name = path.dropFirst(start.count).dropLast(verb.count)
        return name.isEmpty || name.contains("/") ? nil : name
    }

    /// Answers a request.
    ///
    /// - Returns: `nil` if the request is about something else.
    func answer(_ request: HTTPRequest) async throws -> HTTPResponse? {
        guard request.method == .post, let project = Self.project(of: request.path) else { return nil }
        guard let name = PercentEncoding.decode(project) else { throw FirestoreError.invalid("The path is not UTF-8.") }
        guard let body = (try? JSON.parse(request.body))?.object, let path = body["document"]?.string else {
            throw FirestoreError.invalid("The body must be an object with the path of a 'document'.")
        }
        let document = try ResourceName(document: DatabaseName(project: name).text + "/documents/" + path)
        let fields: Fields? =
            body["fields"] == nil
            ? nil : try WireDocument(json: JSON.serialize(["fields": body["fields"] ?? .null])).fields
        let caller = try Self.caller(body["user"])
        let found = Locked<RulesExplanation?>(nil)
        _ = try await store.documents([document], in: document.database) { [rules] name, stored, read in
            let written = Document(
                name: name,
                fields: fields ?? stored?.fields ?? [:],
                createTime: stored?.createTime,
                updateTime: stored?.updateTime
            )
            let explanation = try rules.explanation(of: name, stored, writing: written, caller, read)
            found.withLock { $0 = explanation }
        }
        guard let explanation = found.withLock({ $0 }) else {
            return RESTAnswer.value(["hasRules": false, "verdicts": []])
        }
        let source = Array(explanation.source.unicodeScalars)
        return RESTAnswer.value([
            "hasRules": true, "verdicts": .array(explanation.verdicts.map { Self.json($0, source) }),
        ])
    }

    private static func caller(_ user: JSONValue?) throws(FirestoreError) -> FirestoreCaller {
        guard let user, user != .null else { return .anonymous }
        guard let id = user["uid"]?.string, !id.isEmpty else { throw .invalid("The 'user' has no 'uid'.") }
        var claims = user["claims"]?.object ?? [:]
        claims["sub"] = .string(id)
        return .user(claims: claims)
    }

    private static func json(_ verdict: RulesExplanation.Verdict, _ source: [Unicode.Scalar]) -> JSONValue {
        var json: JSONObject = [
            "method": .string(verdict.method.rawValue), "allowed": .bool(verdict.decision.isAllowed),
        ]
        switch verdict.decision {
        case .allowed(let statement): json["statements"] = [statement.json(in: source)]
        case .denied(let denials):
            json["statements"] = .array(
                denials.map { denial in
                    var statement = denial.statement.json(in: source).object ?? [:]
                    statement["reason"] = .string(denial.text)
                    return .object(statement)
                }
            )
        }
        var values: [JSONValue] = []
        for node in verdict.values?.array ?? [] { collect(node, source, &values) }
        json["values"] = .array(values)
        return .object(json)
    }

    /// The expressions that were evaluated, in the order of the source.
    private static func collect(_ node: JSONValue, _ source: [Unicode.Scalar], _ values: inout [JSONValue]) {
        guard values.count < maximumValues else { return }
        // What was skipped has an empty object for its value.
        if let value = node["values"]?.array?.first?["value"], value.object?.members.isEmpty == false,
            let place = node["sourcePosition"], let start = place["currentOffset"]?.integer,
            let end = place["endOffset"]?.integer, start <= end, Int(end) < source.count
        {
            let text = String(String.UnicodeScalarView(source[Int(start)...Int(end)]))
            values.append(["line": place["line"] ?? .null, "text": .string(String(text.prefix(300))), "value": value])
        }
        for child in node["children"]?.array ?? [] { collect(child, source, &values) }
    }
}

extension SourceSpan {
    fileprivate func json(in source: [Unicode.Scalar]) -> JSONValue {
        let text =
            source.indices.contains(endOffset) ? String(String.UnicodeScalarView(source[offset...endOffset])) : ""
        return [
            "line": .integer(Int64(line)), "column": .integer(Int64(column)), "text": .string(String(text.prefix(600))),
        ]
    }
}
