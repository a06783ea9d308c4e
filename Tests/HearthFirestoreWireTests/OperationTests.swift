import HearthFirestoreModel
import HearthFirestoreWire
import HearthJSON
import Testing

@Suite("Errors on the wire")
struct ErrorCodeTests {
    /// As https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto lists them.
    @Test(arguments: [
        (1, "CANCELLED", 499), (2, "UNKNOWN", 500), (3, "INVALID_ARGUMENT", 400), (4, "DEADLINE_EXCEEDED", 504),
        (5, "NOT_FOUND", 404), (6, "ALREADY_EXISTS", 409), (7, "PERMISSION_DENIED", 403),
        (8, "RESOURCE_EXHAUSTED", 429), (9, "FAILED_PRECONDITION", 400), (10, "ABORTED", 409),
        (11, "OUT_OF_RANGE", 400), (12, "UNIMPLEMENTED", 501), (13, "INTERNAL", 500), (14, "UNAVAILABLE", 503),
        (15, "DATA_LOSS", 500), (16, "UNAUTHENTICATED", 401),
    ]) func `have the numbers, names and statuses of Google's interface`(number: Int, name: String, status: Int) throws
    {
        let code = try #require(FirestoreError.Code(rawValue: number))
        #expect(code.name == name && code.httpStatus == status)
        #expect(FirestoreError.Code(name: name) == code)
        var message = WireStatus()
        message.code = Int32(number)
        message.message = "why"
        #expect(message.error == FirestoreError(code, "why"))
        #expect(WireStatus(FirestoreError(code, "why")).protobuf == message.protobuf)
    }

    /// How official clients read a status that comes without a code.
    @Test(arguments: [
        (400, FirestoreError.Code.failedPrecondition), (401, .unauthenticated), (403, .permissionDenied),
        (404, .notFound), (408, .failedPrecondition), (409, .aborted), (413, .failedPrecondition), (416, .outOfRange),
        (429, .resourceExhausted), (499, .cancelled), (500, .unknown), (501, .unimplemented), (502, .internal),
        (503, .unavailable), (504, .deadlineExceeded), (599, .internal), (302, .unknown), (0, .unknown),
    ]) func `are guessed from a status of HTTP`(status: Int, code: FirestoreError.Code) {
        #expect(FirestoreError.Code(httpStatus: status) == code)
    }

    @Test(arguments: [0, 17, -1, Int32.max])
    func `are unknown if their number is, and none if it is zero`(number: Int32) {
        var status = WireStatus()
        status.code = number
        #expect(status.error?.code == (number == 0 ? nil : .unknown))
    }

    @Test(arguments: [
        (#"{"error": {"code": 404, "message": "gone", "status": "NOT_FOUND"}}"#, FirestoreError(.notFound, "gone")),
        (#"[{"error": {"message": "gone", "status": "NOT_FOUND"}}]"#, FirestoreError(.notFound, "gone")),
        // Another server on the way has its own form, of which the status counts.
        (#"{"error": {"message": "gone"}}"#, FirestoreError(.unavailable, "gone")),
        (#"{"error": {"status": "SOMETHING_NEW", "message": "new"}}"#, FirestoreError(.unavailable, "new")),
        (#"{"error": "text"}"#, FirestoreError(.unavailable, "UNAVAILABLE")),
        (#"{"error": {"status": 5}}"#, FirestoreError(.unavailable, "UNAVAILABLE")),
    ]) func `are read from the body of an answer`(json: String, error: FirestoreError) {
        #expect(FirestoreError(json: Array(json.utf8), httpStatus: 503) == error)
    }

    @Test(arguments: ["", "{}", "[]", "<html>", "[[]]", #"{"message": "x"}"#, "null", "[1"])
    func `are not read from what says nothing of one`(body: String) {
        #expect(FirestoreError(json: Array(body.utf8), httpStatus: 500) == nil)
    }

    @Test func `have every slash escaped, as the emulator has them, and come back`() throws {
        let error = FirestoreError(.alreadyExists, "Document already exists: projects/p/\"é\"\n")
        let text = String(decoding: error.json, as: UTF8.self)
        #expect(text.contains(#"projects\/p\/\"é\"\n"#) && !text.contains("projects/p"))
        #expect(FirestoreError(json: error.json, httpStatus: 409) == error)
    }
}

@Suite("The operations of Firestore")
struct OperationTests {
    /// An operation as google/firestore/v1/firestore.proto declares it: how messages follow, the method, the path.
    struct Row: Sendable {
        let name: String
        let kind: OperationKind
        let binding: RESTBinding?
        let path: String

        init(_ operation: FirestoreOperation<some Message, some Message>) {
            (name, kind, binding, path) = (operation.name, operation.kind, operation.binding, operation.path)
        }
    }

    private static let all: [Row] = [
        Row(FirestoreOperations.getDocument), Row(FirestoreOperations.listDocuments),
        Row(FirestoreOperations.createDocument), Row(FirestoreOperations.updateDocument),
        Row(FirestoreOperations.deleteDocument), Row(FirestoreOperations.batchGetDocuments),
        Row(FirestoreOperations.beginTransaction), Row(FirestoreOperations.commit), Row(FirestoreOperations.rollback),
        Row(FirestoreOperations.runQuery), Row(FirestoreOperations.executePipeline),
        Row(FirestoreOperations.runAggregationQuery), Row(FirestoreOperations.partitionQuery),
        Row(FirestoreOperations.write), Row(FirestoreOperations.listen), Row(FirestoreOperations.listCollectionIds),
        Row(FirestoreOperations.batchWrite),
    ]

    @Test(arguments: [
        ("GetDocument", OperationKind.unary, "GET", RESTBinding.Target.document),
        ("ListDocuments", .unary, "GET", .collection), ("CreateDocument", .unary, "POST", .collection),
        ("UpdateDocument", .unary, "PATCH", .document), ("DeleteDocument", .unary, "DELETE", .document),
        ("BatchGetDocuments", .serverStream, "POST", .database(verb: "batchGet")),
        ("BeginTransaction", .unary, "POST", .database(verb: "beginTransaction")),
        ("Commit", .unary, "POST", .database(verb: "commit")),
        ("Rollback", .unary, "POST", .database(verb: "rollback")),
        ("RunQuery", .serverStream, "POST", .parent(verb: "runQuery")),
        ("ExecutePipeline", .serverStream, "POST", .database(verb: "executePipeline")),
        ("RunAggregationQuery", .serverStream, "POST", .parent(verb: "runAggregationQuery")),
        ("PartitionQuery", .unary, "POST", .parent(verb: "partitionQuery")),
        ("ListCollectionIds", .unary, "POST", .parent(verb: "listCollectionIds")),
        ("BatchWrite", .unary, "POST", .database(verb: "batchWrite")),
    ]) func `are reached as Google's interface says`(
        name: String,
        kind: OperationKind,
        method: String,
        target: RESTBinding.Target
    ) throws {
        let row = try #require(Self.all.first { $0.name == name })
        #expect(row.kind == kind && row.binding?.method == method && row.binding?.target == target)
        #expect(row.path == "/google.firestore.v1.Firestore/\(name)")
    }

    @Test(arguments: ["Write", "Listen"]) func `that go both ways have no path in HTTP`(name: String) throws {
        let row = try #require(Self.all.first { $0.name == name })
        #expect(row.kind == .bidirectional && row.binding == nil)
    }

    @Test func `are told apart by what HTTP says of them`() {
        let bindings = Self.all.compactMap(\.binding)
        #expect(Set(bindings).count == bindings.count && Set(Self.all.map(\.path)).count == Self.all.count)
    }
}
