#if canImport(Darwin)
import Foundation
internal import HearthCore
public import HearthHTTP

/// Sends requests with URLSession, without cookies, caches or stored credentials, and without following redirects.
public final class URLSessionTransport: HTTPTransport {
    /// For whole responses: the session's own limit of time holds for each of them.
    private let session: URLSession
    /// For streams, and for requests with a limit of their own: a timer ends what takes too long.
    private let patientSession: URLSession
    private let configuration: TransportConfiguration

    /// Creates a transport.
    ///
    /// Nothing is opened before the first request.
    ///
    /// - Parameter configuration: Time, size and connections that it allows itself.
    public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        self.configuration = configuration
        session = Self.session(configuration, timeout: Self.seconds(configuration.timeout))
        patientSession = Self.session(configuration, timeout: Self.week)
    }

    deinit {
        // Without this a session would live for ever, and its delegate with it.
        session.finishTasksAndInvalidate()
        patientSession.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The response, its body complete, whatever its status.
    /// - Throws: `TransportError` if no response arrived.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let session = request.timeout == nil ? session : patientSession
        _ = try configuration.pinning(for: request)
        let task = session.dataTask(with: try Self.urlRequest(request))
        let transfer = URLSessionTransfer(task, limit: configuration.maximumResponseBytes)
        if let timeout = request.timeout { transfer.startTimer(timeout, "no response in time") }
        return try await Self.run(transfer, in: session).get()
    }

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The head, and the body as it comes. It keeps the transport.
    /// - Throws: `TransportError` if no head arrived.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        _ = try configuration.pinning(for: request)
        let task = patientSession.dataTask(with: try Self.urlRequest(request))
        let buffer = HTTPBodyBuffer(whenRoom: { task.resume() }, whenCancelled: { task.cancel() })
        let transfer = URLSessionTransfer(task, streamingTo: buffer, silence: request.silence)
        transfer.startTimer(request.timeout ?? configuration.timeout, "no response in time")
        let head = try await Self.run(transfer, in: patientSession).get()
        let body = HTTPResponseStream(buffer, keeping: self)
        return HTTPExchange(status: head.status, fields: head.fields, body: body)
    }

    private static func run(_ transfer: URLSessionTransfer, in session: URLSession) async -> URLSessionTransfer.Outcome
    {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                transfer.wait(waiter)
                (session.delegate as? URLSessionRouter)?.add(transfer)
                transfer.task.resume()
            }
        } onCancel: {
            transfer.task.cancel()
        }
    }

    private static func session(_ configuration: TransportConfiguration, timeout: Double) -> URLSession {
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForResource = timeout
        settings.timeoutIntervalForRequest = timeout
        settings.httpMaximumConnectionsPerHost = configuration.connectionsPerHost
        settings.httpShouldSetCookies = false
        settings.httpCookieStorage = nil
        settings.urlCache = nil
        settings.urlCredentialStorage = nil
        settings.requestCachePolicy = .reloadIgnoringLocalCacheData
        return URLSession(configuration: settings, delegate: URLSessionRouter(configuration), delegateQueue: nil)
    }

    /// The longest that the system allows a transfer, in seconds.
    private static let week: Double = 7 * 24 * 3600

    private static func urlRequest(_ request: HTTPRequest) throws(TransportError) -> URLRequest {
        guard let url = URL(string: try request.absoluteURL()) else {
            throw TransportError(.invalidRequest, "not an address")
        }
        var result = URLRequest(url: url)
        result.httpMethod = request.method.rawValue
        for field in try request.checkedFields() { result.addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { result.httpBody = Data(request.body) }
        return result
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(max(1, duration.wholeMilliseconds)) / 1000
    }
}
#endif
