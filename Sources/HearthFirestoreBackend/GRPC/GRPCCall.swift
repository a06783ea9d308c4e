internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthServer

/// A call whose caller is known.
struct GRPCCall: Sendable {
    let body: HTTPRequestBody
    let budget: MemoryBudget
    let caller: FirestoreCaller
    let answer: GRPCAnswer

    /// The only message of a call that has one.
    func request<Request: Message>() async throws -> Request {
        try Request(protobuf: try await GRPCMessageReader(body, budget).onlyMessage())
    }

    /// All messages of a call.
    func requests<Request: Message>(of type: Request.Type) -> AsyncThrowingStream<Request, any Error> {
        let reader = GRPCMessageReader(body, budget)
        return AsyncThrowingStream {
            guard let message = try await reader.next() else { return nil }
            return try Request(protobuf: message)
        }
    }
}

/// A method of the service.
struct GRPCMethod: Sendable {
    let kind: OperationKind
    /// Serves a call up to its status.
    let serve: @Sendable (GRPCCall) async throws -> Void
}

/// The methods of the service, by their paths.
struct GRPCMethods: Sendable {
    private var methods: [String: GRPCMethod] = [:]

    private typealias Operations = FirestoreOperations

    init(_ service: FirestoreService) {
        unary(Operations.getDocument) { try await service.getDocument($0, $1) }
        unary(Operations.listDocuments) { try await service.listDocuments($0, $1) }
        unary(Operations.createDocument) { try await service.createDocument($0, $1) }
        unary(Operations.updateDocument) { try await service.updateDocument($0, $1) }
        unary(Operations.deleteDocument) { try await service.deleteDocument($0, $1) }
        unary(Operations.beginTransaction) { try await service.beginTransaction($0, $1) }
        unary(Operations.commit) { try await service.commit($0, $1) }
        unary(Operations.rollback) { try await service.rollback($0, $1) }
        unary(Operations.batchWrite) { try await service.batchWrite($0, $1) }
        unary(Operations.partitionQuery) { try await service.partitionQuery($0, $1) }
        unary(Operations.listCollectionIds) { try await service.listCollectionIds($0, $1) }
        serverStream(Operations.batchGetDocuments) { try await service.batchGetDocuments($0, $1, $2) }
        serverStream(Operations.runQuery) { try await service.runQuery($0, $1, $2) }
        serverStream(Operations.runAggregationQuery) { try await service.runAggregationQuery($0, $1, $2) }
        serverStream(Operations.executePipeline) { _, _, _ in throw FirestoreError.pipelinesAreNotServed }
        bidirectional(Operations.listen) { try await service.listen($0, $1, $2) }
        bidirectional(Operations.write) { try await service.write($0, $1, $2) }
    }

    subscript(path: String) -> GRPCMethod? { methods[path] }

    private mutating func unary<Request, Response>(
        _ operation: FirestoreOperation<Request, Response>,
        _ serve: @escaping @Sendable (Request, FirestoreCaller) async throws -> Response
    ) {
        methods[operation.path] = GRPCMethod(kind: operation.kind) { call in
            try await call.answer.send(try await serve(try await call.request(), call.caller))
        }
    }

    private mutating func serverStream<Request, Response>(
        _ operation: FirestoreOperation<Request, Response>,
        _ serve: @escaping @Sendable (Request, FirestoreCaller, @escaping ResultSink<Response>) async throws -> Void
    ) {
        methods[operation.path] = GRPCMethod(kind: operation.kind) { call in
            try await serve(try await call.request(), call.caller) { try await call.answer.send($0) }
        }
    }

    private mutating func bidirectional<Request, Response>(
        _ operation: FirestoreOperation<Request, Response>,
        _ serve:
            @escaping @Sendable (
                AsyncThrowingStream<Request, any Error>, FirestoreCaller, @escaping ResultSink<Response>
            ) async throws -> Void
    ) {
        methods[operation.path] = GRPCMethod(kind: operation.kind) { call in
            // A client may wait for the head before it says anything.
            try await call.answer.begin()
            try await serve(call.requests(of: Request.self), call.caller) { try await call.answer.send($0) }
        }
    }
}
