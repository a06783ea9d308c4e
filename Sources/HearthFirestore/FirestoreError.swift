internal import HearthCore
internal import HearthFirestoreModel

/// Why an operation of Firestore failed.
///
/// The message holds no content of documents other than names.
public struct FirestoreError: Error, Sendable, Hashable {
    /// What went wrong, with FirebaseFirestore's names and numbers; these are
    /// [gRPC's status codes](https://grpc.io/docs/guides/status-codes/).
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// The operation was cancelled, or the user who asked for it is not signed in any more.
        case cancelled = 1
        /// A failure without a better code.
        case unknown = 2
        /// The request is wrong, whatever the state of the database.
        case invalidArgument = 3
        /// The time of the request was over first; a write may have happened all the same.
        case deadlineExceeded = 4
        /// A document that must exist does not.
        case notFound = 5
        /// A document that must not exist does.
        case alreadyExists = 6
        /// The rules do not allow this to this caller.
        case permissionDenied = 7
        /// A quota or a limit is used up.
        case resourceExhausted = 8
        /// The state of the database does not allow the request.
        case failedPrecondition = 9
        /// The transaction lost against other writes, also when it was tried again.
        case aborted = 10
        /// The request goes beyond a valid range.
        case outOfRange = 11
        /// The server does not know the operation.
        case unimplemented = 12
        /// The server broke an assumption of its own.
        case `internal` = 13
        /// The server cannot be reached now; the request may be tried again.
        case unavailable = 14
        /// Stored data is lost or damaged.
        case dataLoss = 15
        /// The caller's credentials are missing or wrong.
        case unauthenticated = 16

        /// The code's name on the wire, for example `PERMISSION_DENIED`.
        public var name: String { RPCStatus.name(of: rawValue) }
    }

    /// What went wrong.
    public var code: Code
    /// A sentence for the developer, never empty.
    public var message: String

    /// Describes a failure.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: A sentence for the developer.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: ModelError) {
        self.init(Code(rawValue: error.code.rawValue) ?? .unknown, error.message)
    }

    static func invalid(_ message: String) -> FirestoreError {
        FirestoreError(.invalidArgument, message)
    }
}

extension FirestoreError: CustomStringConvertible {
    /// The code's name and the message.
    public var description: String { "\(code.name): \(message)" }
}
