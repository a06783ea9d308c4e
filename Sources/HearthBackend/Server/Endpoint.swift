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
    /// The events, beginning after the one that the caller saw last.
    func follow(after lastEventID: String?, in call: Call) throws(APIError) -> HTTPBody
}

/// An endpoint with its types erased, as the router keeps it.
struct Handler: Sendable {
    let operation: OperationName
    let routes: [Route]
    let run: @Sendable (JSONValue, Call) async throws(APIError) -> JSONValue
    /// The events of an answer that can be followed.
    let follow: (@Sendable (String?, Call) throws(APIError) -> HTTPBody)?

    init<E: Endpoint>(_ endpoint: E) {
        self.init(endpoint, follow: nil)
    }

    init<E: FollowableEndpoint>(_ endpoint: E) {
        self.init(endpoint) { (lastEventID, call) throws(APIError) in
            try endpoint.follow(after: lastEventID, in: call)
        }
    }

    private init<E: Endpoint>(_ endpoint: E, follow: (@Sendable (String?, Call) throws(APIError) -> HTTPBody)?) {
        operation = OperationName(E.Op.self)
        routes = E.Op.routes
        self.follow = follow
        run = { (document: JSONValue, call: Call) async throws(APIError) -> JSONValue in
            let request = try Self.decode(E.Op.Request.self, from: document)
            return try Self.encode(try await endpoint.respond(to: request, in: call))
        }
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
