/// Where the server's words for its operator go.
///
/// Messages are written by us and hold no token, password, code, address or number.
public struct Log: Sendable {
    /// How much a message matters.
    public enum Level: String, Sendable {
        /// Worth knowing.
        case info
        /// Worth changing something.
        case warning
        /// A failure of the server.
        case error
    }

    private let write: @Sendable (Level, String) -> Void

    /// Creates a log.
    ///
    /// - Parameter write: Takes a level and one line.
    public init(_ write: @escaping @Sendable (_ level: Level, _ message: String) -> Void) {
        self.write = write
    }

    /// A log that keeps nothing.
    public static let silent = Log { _, _ in }

    /// Notes something worth knowing.
    ///
    /// - Parameter message: One line.
    public func info(_ message: String) {
        write(.info, message)
    }

    /// Notes something that the operator may want to change.
    ///
    /// - Parameter message: One line.
    public func warning(_ message: String) {
        write(.warning, message)
    }

    /// Notes a failure of the server.
    ///
    /// - Parameter message: One line.
    public func error(_ message: String) {
        write(.error, message)
    }
}
