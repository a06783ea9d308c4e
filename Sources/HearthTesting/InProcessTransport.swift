public import HearthBackend
internal import HearthFirestoreBackend
public import HearthHTTP

/// Carries requests to a server in the same process, without a socket.
///
/// ``open(_:)`` reads what the server streams as it is written, with back-pressure, and the server's task is cancelled
/// when the reader leaves: as over a connection.
public struct InProcessTransport: HTTPTransport {
    private let handler: HTTPHandler

    /// Creates a transport.
    ///
    /// - Parameter backend: The backend that answers.
    public init(_ backend: Backend) {
        self.init { await backend.handle($0) }
    }

    /// Creates a transport.
    ///
    /// - Parameter handler: Answers each request, as the handler of a server does.
    public init(handler: @escaping HTTPHandler) {
        self.handler = handler
    }

    /// Creates a transport to services that share an address; Firestore alone if there is no identity service.
    init(_ backend: Backend?, _ documents: TestFirestore?) {
        self.init { request in
            if let documents, backend == nil || FirestoreBackend.owns(path: request.path) {
                let head = HTTPRequestHead(request.method, target: request.target, fields: request.fields)
                if FirestoreBackend.needsLocalCaller(head), let refusal = backend?.refusalOfRemote(head) {
                    return refusal
                }
                do {
                    return try await documents.backend().handle(request)
                } catch {
                    return HTTPResponse(status: 500, body: .failed(TransportError(.connectionLost, "\(error)")))
                }
            }
            guard let backend else { return HTTPResponse(status: 404) }
            return await backend.handle(request)
        }
    }

    /// The same transport with a service before it that answers its own requests.
    func asking(first service: @escaping @Sendable (HTTPRequest) async -> HTTPResponse?) -> InProcessTransport {
        InProcessTransport { [handler] request in
            if let answer = await service(request) { return answer }
            return await handler(request)
        }
    }

    /// Hands a request to the server.
    ///
    /// - Parameter request: The request; its origin is not looked at.
    /// - Returns: The response, its body complete.
    /// - Throws: `TransportError` of kind `TransportError.Kind.cancelled` if the task was cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            let response = try await answer(request).collected()
            guard !Task.isCancelled else { throw TransportError(.cancelled) }
            return response
        } catch {
            throw error as? TransportError ?? TransportError(.connectionLost, "\(error)")
        }
    }

    /// Hands a request to the server, and returns as soon as it has answered with a head.
    ///
    /// - Parameter request: The request; its origin and its time limits are not looked at.
    /// - Returns: The head, and the body as it comes.
    /// - Throws: `TransportError` of kind `TransportError.Kind.cancelled` if the task was cancelled.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        let exchange = try await answer(request).opened()
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        return exchange
    }

    private func answer(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        if request.fields["host"] == nil { request.fields["Host"] = "127.0.0.1:9099" }
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        var response = await handler(request)
        // As on the wire: the answer to HEAD has no body.
        if request.method == .head { response.body = .bytes([]) }
        return response
    }
}
