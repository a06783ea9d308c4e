internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// What happens, as [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html): first a
/// greeting, then one event for each entry of the log.
///
/// A reader that is behind costs nothing: it has a place in the log, and learns by `gap` that it lost it.
struct LiveStream: Sendable {
    let log: TrafficLog
    let digest: String
    /// How long the line is silent before a sign of life.
    var heartbeat = Duration.seconds(15)
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// The answer to a page that follows.
    ///
    /// - Parameter lastEvent: The last event that it saw, `RUN.NUMBER`; one of another run starts anew with a gap.
    /// - Returns: The stream, or a refusal if too many pages follow.
    func response(after lastEvent: String?) -> HTTPResponse {
        guard let (wakes, follower) = log.join() else {
            return ConsoleGate.refusal(
                429,
                "\(TrafficLog.followerLimit) pages follow the log already. Close one of them."
            )
        }
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
            body: .stream { writer in
                defer { log.leave(follower) }
                try await run(from: lastEvent, wakes, writer)
            }
        )
    }

    private func run(from lastEvent: String?, _ wakes: AsyncStream<Void>, _ writer: any HTTPBodyWriter) async throws {
        await log.catchUp()
        var place = log.page(after: .max - 1, limit: 0).last
        try await writer.write(hello(last: place))
        if let lastEvent {
            if let number = number(of: lastEvent) {
                place = number
            } else {
                try await writer.write(Array("event: gap\ndata: {}\n\n".utf8))
            }
        }
        place = try await send(after: place, writer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await sleep(heartbeat)
                    try await writer.write(Array(":\n\n".utf8))
                }
            }
            for await _ in wakes { place = try await send(after: place, writer) }
            group.cancelAll()
        }
    }

    private func send(after number: Int, _ writer: any HTTPBodyWriter) async throws -> Int {
        var place = number
        while let frame = log.frame(after: place) {
            try await writer.write(frame.bytes)
            place = frame.last
        }
        return place
    }

    private func hello(last: Int) -> [UInt8] {
        var hello = JSONObject()
        hello["digest"] = .string(digest)
        hello["last"] = .string("\(log.run).\(last)")
        return Array("retry: 1000\nevent: hello\ndata: ".utf8) + JSON.serialize(.object(hello)) + Array("\n\n".utf8)
    }

    private func number(of event: String) -> Int? {
        let parts = event.split(separator: ".")
        guard parts.count == 2, parts[0] == log.run, let number = Int(parts[1]), number >= 0 else { return nil }
        return number
    }
}
