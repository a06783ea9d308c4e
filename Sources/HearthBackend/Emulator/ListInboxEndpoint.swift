internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Shows what was mailed and texted, or tells it as it happens.
struct ListInboxEndpoint: FollowableEndpoint {
    typealias Op = ListInbox

    /// How often a quiet stream says that it is alive, so that no one in between closes it.
    static let heartbeat: Duration = .seconds(15)

    let messages: MessageLog
    let sleep: @Sendable (Duration) async throws -> Void

    func respond(to request: ListInbox.Request, in call: Call) async throws(APIError) -> ListInbox.Response {
        ListInbox.Response { $0.messages = messages.all(of: call.scope.project) }
    }

    func follow(_ follower: Follower, in call: Call) throws(APIError) -> HTTPBody {
        guard messages.hasRoom else { throw .overloaded }
        guard messages.hasRoom(for: follower.browser) else { throw Self.tooManyPages }
        return .stream { writer in
            guard let (entries, listener) = messages.join(call.scope.project, follower) else { return }
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

    /// A browser opens six connections to a server: if all of them wait for events, no other call gets through.
    private static let tooManyPages = APIError(
        APIError.Code(
            rawValue: """
                \(MessageLog.listenersOfBrowser) pages of this browser follow the inbox already, and more would leave it \
                no connection for other calls. Close one of them, or ask for the list without following it.
                """
        ),
        httpStatus: 429,
        status: "RESOURCE_EXHAUSTED",
        item: APIError.Item(reason: "rateLimitExceeded")
    )

    /// An event as [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html) are written.
    private static func event(_ entry: ListInbox.Entry) throws -> [UInt8] {
        Array("id: \(entry.id ?? "")\ndata: ".utf8) + (try JSON.encode(entry)) + Array("\n\n".utf8)
    }
}
