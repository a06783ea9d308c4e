import HearthHTTP

/// A network without a route.
struct DeadTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.unreachable)
    }
}
