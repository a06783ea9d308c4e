/// Why Firestore refused something: a status code of gRPC and a sentence for its user.
///
/// The message holds no content of documents other than names.
public struct FirestoreError: Error, Sendable, Hashable {
    /// A status code, https://grpc.io/docs/guides/status-codes/.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// The caller took its request back.
        case cancelled = 1
        /// A failure without a better code.
        case unknown = 2
        /// The request is wrong, whatever the state of the database.
        case invalidArgument = 3
        /// The time of the request was over first.
        case deadlineExceeded = 4
        /// Something that the request names does not exist.
        case notFound = 5
        /// Something that the request would create exists.
        case alreadyExists = 6
        /// The caller may not do this.
        case permissionDenied = 7
        /// A quota or a limit is used up.
        case resourceExhausted = 8
        /// The state of the database does not allow the request.
        case failedPrecondition = 9
        /// The request lost against another one; the transaction may be tried again.
        case aborted = 10
        /// The request goes beyond a valid range.
        case outOfRange = 11
        /// The operation does not exist here.
        case unimplemented = 12
        /// The server broke an assumption of its own.
        case `internal` = 13
        /// The server cannot answer now; the request may be tried again.
        case unavailable = 14
        /// Stored data is lost or damaged.
        case dataLoss = 15
        /// The caller's credentials are missing or wrong.
        case unauthenticated = 16
    }

    /// The status code.
    public var code: Code
    /// The sentence, never empty.
    public var message: String

    /// Describes a refusal.
    ///
    /// - Parameters:
    ///   - code: The status code.
    ///   - message: A sentence for the user.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A refusal of a request that is wrong in itself.
    ///
    /// - Parameter message: A sentence for the user.
    /// - Returns: An error with ``Code/invalidArgument``.
    public static func invalid(_ message: String) -> FirestoreError {
        FirestoreError(.invalidArgument, message)
    }
}
