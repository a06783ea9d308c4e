/// Why a cryptographic operation was not done.
public struct CryptoError: Error, Sendable, Hashable {
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

        /// A key, certificate or hash could not be read, or is of another kind than was asked for.
        public static let malformed = Code(rawValue: "malformed")
        /// A key is too short, or has an exponent that no one should use.
        public static let weakKey = Code(rawValue: "weakKey")
        /// A cost that came with an imported hash lies outside what this process is willing to pay.
        public static let parameterOutOfRange = Code(rawValue: "parameterOutOfRange")
        /// The algorithm is not available on this system.
        public static let unsupported = Code(rawValue: "unsupported")
        /// A sealed message was changed, or sealed under another key or with other associated data.
        public static let notAuthentic = Code(rawValue: "notAuthentic")
        /// A password is longer than its hash can take.
        public static let passwordTooLong = Code(rawValue: "passwordTooLong")
        /// Too much work is waiting already: a server answers 503.
        public static let overloaded = Code(rawValue: "overloaded")
        /// The calling task was cancelled before the work began.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The crypto library refused for a reason of its own.
        public static let libraryFailure = Code(rawValue: "libraryFailure")
    }

    /// What went wrong.
    public var code: Code
    /// More words for the developer's log; never a key, a password or a hash.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: More words for the developer's log.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }
}

extension CryptoError.Code {
    /// Whether an error has this code, so that `catch CryptoError.Code.overloaded` reads well.
    ///
    /// - Parameters:
    ///   - code: The code to look for.
    ///   - error: Any error.
    /// - Returns: Whether it is a ``CryptoError`` with this code.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? CryptoError)?.code == code
    }
}
