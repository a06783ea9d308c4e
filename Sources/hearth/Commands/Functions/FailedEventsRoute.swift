internal import HearthHTTP
internal import HearthJSON
internal import HearthTriggers

/// The events that functions failed with, as `hearth functions` sees them on a server of this machine.
///
/// | request | does |
/// |---|---|
/// | `GET /functions/v1/failures` | lists them, the newest first: `function`, `limit` |
/// | `POST /functions/v1/failures:retry` | delivers them once more: `{"function": F, "id": I}`, all of F without `id` |
/// | `POST /functions/v1/failures:forget` | forgets them, chosen in the same way |
enum FailedEventsRoute {
    static let path = "/functions/v1/failures"

    static func owns(path: Substring) -> Bool { path == self.path || path.hasPrefix(self.path + ":") }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request, which comes from this machine.
    ///   - outboxes: Where the events are.
    /// - Returns: The answer.
    static func answer(_ request: HTTPRequest, from outboxes: [TriggerOutbox]) async -> HTTPResponse {
        do {
            switch (request.method, request.path.dropFirst(path.count)) {
            case (.get, ""): return try await list(request.query, from: outboxes)
            case (.post, ":retry"):
                return try await change(request, in: outboxes) { try await $0.retry($1) }
            case (.post, ":forget"):
                return try await change(request, in: outboxes) { try await $0.forget($1) }
            default: return refusal(404, "NOT_FOUND", "There is nothing at this path.")
            }
        } catch {
            return refusal(503, "UNAVAILABLE", "The storage does not answer; try again later.")
        }
    }

    private static func list(_ query: FormParameters, from outboxes: [TriggerOutbox]) async throws -> HTTPResponse {
        let limit = min(max(query["limit"].flatMap { Int($0) } ?? 100, 1), 1_000)
        var failures: [FailedEvent] = []
        for outbox in outboxes { failures += try await outbox.failures(of: query["function"], limit: limit) }
        let newest = failures.sorted { $0.time > $1.time }.prefix(limit)
        return document(["failures": .array(newest.map { .object($0.json) })])
    }

    private static func change(
        _ request: HTTPRequest,
        in outboxes: [TriggerOutbox],
        _ change: (TriggerOutbox, FailedEvent.Choice) async throws -> Int
    ) async throws -> HTTPResponse {
        guard let body = try? JSON.parse(request.body), let function = body["function"]?.string else {
            return refusal(400, "INVALID_ARGUMENT", "The body names no function.")
        }
        let chosen = FailedEvent.Choice(function: function, id: body["id"]?.string)
        var count = 0
        for outbox in outboxes { count += try await change(outbox, chosen) }
        return document(["events": .integer(Int64(count))])
    }

    private static func document(_ document: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(JSON.serialize(document))
        )
    }

    /// A refusal in the form of callable functions.
    static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
        document(["error": ["status": .string(code), "message": .string(message)]], status: status)
    }
}
