internal import HearthHTTP
internal import HearthJSON

/// `hearth analytics`: the events that a server collected, from the terminal.
enum AnalyticsCommand: Command {
    static let name = "analytics"
    static let summary = "list and count the events of apps"

    static let help = """
        hearth analytics: list and count the events that apps sent.

        Usage: hearth analytics events [--name NAME] [--user ID] [--limit NUMBER]
                                       [OPTIONS]
               hearth analytics counts [--days NUMBER] [OPTIONS]
               hearth analytics users [OPTIONS]
               hearth analytics funnel STEP STEP… [--days NUMBER] [OPTIONS]
               hearth analytics delete ID [OPTIONS]

          events              list events, the newest first
          counts              count events and users by name
          users               count the active users of 1, 7 and 28 days
          funnel              count the users who took each step after the one before,
                              2 to 5 steps
          delete              delete the events of a user or an installation

          --stream ID         the app's or web stream's identifier (all of them)
          --days NUMBER       how far back to look, 1 to 400 (28)
          --limit NUMBER      the largest number of events, 1 to 1000 (20)
          --json              print JSON, one document a line

        \(BackendAddress.help)
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: BackendAddress.valued.union(["stream", "name", "user", "limit", "days"]),
            switches: BackendAddress.switches.union(["json"])
        )
        let rest = Array(options.operands.dropFirst())
        try check(options.operands.first, rest)
        let client = try TelemetryClient(options)
        var query: FormParameters = [:]
        for option in ["stream", "name", "user", "days"] {
            if let value = options.last(option) { query.append(option, value) }
        }
        switch options.operands.first {
        case "events":
            query.append("limit", "\(try options.integer("limit", in: 1...1_000, default: 20))")
            let events = try await client.call(.get, "/analytics/v1/events", query)["events"]?.array ?? []
            for event in events {
                Terminal.print(options.has("json") ? TelemetryClient.line(event) : line(event: event))
            }
        case "counts":
            let counts = try await client.call(.get, "/analytics/v1/counts", query)["counts"]?.array ?? []
            for count in counts {
                Terminal.print(options.has("json") ? TelemetryClient.line(count) : line(count: count))
            }
        case "users":
            let users = try await client.call(.get, "/analytics/v1/users", query)
            if options.has("json") { return Terminal.print(TelemetryClient.line(users)) }
            for (member, text) in [("active1Day", "1 day"), ("active7Days", "7 days"), ("active28Days", "28 days")] {
                Terminal.print("\(text.padded(to: 8))  \(users[member]?.integer ?? 0)")
            }
        case "funnel":
            query.append("steps", rest.joined(separator: ","))
            let steps = try await client.call(.get, "/analytics/v1/funnel", query)["steps"]?.array ?? []
            for line in lines(funnel: steps, isJSON: options.has("json")) { Terminal.print(line) }
        case "delete" where rest.count == 1:
            let path = "/analytics/v1/users/" + PercentEncoding.encode(rest[0])
            let count = try await client.call(.delete, path)["deleted"]?.integer ?? 0
            Terminal.print("\(count) events deleted")
        default:
            throw UsageError(
                "analytics needs events, counts, users, funnel or delete with an ID",
                hint: "hearth analytics --help explains them"
            )
        }
    }

    /// Refuses words that would be passed over: a count of all users would be taken for one of a single user.
    private static func check(_ action: String?, _ rest: [String]) throws {
        let hint = "hearth analytics --help explains them"
        switch (action, rest.count) {
        case ("events", 1...), ("counts", 1...), ("users", 1...):
            throw UsageError("analytics \(action ?? "") takes no '\(rest[0])'", hint: hint)
        case ("funnel", ...1), ("funnel", 6...):
            throw UsageError("analytics funnel needs 2 to 5 steps", hint: hint)
        default: return
        }
    }

    private static func line(event: JSONValue) -> String {
        let time = (event["time"]?.string ?? "").prefix(19)
        let name = (event["name"]?.string ?? "").printable.padded(to: 24)
        let owner = (event["user"]?.string ?? event["instance"]?.string ?? "").printable
        return "\(time)  \(name)  \(String(owner.prefix(16)).padded(to: 16))  "
            + TelemetryClient.line(event["params"] ?? .null).printable
    }

    private static func line(count: JSONValue) -> String {
        let name = (count["name"]?.string ?? "").printable.padded(to: 32)
        return "\(name)  \("\(count["events"]?.integer ?? 0)".padded(toLeft: 8)) events  "
            + "\("\(count["users"]?.integer ?? 0)".padded(toLeft: 6)) users"
    }

    private static func lines(funnel steps: [JSONValue], isJSON: Bool) -> [String] {
        let first = steps.first?["users"]?.integer ?? 0
        return steps.map { step in
            if isJSON { return TelemetryClient.line(step) }
            let users = step["users"]?.integer ?? 0
            let share = first == 0 ? 0 : users * 100 / first
            return
                "\((step["name"]?.string ?? "").printable.padded(to: 32))  \("\(users)".padded(toLeft: 8))  \(share) %"
        }
    }
}
