import HearthCore
import HearthHTTP

/// Passes requests on, and lets a test look at them or answer in the server's place.
struct WatchedTransport: HTTPTransport {
    let inner: any HTTPTransport
    /// Every request, in the order in which they were made.
    let requests = Locked<[HTTPRequest]>([])
    /// Answers a request in place of the server; `nil` passes it on.
    let instead: @Sendable (HTTPRequest) -> HTTPResponse?

    init(_ inner: any HTTPTransport, instead: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }) {
        self.inner = inner
        self.instead = instead
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        if let response = instead(request) { return response }
        return try await inner.send(request)
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        requests.withLock { $0.append(request) }
        return try await inner.open(request)
    }

    /// What a field was in the requests whose target contains a text.
    func values(of field: String, where text: String) -> [String?] {
        requests.withLock { $0.filter { $0.target.contains(text) }.map { $0.fields[field] } }
    }
}

/// Reaches nothing.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.unreachable, "there is no network")
    }
}
