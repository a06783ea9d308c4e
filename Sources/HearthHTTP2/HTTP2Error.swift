/// Why a part of an answer was not sent: a mistake of the handler's.
///
/// When the client is gone, `CancellationError` is thrown instead.
public struct HTTP2Error: Error, Sendable, Hashable {
    /// What is wrong, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A head follows a head, or a body comes without one.
        public static let outOfOrder = Code(rawValue: "outOfOrder")
        /// The status is not a final one, or a field's name or value cannot be sent.
        public static let invalidHead = Code(rawValue: "invalidHead")
    }

    /// What is wrong.
    public var code: Code

    /// Creates an error.
    ///
    /// - Parameter code: What is wrong.
    public init(_ code: Code) {
        self.code = code
    }
}

/// Why a stream or a connection ends before its time ([RFC 9113 §7](https://www.rfc-editor.org/rfc/rfc9113#section-7)).
public struct HTTP2Reset: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: UInt32

    /// Creates a reason from its number.
    ///
    /// - Parameter rawValue: The number on the wire.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Nothing is wrong: the rest is not needed.
    public static let noError = HTTP2Reset(rawValue: 0)
    /// The peer broke the protocol.
    public static let protocolError = HTTP2Reset(rawValue: 1)
    /// The sender of the reset failed.
    public static let internalError = HTTP2Reset(rawValue: 2)
    /// The stream was not looked at, and may be tried again.
    public static let refusedStream = HTTP2Reset(rawValue: 7)
    /// The stream is no longer needed.
    public static let cancel = HTTP2Reset(rawValue: 8)
    /// The peer costs too much.
    public static let enhanceYourCalm = HTTP2Reset(rawValue: 11)
}
