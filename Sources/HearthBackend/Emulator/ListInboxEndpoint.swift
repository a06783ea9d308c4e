internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Shows what was mailed and texted, or tells it as it happens.
struct ListInboxEndpoint: FollowableEndpoint {
    typealias Op = ListInbox

    /// How often a quiet stream says that it is alive, so that nobody in between closes it.
    static let heartbeat: Duration = .seconds(15)

    let messages: MessageLog
    let sleep: @Sendable (Duration) async throws -> Void

    func respond(to request: ListInbox.Request, in call: Call) async throws(APIError) -> ListInbox.Response {
        ListInbox.Response { $0.messages = messages.all(of: call.scope.project) }
    }

    func follow(after lastEventID: String?, in call: Call) throws(APIError) -> HTTPBody {
        guard messages.hasRoom else { throw .overloaded }
        return .stream { writer in
            guard let (entries, listener) = messages.join(call.scope.project, after: lastEventID) else { return }
            defer { messages.leave(listener) }
            try await writer.write(Array("retry: 1000\n\n".utf8))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        try await sleep(Self.heartbeat)
                        try await writer.write(Array(":\n\n".utf8))
                    }
                }
                for await entry in entries { try await writer.write(try Self.event(entry)) }
                group.cancelAll()
            }
        }
    }

    /// An event as [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html) are written.
    private static func event(_ entry: ListInbox.Entry) throws -> [UInt8] {
        Array("id: \(entry.id ?? "")\ndata: ".utf8) + (try JSON.encode(entry)) + Array("\n\n".utf8)
    }
}
