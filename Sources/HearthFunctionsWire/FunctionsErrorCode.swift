internal import HearthCore

/// Why a function did not answer with a result: the codes of
/// [gRPC](https://grpc.io/docs/guides/status-codes/), by the numbers that Firebase's clients give them.
public enum FunctionsErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// No error.
    case ok = 0
    /// The call was cancelled, usually by the caller.
    case cancelled = 1
    /// An error that nothing more is known of.
    case unknown = 2
    /// What the caller sent is wrong, whatever the state of the system.
    case invalidArgument = 3
    /// The time was over before the answer was there; the function may have done its work.
    case deadlineExceeded = 4
    /// There is no such function, or what it was asked for does not exist.
    case notFound = 5
    /// What should be created is there already.
    case alreadyExists = 6
    /// The caller is known and may not do this.
    case permissionDenied = 7
    /// A quota, or the server's capacity, is used up.
    case resourceExhausted = 8
    /// The system is not in the state that the call needs.
    case failedPrecondition = 9
    /// The call lost against another one; it may succeed if it is repeated from its beginning.
    case aborted = 10
    /// What the caller sent is beyond the range that is valid now.
    case outOfRange = 11
    /// The function does not do this.
    case unimplemented = 12
    /// A failure that is not the caller's.
    case `internal` = 13
    /// The service cannot be reached or does not take calls now; try again later.
    case unavailable = 14
    /// Data was lost or damaged for good.
    case dataLoss = 15
    /// The caller did not prove who it is.
    case unauthenticated = 16

    /// The code of a name in a body, for example `NOT_FOUND`.
    ///
    /// - Parameter status: The name.
    public init?(status: String) {
        guard let number = RPCStatus.code(named: status) else { return nil }
        self.init(rawValue: number)
    }

    /// The code that an HTTP status stands for when the body names none.
    ///
    /// - Parameter httpStatus: The status.
    public init(httpStatus: Int) {
        self =
            switch httpStatus {
            case 200...299: .ok
            case 400: .invalidArgument
            case 401: .unauthenticated
            case 403: .permissionDenied
            case 404: .notFound
            case 409: .alreadyExists
            case 429: .resourceExhausted
            case 499: .cancelled
            case 501: .unimplemented
            case 503: .unavailable
            case 504: .deadlineExceeded
            default: .internal
            }
    }

    /// The code's name in a body.
    public var status: String { RPCStatus.name(of: rawValue) }

    /// The HTTP status that goes with it.
    public var httpStatus: Int { RPCStatus.httpStatus(of: rawValue) }
}
