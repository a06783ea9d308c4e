internal import HearthFirestoreModel
internal import HearthFirestoreRules
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON

/// Serves the emulator's paths about security rules: their upload, and what their expressions gave.
struct EmulatorRules {
    /// What a path asks for.
    private enum Verb: String {
        case securityRules
        case ruleCoverage
        case coveragePage = "ruleCoverage.html"
    }

    let rules: RulesAuthorizer

    /// The most bytes of an upload: room for a source of 256 KiB in which each byte is escaped.
    private static let maximumBody = 2 << 20

    /// Whether a path, percent-encoded, is about security rules.
    static func owns(_ path: Substring) -> Bool { target(of: path) != nil }

    /// Answers a request about rules.
    ///
    /// - Returns: `nil` if the request is about something else.
    func answer(_ request: HTTPRequest) throws(FirestoreError) -> HTTPResponse? {
        guard let (encoded, verb) = Self.target(of: request.path) else { return nil }
        guard let project = PercentEncoding.decode(encoded) else { throw .invalid("The path is not UTF-8.") }
        switch (request.method, verb) {
        case (.put, .securityRules):
            guard request.body.count <= Self.maximumBody else { return HTTPResponse(status: 413) }
            return upload(try Upload(request.body), project)
        case (.get, .ruleCoverage): return coverage(of: project).map { RESTAnswer.value($0) }
        case (.get, .coveragePage): return coverage(of: project).map { CoveragePage(report: $0).response }
        default: return nil
        }
    }

    private static func target(of path: Substring) -> (project: String, verb: Verb)? {
        let start = "/emulator/v1/projects/"
        guard path.hasPrefix(start) else { return nil }
        let rest = path.dropFirst(start.count)
        guard let colon = rest.lastIndex(of: ":"), colon != rest.startIndex, !rest.contains("/"),
            let verb = Verb(rawValue: String(rest[rest.index(after: colon)...]))
        else { return nil }
        return (String(rest[..<colon]), verb)
    }

    /// The report as the official emulator writes it; `nil` without rules.
    private func coverage(of project: String) -> JSONValue? {
        guard let rules = rules.rules(of: project) else { return nil }
        return rules.coverage?.report(file: rules.file)
    }

    /// Rules that do not compile change nothing; whether their upload is an error, the caller says.
    private func upload(_ upload: Upload, _ project: String) -> HTTPResponse {
        do throws(RulesetError) {
            let warnings = try rules.replace(upload.source, file: upload.file, project: project)
            return RESTAnswer.value(["issues": .array(warnings.map { $0.json(upload.file) })])
        } catch {
            let issues = JSONValue.array(error.issues.map { $0.json(upload.file) })
            if upload.ignoresErrors { return RESTAnswer.value(["issues": issues]) }
            let text = error.issues.map { $0.line(in: upload.file) }.joined(separator: "\n")
            let refusal = FirestoreError.invalid(text)
            var body = (try? JSON.parse(refusal.json))?.object ?? [:]
            body["issues"] = issues
            return RESTAnswer.value(.object(body), status: refusal.code.httpStatus)
        }
    }
}

/// What a client uploads.
private struct Upload {
    let file: String
    let source: String
    let ignoresErrors: Bool

    /// The most values in an upload.
    private static let maximumValues = 1000

    init(_ body: [UInt8]) throws(FirestoreError) {
        guard let json = try? JSON.parse(body, maximumValues: Self.maximumValues), json.object != nil else {
            throw .invalid("The body is no JSON object.")
        }
        guard let files = json["rules"]?["files"]?.array, files.count == 1,
            let source = files[0]["content"]?.string
        else { throw .invalid("The body must hold one file of rules: {\"rules\": {\"files\": [{\"content\": …}]}}") }
        let name = files[0]["name"]?.string ?? ""
        file = name.utf8.first == nil ? "firestore.rules" : name
        self.source = source
        ignoresErrors = (json["ignore_errors"] ?? json["ignoreErrors"])?.bool ?? false
    }
}

extension RulesIssue {
    /// The issue as the official emulator writes it.
    fileprivate func json(_ file: String) -> JSONValue {
        [
            "sourcePosition": [
                "fileName": .string(file), "line": .integer(Int64(span.line)), "column": .integer(Int64(span.column)),
                "currentOffset": .integer(Int64(span.offset)), "endOffset": .integer(Int64(span.endOffset)),
            ],
            "description": .string(description), "severity": .string(severity.rawValue),
        ]
    }
}
