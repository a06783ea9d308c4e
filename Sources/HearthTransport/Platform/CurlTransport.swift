#if !canImport(Darwin)
public import HearthHTTP

/// Sends requests with libcurl: one thread for any number of calls, and connections that are used again.
///
/// The thread begins with the first request and ends when the transport is released. Certificates are verified,
/// redirects are not followed, and nothing but HTTP and HTTPS is spoken.
public final class CurlTransport: HTTPTransport {
    private let configuration: TransportConfiguration
    private let queue: CurlQueue

    /// Creates a transport.
    ///
    /// Nothing is opened before the first request.
    ///
    /// - Parameter configuration: Time, size and connections that it allows itself.
    public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        self.configuration = configuration
        self.queue = CurlQueue(connectionsPerHost: configuration.connectionsPerHost)
    }

    deinit {
        queue.close()
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The response, its body complete, whatever its status.
    /// - Throws: `TransportError` if no response arrived.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let job = CurlJob(
            method: request.method,
            url: try request.absoluteURL(),
            fields: try request.checkedFields(),
            body: request.body,
            configuration: configuration
        )
        return try await queue.run(job).get()
    }
}

/// One request, checked and ready for the thread that sends it.
struct CurlJob: Sendable {
    let method: HTTPMethod
    let url: String
    let fields: [HTTPFields.Field]
    let body: [UInt8]
    let configuration: TransportConfiguration
}
#endif
