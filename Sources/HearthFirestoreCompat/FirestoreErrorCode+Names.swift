public import HearthFirestore

extension FirestoreErrorCode {
    /// The operation was cancelled, or the user who asked for it is not signed in any more.
    public static let cancelled = Code.cancelled
    /// A failure without a better code.
    public static let unknown = Code.unknown
    /// The request is wrong, whatever the state of the database.
    public static let invalidArgument = Code.invalidArgument
    /// The time of the request was over first; a write may have happened all the same.
    public static let deadlineExceeded = Code.deadlineExceeded
    /// A document that must exist does not.
    public static let notFound = Code.notFound
    /// A document that must not exist does.
    public static let alreadyExists = Code.alreadyExists
    /// The rules do not allow this to this caller.
    public static let permissionDenied = Code.permissionDenied
    /// A quota or a limit is used up.
    public static let resourceExhausted = Code.resourceExhausted
    /// The state of the database does not allow the request.
    public static let failedPrecondition = Code.failedPrecondition
    /// The transaction lost against other writes, also when it was tried again.
    public static let aborted = Code.aborted
    /// The request goes beyond a valid range.
    public static let outOfRange = Code.outOfRange
    /// The server does not know the operation.
    public static let unimplemented = Code.unimplemented
    /// The server broke an assumption of its own.
    public static let `internal` = Code.internal
    /// The server cannot be reached now; the request may be tried again.
    public static let unavailable = Code.unavailable
    /// Stored data is lost or damaged.
    public static let dataLoss = Code.dataLoss
    /// The caller's credentials are missing or wrong.
    public static let unauthenticated = Code.unauthenticated
}
