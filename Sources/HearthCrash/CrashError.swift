/// Why crashes cannot be reported.
public struct CrashError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The folder or a file in it cannot be written.
        public static let storage = Code(rawValue: "storage")
        /// A handler of signals cannot be installed.
        public static let handler = Code(rawValue: "handler")
        /// Reports could not be delivered now; they are kept and tried again.
        public static let undelivered = Code(rawValue: "undelivered")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What it was about, and the system's words.
    public let reason: String

    init(_ code: Code, _ reason: String) {
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
    public static func ~= (code: Code, error: CrashError) -> Bool { error.code == code }
}
