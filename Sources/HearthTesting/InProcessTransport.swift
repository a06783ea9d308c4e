public import HearthBackend
internal import HearthFirestoreBackend
public import HearthHTTP

/// Carries requests to a backend in the same process, without a socket.
public struct InProcessTransport: HTTPTransport {
    private let backend: Backend?
    private let documents: TestFirestore?

    /// Creates a transport.
    ///
    /// - Parameter backend: The backend that answers.
    public init(_ backend: Backend) {
        self.init(backend, nil)
    }

    /// Creates a transport to services that share an address.
    init(_ backend: Backend?, _ documents: TestFirestore?) {
        self.backend = backend
        self.documents = documents
    }

    /// Hands a request to the backend.
    ///
    /// - Parameter request: The request; its origin is not looked at.
    /// - Returns: The response, its body complete.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/cancelled`` if the task was cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        do {
            var response = try await answer(request).collected()
            // As on the wire: the answer to HEAD has no body.
            if request.method == .head { response.body = .bytes([]) }
            guard !Task.isCancelled else { throw TransportError(.cancelled) }
            return response
        } catch {
            throw error as? TransportError ?? TransportError(.connectionLost, "\(error)")
        }
    }

    /// The answer of the service that a request is for; a streamed body has not begun.
    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        if request.fields["host"] == nil { request.fields["Host"] = "127.0.0.1:9099" }
        if let documents, backend == nil || FirestoreBackend.owns(path: request.path) {
            let head = HTTPRequestHead(request.method, target: request.target, fields: request.fields)
            if FirestoreBackend.needsLocalCaller(head), let refusal = backend?.refusalOfRemote(head) { return refusal }
            return try await documents.backend().handle(request)
        }
        guard let backend else { return HTTPResponse(status: 404) }
        return await backend.handle(request)
    }
}
