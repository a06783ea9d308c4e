/// Sends a request and brings back the whole response.
///
/// Implement it to use another HTTP stack, or to test without one.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// Cancelling the task ends the call at once with ``TransportError/Kind/cancelled``.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The response, its body complete, whatever its status.
    /// - Throws: ``TransportError`` if no response arrived.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// Why no response arrived.
public struct TransportError: Error, Sendable, Hashable {
    /// What went wrong, open to new values.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a kind from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The host could not be found or reached: nothing was sent.
        public static let unreachable = Kind(rawValue: "unreachable")
        /// The time allowed for the whole call passed.
        public static let timedOut = Kind(rawValue: "timedOut")
        /// The connection ended before the response was complete.
        public static let connectionLost = Kind(rawValue: "connectionLost")
        /// The peer could not be trusted, or no secure connection could be made.
        public static let insecure = Kind(rawValue: "insecure")
        /// The calling task was cancelled.
        public static let cancelled = Kind(rawValue: "cancelled")
        /// The request cannot be sent as it is, for example because its address is not one.
        public static let invalidRequest = Kind(rawValue: "invalidRequest")
        /// The response is larger than this transport accepts.
        public static let responseTooLarge = Kind(rawValue: "responseTooLarge")
    }

    /// What went wrong.
    public var kind: Kind
    /// The transport's own words, for the developer's log, without any part of the request.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - reason: The transport's own words.
    public init(_ kind: Kind, _ reason: String = "") {
        self.kind = kind
        self.reason = reason
    }
}
