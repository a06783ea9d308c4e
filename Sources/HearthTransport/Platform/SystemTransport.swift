public import HearthHTTP

/// The transport that suits the platform: libcurl on Linux, URLSession on Apple's systems.
public struct SystemTransport: HTTPTransport {
    #if canImport(Darwin)
    private let transport: URLSessionTransport
    #else
    private let transport: CurlTransport
    #endif

    /// Creates a transport.
    ///
    /// Nothing is opened before the first request.
    ///
    /// - Parameter configuration: Time, size and connections that it allows itself.
    public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        #if canImport(Darwin)
        transport = URLSessionTransport(configuration)
        #else
        transport = CurlTransport(configuration)
        #endif
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The response, its body complete, whatever its status; a redirect is not followed.
    /// - Throws: `TransportError` if no response arrived.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await transport.send(request)
    }

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The head, and the body as it comes; a redirect is not followed.
    /// - Throws: `TransportError` if no head arrived.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        try await transport.open(request)
    }
}
