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
        let job = try CurlJob(request, configuration)
        let outcome = await queue.run(job, queue.nextID())
        guard let unpinned = report(outcome, job) else { return try outcome.get() }
        return try await queue.run(unpinned, queue.nextID()).get()
    }

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The head, and the body as it comes. It keeps the transport.
    /// - Throws: `TransportError` if no head arrived.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        let job = try CurlJob(request, configuration)
        let (outcome, buffer) = await stream(job)
        guard let unpinned = report(outcome, job) else { return exchange(try outcome.get(), buffer) }
        let (second, secondBuffer) = await stream(unpinned)
        return exchange(try second.get(), secondBuffer)
    }

    private func stream(_ job: CurlJob) async -> (CurlQueue.Outcome, HTTPBodyBuffer) {
        let id = queue.nextID()
        let buffer = HTTPBodyBuffer(
            whenRoom: { [queue] in queue.post(.goOn(id)) },
            whenCancelled: { [queue] in queue.post(.giveUp(id)) }
        )
        var job = job
        job.buffer = buffer
        return (await queue.run(job, id), buffer)
    }

    private func exchange(_ head: HTTPResponse, _ buffer: HTTPBodyBuffer) -> HTTPExchange {
        HTTPExchange(status: head.status, fields: head.fields, body: HTTPResponseStream(buffer, keeping: self))
    }

    /// Reports a server that has another key than the pinned ones.
    ///
    /// - Returns: The request without pins, if that is all that is to be done: nothing of it has been sent.
    private func report(_ outcome: CurlQueue.Outcome, _ job: CurlJob) -> CurlJob? {
        guard let pinning = job.pinning, case .failure(let error) = outcome, error.kind == .pinMismatch else {
            return nil
        }
        configuration.reportPinMismatch?(PinMismatch(host: job.host, expected: pinning.pins, found: nil))
        guard pinning.mode == .report else { return nil }
        var unpinned = job
        unpinned.pinning = nil
        return unpinned
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
    var buffer: HTTPBodyBuffer?
    /// Which keys the server must have.
    var pinning: CertificatePinning?
    /// The server's name.
    let host: String

    init(_ request: HTTPRequest, _ configuration: TransportConfiguration) throws(TransportError) {
        method = request.method
        url = try request.absoluteURL()
        fields = try request.checkedFields()
        body = request.body
        timeout = request.timeout ?? configuration.timeout
        silence = request.silence
        self.configuration = configuration
        host = CertificatePinning.serverName(of: request.origin ?? "")
        pinning = try configuration.pinning(for: request)
    }
}
#endif
