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
        guard let code = Self.allCases.first(where: { $0.status == status }) else { return nil }
        self = code
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
    public var status: String { names.status }

    /// The HTTP status that goes with it.
    public var httpStatus: Int { names.httpStatus }

    private var names: (status: String, httpStatus: Int) {
        switch self {
        case .ok: ("OK", 200)
        case .cancelled: ("CANCELLED", 499)
        case .unknown: ("UNKNOWN", 500)
        case .invalidArgument: ("INVALID_ARGUMENT", 400)
        case .deadlineExceeded: ("DEADLINE_EXCEEDED", 504)
        case .notFound: ("NOT_FOUND", 404)
        case .alreadyExists: ("ALREADY_EXISTS", 409)
        case .permissionDenied: ("PERMISSION_DENIED", 403)
        case .resourceExhausted: ("RESOURCE_EXHAUSTED", 429)
        case .failedPrecondition: ("FAILED_PRECONDITION", 400)
        case .aborted: ("ABORTED", 409)
        case .outOfRange: ("OUT_OF_RANGE", 400)
        case .unimplemented: ("UNIMPLEMENTED", 501)
        case .internal: ("INTERNAL", 500)
        case .unavailable: ("UNAVAILABLE", 503)
        case .dataLoss: ("DATA_LOSS", 500)
        case .unauthenticated: ("UNAUTHENTICATED", 401)
        }
    }
}
