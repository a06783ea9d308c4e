#if canImport(Darwin)
import Foundation
internal import HearthCore
internal import HearthHTTP
import Security

/// Finds the transfer that an event of a session belongs to.
final class URLSessionRouter: NSObject, URLSessionDataDelegate {
    private let transfers = Locked<[Int: URLSessionTransfer]>([:])
    private let configuration: TransportConfiguration

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
    }

    func add(_ transfer: URLSessionTransfer) {
        transfers.withLock { $0[transfer.task.taskIdentifier] = transfer }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(dataTask)?.receive(data)
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

    /// Compares a server's key with the pinned ones, after the system has found its certificate good.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust,
            let pinning = configuration.pinning(of: space.host), SecTrustEvaluateWithError(trust, nil)
        else { return completionHandler(.performDefaultHandling, nil) }
        let certificate = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first
        let found = certificate.flatMap { PublicKeyPin(certificate: Array(SecCertificateCopyData($0) as Data)) }
        if let found, pinning.pins.contains(found) { return completionHandler(.performDefaultHandling, nil) }
        configuration.reportPinMismatch?(PinMismatch(host: space.host, expected: pinning.pins, found: found))
        guard pinning.mode == .enforce else { return completionHandler(.performDefaultHandling, nil) }
        transfers.withLock { $0[task.taskIdentifier] }?
            .fail(TransportError(.pinMismatch, "the server's key is none of the pinned ones"))
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error.map(Self.failure))
    }

    private func transfer(_ task: URLSessionTask) -> URLSessionTransfer? {
        transfers.withLock { $0[task.taskIdentifier] }
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
