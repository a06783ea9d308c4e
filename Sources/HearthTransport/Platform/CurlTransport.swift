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
        try await queue.run(CurlJob(request, configuration), queue.nextID()).get()
    }

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The head, and the body as it comes. It keeps the transport.
    /// - Throws: `TransportError` if no head arrived.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        let id = queue.nextID()
        let buffer = HTTPBodyBuffer(
            whenRoom: { [queue] in queue.post(.goOn(id)) },
            whenCancelled: { [queue] in queue.post(.giveUp(id)) }
        )
        let head = try await queue.run(CurlJob(request, configuration, buffer), id).get()
        let body = HTTPResponseStream(buffer, keeping: self)
        return HTTPExchange(status: head.status, fields: head.fields, body: body)
    }
}

/// One request, checked and ready for the thread that sends it.
struct CurlJob: Sendable {
    let method: HTTPMethod
    let url: String
    let fields: [HTTPFields.Field]
    let body: [UInt8]
    let configuration: TransportConfiguration
    /// For the whole response, or for the head of one that is streamed.
    let timeout: Duration
    let silence: Duration?
    /// Where the body goes piece by piece; without one it is kept and handed over whole.
    let buffer: HTTPBodyBuffer?

    init(
        _ request: HTTPRequest,
        _ configuration: TransportConfiguration,
        _ buffer: HTTPBodyBuffer? = nil
    ) throws(TransportError) {
        method = request.method
        url = try request.absoluteURL()
        fields = try request.checkedFields()
        body = request.body
        timeout = request.timeout ?? configuration.timeout
        silence = request.silence
        self.configuration = configuration
        self.buffer = buffer
    }
}
#endif
