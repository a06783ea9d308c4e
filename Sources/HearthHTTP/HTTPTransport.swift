/// Sends a request and brings back the response: whole, or piece by piece.
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

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// For answers without an end, or too large to be kept. The transport's time limit holds until the head has
    /// arrived; after that only the request's ``HTTPRequest/silence`` does. The body is not limited in size.
    ///
    /// Without an implementation the call is refused with ``TransportError/Kind/streamingUnsupported``: reading the whole
    /// body first would never end for a stream that has no end.
    ///
    /// - Parameter request: The request, with its origin.
    /// - Returns: The head, and the body as it comes.
    /// - Throws: ``TransportError`` if no head arrived.
    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange
}

extension HTTPTransport {
    /// Refuses: this transport reads whole responses only.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        throw TransportError(.streamingUnsupported, "\(Self.self) reads whole responses only")
    }
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
        /// The time allowed for the call passed, or a stream was silent for too long.
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
        /// The transport cannot read a response piece by piece: nothing was sent.
        public static let streamingUnsupported = Kind(rawValue: "streamingUnsupported")
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
