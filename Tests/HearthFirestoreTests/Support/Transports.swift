import HearthCore
import HearthHTTP

/// Reaches nothing.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.unreachable, "there is no network")
    }
}
