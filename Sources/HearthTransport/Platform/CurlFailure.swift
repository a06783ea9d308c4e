#if !canImport(Darwin)
internal import CCurl
internal import HearthHTTP

/// What libcurl's result codes mean to a caller.
enum CurlFailure {
    /// The kind of a failure.
    ///
    /// - Parameters:
    ///   - result: libcurl's result.
    ///   - wasSent: Whether the request may have left.
    /// - Returns: The kind; a time-out before anything was sent means that the host cannot be reached.
    static func kind(of result: CURLcode, wasSent: Bool) -> TransportError.Kind {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: wasSent ? .timedOut : .unreachable
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            .insecure
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .pinMismatch
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidRequest
        case CURLE_FILESIZE_EXCEEDED: .responseTooLarge
        default: .connectionLost
        }
    }
}
#endif
