internal import HearthHTTP
internal import HearthJSON

/// The calls `snapshots`, `snapshots/NAME:restore` and `DELETE snapshots/NAME`.
struct SnapshotCalls: Sendable {
    let snapshots: any ConsoleSnapshots

    func answer(
        _ request: HTTPRequest,
        _ segments: ArraySlice<Substring>
    ) async throws(ConsoleRefusal) -> JSONValue {
        switch (request.method, segments.count) {
        case (.get, 1): break
        case (.post, 1): try await make(try AdministrationConsole.document(of: request))
        case (.post, 2), (.delete, 2): try await change(request.method, segments[segments.startIndex + 1])
        default: throw .notFound
        }
        let list = try await ConsoleRefusal.wrap { () throws(ConsoleFailure) in try await snapshots.list() }
        return ["snapshots": .array(list.map { .object($0.json) })]
    }

    private func make(_ body: JSONObject) async throws(ConsoleRefusal) {
        guard let name = body["name"]?.string else { throw ConsoleRefusal(400, "The state's 'name' is missing.") }
        try await ConsoleRefusal.wrap { () throws(ConsoleFailure) in
            try await snapshots.make(name, replaces: body["replace"]?.bool ?? false)
        }
    }

    private func change(_ method: HTTPMethod, _ segment: Substring) async throws(ConsoleRefusal) {
        let parts = segment.split(separator: ":", maxSplits: 1)
        guard let name = parts.first.flatMap({ PercentEncoding.decode($0) }) else { throw .notFound }
        switch (method, parts.dropFirst().first) {
        case (.post, "restore"):
            try await ConsoleRefusal.wrap { () throws(ConsoleFailure) in try await snapshots.restore(name) }
        case (.delete, nil):
            try await ConsoleRefusal.wrap { () throws(ConsoleFailure) in try await snapshots.remove(name) }
        default: throw .notFound
        }
    }
}
