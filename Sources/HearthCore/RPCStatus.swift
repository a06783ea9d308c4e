/// The [status codes](https://grpc.io/docs/guides/status-codes/) of gRPC by their numbers.
///
/// The errors of Firestore and of functions are the same codes, each with what it means there; what the codes are called
/// in a body, and which HTTP status goes with each, is
/// [one table](https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto).
package enum RPCStatus {
    private static let rows: [(name: String, httpStatus: Int)] = [
        ("OK", 200), ("CANCELLED", 499), ("UNKNOWN", 500), ("INVALID_ARGUMENT", 400), ("DEADLINE_EXCEEDED", 504),
        ("NOT_FOUND", 404), ("ALREADY_EXISTS", 409), ("PERMISSION_DENIED", 403), ("RESOURCE_EXHAUSTED", 429),
        ("FAILED_PRECONDITION", 400), ("ABORTED", 409), ("OUT_OF_RANGE", 400), ("UNIMPLEMENTED", 501),
        ("INTERNAL", 500), ("UNAVAILABLE", 503), ("DATA_LOSS", 500), ("UNAUTHENTICATED", 401),
    ]

    /// A code's name in a body, for example `NOT_FOUND`; an unknown number is `UNKNOWN`, as gRPC has it.
    package static func name(of code: Int) -> String { row(code).name }

    /// The HTTP status that goes with a code.
    package static func httpStatus(of code: Int) -> Int { row(code).httpStatus }

    /// The code of a name in a body.
    package static func code(named name: String) -> Int? { rows.firstIndex { $0.name == name } }

    private static func row(_ code: Int) -> (name: String, httpStatus: Int) {
        rows.indices.contains(code) ? rows[code] : rows[2]
    }
}
