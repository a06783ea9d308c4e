/// Why a form or a query cannot be read.
public struct FormError: Error, Sendable, Hashable {
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

        /// There are more parameters than may be.
        public static let tooManyParameters = Code(rawValue: "tooManyParameters")
        /// A name or a value is not UTF-8.
        public static let notUTF8 = Code(rawValue: "notUTF8")
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
