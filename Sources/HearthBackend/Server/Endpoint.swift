internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// The code that answers one operation.
///
/// An endpoint reads top to bottom: validate, decide, store, answer. It sees no header, no JSON and no clock.
protocol Endpoint: Sendable {
    associatedtype Op: HearthWire.Operation

    func respond(to request: Op.Request, in call: Call) async throws(APIError) -> Op.Response
}

/// An endpoint whose answer can also be followed, as server-sent events, while it grows.
protocol FollowableEndpoint: Endpoint {
    /// The events, beginning after the one that the follower saw last.
    func follow(_ follower: Follower, in call: Call) throws(APIError) -> HTTPBody
}

/// A client that wants to be told events as they happen.
struct Follower: Sendable {
    /// The event that it saw last.
    let lastEventID: String?
    /// The browser that it is a page of; `nil` for a program of another kind, which has no limit on connections.
    let browser: String?

    init(_ fields: HTTPFields, _ call: Call) {
        lastEventID = fields["last-event-id"]
        browser = fields["user-agent"].flatMap { agent in
            agent.utf8.starts(with: "Mozilla/".utf8) ? "\(call.source ?? "") \(agent)" : nil
        }
    }
}

/// An endpoint with its types erased, as the router keeps it.
final class Handler: Sendable {
    let operation: OperationName
    let routes: [Route]
    let run: @Sendable (JSONValue, Call) async throws(APIError) -> JSONValue
    /// The events of an answer that can be followed.
    let follow: (@Sendable (Follower, Call) throws(APIError) -> HTTPBody)?

    convenience init<E: Endpoint>(_ endpoint: E) {
        self.init(endpoint, follow: nil)
    }

    convenience init<E: FollowableEndpoint>(_ endpoint: E) {
        self.init(endpoint) { (follower, call) throws(APIError) in
            try endpoint.follow(follower, in: call)
        }
    }

    private init<E: Endpoint>(_ endpoint: E, follow: (@Sendable (Follower, Call) throws(APIError) -> HTTPBody)?) {
        operation = OperationName(E.Op.self)
        routes = E.Op.routes
        self.follow = follow
        let reader = E.Op.self as? any DocumentReading.Type
        run = { (document: JSONValue, call: Call) async throws(APIError) -> JSONValue in
            let request = try Self.decode(E.Op.Request.self, from: try Self.read(document, with: reader))
            return try Self.encode(try await endpoint.respond(to: request, in: call))
        }
    }

    private static func read(
        _ document: JSONValue,
        with reader: (any DocumentReading.Type)?
    ) throws(APIError) -> JSONValue {
        guard let reader, var object = document.object else { return document }
        try reader.read(&object)
        return .object(object)
    }

    private static func decode<Request: Message>(
        _ type: Request.Type,
        from document: JSONValue
    ) throws(APIError) -> Request {
        do {
            return try JSON.decode(type, from: document, coercion: .scalars)
        } catch {
            let place = error.path.isEmpty ? "the body" : "'\(error.path)'"
            throw .invalidArgument("Invalid value at \(place): \(error.reason)")
        }
    }

    private static func encode(_ response: some Message) throws(APIError) -> JSONValue {
        do {
            return try JSON.value(of: response)
        } catch {
            throw .internalError
        }
    }
}
