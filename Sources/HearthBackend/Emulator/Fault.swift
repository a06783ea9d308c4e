/// How a call fails, or only takes long, when a test wants it to.
public struct Fault: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case offline
        case drop
        case error(String)
        case status(Int, retryAfter: Duration?)
        case delay(Duration)
    }

    let kind: Kind

    /// The server cannot be reached, and does nothing; over a socket, the connection is closed.
    public static let offline = Fault(kind: .offline)

    /// The server does what it was asked for, and its answer is lost.
    public static let drop = Fault(kind: .drop)

    /// The service refuses, with status 400.
    ///
    /// - Parameter message: The service's words, for example `QUOTA_EXCEEDED`, or `QUOTA_EXCEEDED : details`.
    /// - Returns: The fault.
    public static func error(_ message: String) -> Fault { Fault(kind: .error(message)) }

    /// Something in front of the service answers: a status and nothing else.
    ///
    /// - Parameters:
    ///   - status: The HTTP status, 400 to 599.
    ///   - retryAfter: What to ask for with `Retry-After`, in whole seconds. Defaults to nothing.
    /// - Returns: The fault.
    public static func status(_ status: Int, retryAfter: Duration? = nil) -> Fault {
        Fault(kind: .status(status, retryAfter: retryAfter))
    }

    /// The service takes its time, and then answers as ever.
    ///
    /// - Parameter duration: How long, by the backend's ``BackendEnvironment/sleep``.
    /// - Returns: The fault.
    public static func delay(_ duration: Duration) -> Fault { Fault(kind: .delay(duration)) }
}
