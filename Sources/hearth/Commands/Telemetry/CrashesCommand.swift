internal import HearthCrashWire
internal import HearthHTTP
internal import HearthJSON

/// `hearth crashes`: the crash reports that a server collected, from the terminal.
enum CrashesCommand: Command {
    static let name = "crashes"
    static let summary = "list, show and resolve the crashes of apps"

    static let help = """
        hearth crashes: list, show and resolve the crashes and errors of apps.

        Usage: hearth crashes list [--status STATUS] [--limit NUMBER] [OPTIONS]
               hearth crashes show ISSUE [OPTIONS]
               hearth crashes resolve|reopen|mute ISSUE [OPTIONS]

          list                list issues, those that happened last first
          show                print an issue with its versions and its latest report
          resolve             a report of a newer version opens the issue again
          mute                count further reports, and nothing else

          --status STATUS     open, resolved, regressed or muted (all of them)
          --limit NUMBER      the largest number of issues, 1 to 500 (50)
          --json              print JSON, one document a line

        \(BackendAddress.help)
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: BackendAddress.valued.union(["status", "limit"]),
            switches: BackendAddress.switches.union(["json"])
        )
        let client = try TelemetryClient(options)
        let words = options.operands
        switch (words.first, words.count) {
        case ("list", 1):
            var query: FormParameters = ["limit": "\(try options.integer("limit", in: 1...500, default: 50))"]
            if let status = options.last("status") { query.append("status", status) }
            let issues = try await client.call(.get, client.crashes + "/issues", query)["issues"]?.array ?? []
            for issue in issues { Terminal.print(options.has("json") ? TelemetryClient.line(issue) : line(issue)) }
        case ("show", 2):
            let issue = try await client.call(.get, path(words[1], client))
            if options.has("json") { return Terminal.print(TelemetryClient.line(issue)) }
            for line in lines(issue) { Terminal.print(line.printable) }
        case ("resolve", 2), ("reopen", 2), ("mute", 2):
            let issue = try await client.call(.post, path(words[1], client) + ":\(words[0])")
            Terminal.print(options.has("json") ? TelemetryClient.line(issue) : line(issue))
        default:
            throw UsageError(
                "crashes needs list, or show, resolve, reopen or mute with an ISSUE",
                hint: "hearth crashes --help explains them"
            )
        }
    }

    private static func path(_ issue: String, _ client: TelemetryClient) -> String {
        client.crashes + "/issues/" + PercentEncoding.encode(issue)
    }

    private static func line(_ issue: JSONValue) -> String {
        func text(_ name: String) -> String { (issue[name]?.string ?? "").printable }
        let events = "\(issue["events"]?.integer ?? 0)".padded(toLeft: 6)
        let users = "\(issue["users"]?.integer ?? 0)".padded(toLeft: 5)
        return "\(text("id"))  \(text("status").padded(to: 9))  \(events)×  \(users) users  "
            + "\(text("lastVersion").padded(to: 8))  \(text("place")): \(text("title"))"
    }

    private static func lines(_ issue: JSONValue) -> [String] {
        func text(_ name: String) -> String { issue[name]?.string ?? "" }
        var lines = [
            "\(text("kind")) \(text("id")), \(text("status"))", "  \(text("title"))", "  at \(text("place"))",
            "  \(issue["events"]?.integer ?? 0) times, \(issue["users"]?.integer ?? 0) users",
            "  first \(text("firstSeen")) in \(text("firstVersion")), last \(text("lastSeen")) in \(text("lastVersion"))",
        ]
        for version in issue["versions"]?.array ?? [] {
            lines.append("  \(version["version"]?.string ?? ""): \(version["events"]?.integer ?? 0)")
        }
        guard let document = issue["reports"]?.array?.first,
            let report = try? JSON.decode(CrashReport.self, from: document)
        else { return lines }
        lines += ["", "Latest report, \(report.device.system), \(report.device.architecture)"]
        if let user = report.user { lines.append("  user \(user)") }
        for (name, value) in report.keys.sorted(by: { $0.key < $1.key }) { lines.append("  \(name) = \(value.text)") }
        lines.append("  frames")
        for (number, frame) in report.frames.enumerated() {
            lines.append("  \(frame.inApp ? "▸" : " ") \("\(number)".padded(toLeft: 3)) \(frame.summary)")
        }
        if !report.breadcrumbs.isEmpty { lines.append("  before") }
        for crumb in report.breadcrumbs {
            let fields = crumb.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            lines.append("    \(crumb.name) \(fields)")
        }
        let log = report.log.split(separator: "\n").suffix(20)
        if !log.isEmpty { lines.append("  log") }
        return lines + log.map { "    \($0)" }
    }
}
