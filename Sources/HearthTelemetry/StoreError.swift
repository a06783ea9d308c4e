/// Why telemetry cannot be kept on disk.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The folder or a file in it may not be read or written.
        public static let denied = Code(rawValue: "denied")
        /// The disk is full.
        public static let full = Code(rawValue: "full")
        /// Another process uses the folder.
        public static let busy = Code(rawValue: "busy")
        /// The system refused for another reason.
        public static let failed = Code(rawValue: "failed")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// The file or folder, and the system's words.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The code and the reason.
    public var description: String { "\(code.rawValue): \(reason)" }

    /// Matches an error by its code in a `catch`.
    ///
    /// - Parameters:
    ///   - code: The code to look for.
    ///   - error: The error that was thrown.
    /// - Returns: Whether the error has the code.
    public static func ~= (code: Code, error: StoreError) -> Bool { error.code == code }
}
