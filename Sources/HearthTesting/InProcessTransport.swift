public import HearthBackend
public import HearthHTTP

/// Carries requests to a backend in the same process, without a socket.
public struct InProcessTransport: HTTPTransport {
    private let backend: Backend

    /// Creates a transport.
    ///
    /// - Parameter backend: The backend that answers.
    public init(_ backend: Backend) {
        self.backend = backend
    }

    /// Hands a request to the backend.
    ///
    /// - Parameter request: The request; its origin is not looked at.
    /// - Returns: The response, its body complete.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/cancelled`` if the task was cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        if request.fields["host"] == nil { request.fields["Host"] = "127.0.0.1:9099" }
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        do {
            var response = try await backend.handle(request).collected()
            // As on the wire: the answer to HEAD has no body.
            if request.method == .head { response.body = .bytes([]) }
            guard !Task.isCancelled else { throw TransportError(.cancelled) }
            return response
        } catch {
            throw error as? TransportError ?? TransportError(.connectionLost, "\(error)")
        }
    }
}
