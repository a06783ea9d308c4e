internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The calls `functions`, `functions:call`, `deliveries/NUMBER` and `deliveries/NUMBER:replay`.
struct FunctionCalls: Sendable {
    let functions: any ConsoleFunctions

    /// Whether a call is one of these.
    static func owns(_ segments: ArraySlice<Substring>) -> Bool {
        ["functions", "functions:call", "deliveries"].contains(segments.first ?? "")
    }

    func answer(
        _ request: HTTPRequest,
        _ segments: ArraySlice<Substring>
    ) async throws(ConsoleRefusal) -> JSONValue {
        switch (request.method, segments.first, segments.count) {
        case (.get, "functions", 1): return .object(await functions.report())
        case (.post, "functions:call", 1): return try await call(try AdministrationConsole.document(of: request))
        case (_, "deliveries", 2): return try await delivery(request, segments[segments.startIndex + 1])
        default: throw .notFound
        }
    }

    private func call(_ body: JSONObject) async throws(ConsoleRefusal) -> JSONValue {
        guard let path = body["path"]?.string else { throw ConsoleRefusal(400, "The function's 'path' is missing.") }
        let token = body["token"]?.string.map { Secret($0) }
        let (status, answer) = try await ConsoleRefusal.wrap { () throws(ConsoleFailure) in
            try await functions.call(path, body["data"] ?? .null, as: token)
        }
        return ["status": .integer(Int64(status)), "answer": answer]
    }

    private func delivery(_ request: HTTPRequest, _ name: Substring) async throws(ConsoleRefusal) -> JSONValue {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard let number = parts.first.flatMap({ Int($0) }) else {
            throw ConsoleRefusal(400, "A delivery has a number.")
        }
        switch (request.method, parts.dropFirst().first) {
        case (.get, nil):
            guard let delivery = functions.delivery(number) else {
                throw ConsoleRefusal(410, "The delivery \(number) is not kept any more.")
            }
            return .object(delivery)
        case (.post, "replay"):
            try await ConsoleRefusal.wrap { () throws(ConsoleFailure) in try await functions.replay(number) }
            return .object([:])
        default: throw .notFound
        }
    }
}
