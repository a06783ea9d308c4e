#if canImport(Darwin)
import Foundation
internal import HearthCore
public import HearthHTTP

/// Sends requests with URLSession, without cookies, caches or stored credentials, and without following redirects.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let limit: Int

    /// Creates a transport.
    ///
    /// Nothing is opened before the first request.
    ///
    /// - Parameter configuration: Time, size and connections that it allows itself.
    public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForResource = Self.seconds(configuration.timeout)
        settings.timeoutIntervalForRequest = Self.seconds(configuration.timeout)
        settings.httpMaximumConnectionsPerHost = configuration.connectionsPerHost
        settings.httpShouldSetCookies = false
        settings.httpCookieStorage = nil
        settings.urlCache = nil
        settings.urlCredentialStorage = nil
        settings.requestCachePolicy = .reloadIgnoringLocalCacheData
        limit = configuration.maximumResponseBytes
        session = URLSession(configuration: settings, delegate: TransferRouter(), delegateQueue: nil)
    }

    deinit {
        // Without this the session would live for ever, and its delegate with it.
        session.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The response, its body complete, whatever its status.
    /// - Throws: `TransportError` if no response arrived.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let task = session.dataTask(with: try Self.urlRequest(request))
        let limit = limit
        let router = session.delegate as? TransferRouter
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                router?.begin(task, limit: limit, waiter)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
        return try outcome.get()
    }

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

/// Gathers what arrives for each task, and hands it over when the task ends.
private final class TransferRouter: NSObject, URLSessionDataDelegate {
    typealias Outcome = Result<HTTPResponse, TransportError>

    private struct Transfer: Sendable {
        let waiter: CheckedContinuation<Outcome, Never>
        let limit: Int
        var body: [UInt8] = []
        var isTooLarge = false
    }

    private let transfers = Locked<[Int: Transfer]>([:])

    func begin(_ task: URLSessionTask, limit: Int, _ waiter: CheckedContinuation<Outcome, Never>) {
        transfers.withLock { $0[task.taskIdentifier] = Transfer(waiter: waiter, limit: limit) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = transfers.withLock { transfers in
            guard var transfer = transfers[dataTask.taskIdentifier] else { return false }
            transfer.isTooLarge = transfer.body.count + data.count > transfer.limit
            if !transfer.isTooLarge { transfer.body += data }
            transfers[dataTask.taskIdentifier] = transfer
            return transfer.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        transfer.waiter.resume(returning: Self.outcome(of: transfer, task.response, error))
    }

    private static func outcome(of transfer: Transfer, _ response: URLResponse?, _ error: (any Error)?) -> Outcome {
        if transfer.isTooLarge {
            return .failure(TransportError(.responseTooLarge, "more than \(transfer.limit) bytes"))
        }
        if let error { return .failure(failure(error)) }
        guard let response = response as? HTTPURLResponse else { return .failure(TransportError(.connectionLost)) }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields { fields.append("\(name)", "\(value)") }
        if fields["Content-Encoding"] != nil {
            // The body was decoded on its way in: these would describe bytes that nobody has.
            fields["Content-Encoding"] = nil
            fields["Content-Length"] = nil
        }
        fields["Transfer-Encoding"] = nil
        return .success(HTTPResponse(status: response.statusCode, fields: fields, body: .bytes(transfer.body)))
    }

    private static func failure(_ error: any Error) -> TransportError {
        guard let code = (error as? URLError)?.code else { return TransportError(.connectionLost) }
        let kind: TransportError.Kind =
            switch code {
            case .cancelled: .cancelled
            case .timedOut: .timedOut
            case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
                .dataNotAllowed, .internationalRoamingOff, .callIsActive:
                .unreachable
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                .insecure
            case .badURL, .unsupportedURL: .invalidRequest
            case .dataLengthExceedsMaximum: .responseTooLarge
            default: .connectionLost
            }
        return TransportError(kind, "URLSession error \(code.rawValue)")
    }
}
#endif
