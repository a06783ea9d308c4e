/// Why the server cannot serve.
public struct ServerError: Error, Sendable, Hashable {
    /// What went wrong, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another process listens at this address and port.
        public static let addressInUse = Code(rawValue: "addressInUse")
        /// This machine does not have the address.
        public static let addressNotAvailable = Code(rawValue: "addressNotAvailable")
        /// The process may not listen there, for example on a port below 1024.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The host is neither an address nor a name that leads to one, or the port is out of range.
        public static let invalidHost = Code(rawValue: "invalidHost")
        /// The server has run already: each one runs once.
        public static let alreadyRun = Code(rawValue: "alreadyRun")
        /// The system refused for another reason, which it gives in ``ServerError/reason``.
        public static let system = Code(rawValue: "system")
    }

    /// What went wrong.
    public var code: Code
    /// The system's own words, for the operator's log.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: The system's own words.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }
}
