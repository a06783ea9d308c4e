internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// `hearth functions events`, `retry` and `forget`: the events that functions failed with.
enum FailedEventsAction {
    case list(function: String?)
    case change(name: String, function: String, id: String?)

    /// Reads the words after `hearth functions`; `nil` if they are about something else.
    ///
    /// - Throws: ``UsageError`` if the words of an action are too few or too many.
    init?(_ words: [String]) throws {
        switch (words.first, words.count) {
        case ("events", 1...2): self = .list(function: words.dropFirst().first)
        case ("retry", 2...3), ("forget", 2...3):
            self = .change(name: words[0], function: words[1], id: words.dropFirst(2).first)
        case ("events", _), ("retry", _), ("forget", _):
            throw UsageError(
                "functions \(words[0]) needs \(words[0] == "events" ? "at most a" : "a") FUNCTION"
                    + (words[0] == "events" ? "" : ", and at most an EVENT"),
                hint: "hearth functions --help explains it"
            )
        default: return nil
        }
    }

    /// Asks the server, and prints what it answers.
    func run(_ options: Options, print: (String) -> Void) async throws {
        let client = try TelemetryClient(options)
        switch self {
        case .list(let function):
            var query: FormParameters = [
                "limit": "\(try options.integer("limit", in: 1...1_000, default: 20))"
            ]
            if let function { query.append("function", function) }
            let failures = try await client.call(.get, FailedEventsRoute.path, query)["failures"]?.array ?? []
            for failure in failures { print(options.has("json") ? TelemetryClient.line(failure) : Self.line(failure)) }
        case .change(let name, let function, let id):
            var body: JSONObject = ["function": .string(function)]
            body["id"] = id.map(JSONValue.string)
            let answer = try await client.call(.post, FailedEventsRoute.path + ":" + name, body: .object(body))
            let count = answer["events"]?.integer ?? 0
            print(
                "\(count) \(count == 1 ? "event" : "events") \(name == "retry" ? "to be delivered again" : "forgotten")"
            )
        }
    }

    private static func line(_ failure: JSONValue) -> String {
        let time = CivilTime(UnixTime(milliseconds: failure["failed"]?.integer ?? 0)).rfc3339.prefix(19)
        let function = (failure["function"]?.string ?? "").printable.padded(to: 20)
        let id = (failure["event"]?["id"]?.string ?? "").printable
        let subject = (failure["event"]?["subject"]?.string ?? "").printable
        return "\(time)  \(function)  \(id)  \(subject): \((failure["reason"]?.string ?? "").printable)"
    }
}
