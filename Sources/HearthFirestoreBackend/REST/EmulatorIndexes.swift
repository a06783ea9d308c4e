internal import HearthHTTP

/// Serves the emulator's path that suggests a file of indexes, which the official emulator lacks.
struct EmulatorIndexes {
    let advisor: IndexAdvisor

    /// Whether a path, percent-encoded, asks for the suggestion.
    static func owns(_ path: Substring) -> Bool { project(of: path) != nil }

    private static func project(of path: Substring) -> String? {
        let (start, end) = ("/emulator/v1/projects/", ":suggestedIndexes")
        guard path.hasPrefix(start), path.hasSuffix(end), path.count > start.count + end.count else { return nil }
        return PercentEncoding.decode(path.dropFirst(start.count).dropLast(end.count))
    }

    /// Answers a request; `nil` if it is about something else.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get, let project = Self.project(of: request.path) else { return nil }
        return RESTAnswer.value(advisor.suggestion(for: project).json)
    }
}
