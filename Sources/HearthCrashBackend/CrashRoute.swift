internal import HearthHTTP

/// What a request asks of the crash service.
enum CrashRoute: Equatable {
    case report(project: String)
    case googleReport(project: String)
    case list(project: String)
    case show(project: String, issue: String)
    case change(project: String, issue: String, status: String)
    case deleteUser(project: String, user: String)
    case clear(project: String)

    private static let changes = ["resolve": "resolved", "reopen": "open", "mute": "muted"]

    init?(_ method: HTTPMethod, _ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { PercentEncoding.decode($0) ?? "" }
        guard parts.count >= 4, !parts.contains("") else { return nil }
        if method == .post, parts.count == 4, parts[0] == "v1beta1", parts[1] == "projects", parts[3] == "events:report"
        {
            self = .googleReport(project: parts[2])
            return
        }
        guard parts[0] == "crash", parts[1] == "v1", parts[2] == "projects", parts.count >= 5 else { return nil }
        let project = parts[3]
        switch (method, parts[4], parts.count) {
        case (.post, "reports", 5): self = .report(project: project)
        case (.get, "issues", 5): self = .list(project: project)
        case (.delete, "issues", 5): self = .clear(project: project)
        case (.get, "issues", 6): self = .show(project: project, issue: parts[5])
        case (.delete, "users", 6): self = .deleteUser(project: project, user: parts[5])
        case (.post, "issues", 6):
            let words = parts[5].split(separator: ":", maxSplits: 1).map(String.init)
            guard words.count == 2, let status = Self.changes[words[1]] else { return nil }
            self = .change(project: project, issue: words[0], status: status)
        default: return nil
        }
    }
}
