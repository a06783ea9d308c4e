internal import HearthFirestoreModel

/// An operation of Firestore: its name, its messages, and how HTTP reaches it.
package struct FirestoreOperation<Request: Message, Response: Message>: Sendable {
    /// Its name, the last part of its path in gRPC.
    package let name: String
    /// How requests and answers follow each other.
    package let kind: OperationKind
    /// How HTTP reaches it; `nil` if only streams do.
    package let binding: RESTBinding?

    init(_ name: String, _ kind: OperationKind, _ binding: RESTBinding?) {
        self.name = name
        self.kind = kind
        self.binding = binding
    }

    /// The path in gRPC.
    package var path: String { "/google.firestore.v1.Firestore/\(name)" }
}

/// How requests and answers of an operation follow each other.
package enum OperationKind: Sendable, Hashable {
    /// One request, one answer.
    case unary
    /// One request, any number of answers.
    case serverStream
    /// Any number of either.
    case bidirectional
}

/// How HTTP reaches an operation: a method and what stands behind `…/documents`.
package struct RESTBinding: Sendable, Hashable {
    /// What the path names.
    package enum Target: Sendable, Hashable {
        /// A document: pairs of ids.
        case document
        /// A collection: pairs of ids and one more.
        case collection
        /// The database itself, with a verb such as `:commit`.
        case database(verb: String)
        /// The root or a document, with a verb such as `:runQuery`.
        case parent(verb: String)
    }

    package let method: String
    package let target: Target
}

/// The operations, each declared once.
package enum FirestoreOperations: Sendable {
    package static let getDocument = FirestoreOperation<GetDocumentRequest, WireDocument>(
        "GetDocument",
        .unary,
        RESTBinding(method: "GET", target: .document)
    )
    package static let listDocuments = FirestoreOperation<ListDocumentsRequest, ListDocumentsResponse>(
        "ListDocuments",
        .unary,
        RESTBinding(method: "GET", target: .collection)
    )
    package static let createDocument = FirestoreOperation<CreateDocumentRequest, WireDocument>(
        "CreateDocument",
        .unary,
        RESTBinding(method: "POST", target: .collection)
    )
    package static let updateDocument = FirestoreOperation<UpdateDocumentRequest, WireDocument>(
        "UpdateDocument",
        .unary,
        RESTBinding(method: "PATCH", target: .document)
    )
    package static let deleteDocument = FirestoreOperation<DeleteDocumentRequest, EmptyMessage>(
        "DeleteDocument",
        .unary,
        RESTBinding(method: "DELETE", target: .document)
    )
    package static let batchGetDocuments = FirestoreOperation<BatchGetDocumentsRequest, BatchGetDocumentsResponse>(
        "BatchGetDocuments",
        .serverStream,
        RESTBinding(method: "POST", target: .database(verb: "batchGet"))
    )
    package static let beginTransaction = FirestoreOperation<BeginTransactionRequest, BeginTransactionResponse>(
        "BeginTransaction",
        .unary,
        RESTBinding(method: "POST", target: .database(verb: "beginTransaction"))
    )
    package static let commit = FirestoreOperation<CommitRequest, CommitResponse>(
        "Commit",
        .unary,
        RESTBinding(method: "POST", target: .database(verb: "commit"))
    )
    package static let rollback = FirestoreOperation<RollbackRequest, EmptyMessage>(
        "Rollback",
        .unary,
        RESTBinding(method: "POST", target: .database(verb: "rollback"))
    )
    package static let runQuery = FirestoreOperation<RunQueryRequest, RunQueryResponse>(
        "RunQuery",
        .serverStream,
        RESTBinding(method: "POST", target: .parent(verb: "runQuery"))
    )
    package static let executePipeline = FirestoreOperation<EmptyMessage, EmptyMessage>(
        "ExecutePipeline",
        .serverStream,
        RESTBinding(method: "POST", target: .database(verb: "executePipeline"))
    )
    package static let runAggregationQuery = FirestoreOperation<
        RunAggregationQueryRequest, RunAggregationQueryResponse
    >(
        "RunAggregationQuery",
        .serverStream,
        RESTBinding(method: "POST", target: .parent(verb: "runAggregationQuery"))
    )
    package static let partitionQuery = FirestoreOperation<PartitionQueryRequest, PartitionQueryResponse>(
        "PartitionQuery",
        .unary,
        RESTBinding(method: "POST", target: .parent(verb: "partitionQuery"))
    )
    package static let write = FirestoreOperation<WriteRequest, WriteResponse>("Write", .bidirectional, nil)
    package static let listen = FirestoreOperation<ListenRequest, ListenResponse>("Listen", .bidirectional, nil)
    package static let listCollectionIds = FirestoreOperation<ListCollectionIdsRequest, ListCollectionIdsResponse>(
        "ListCollectionIds",
        .unary,
        RESTBinding(method: "POST", target: .parent(verb: "listCollectionIds"))
    )
    package static let batchWrite = FirestoreOperation<BatchWriteRequest, BatchWriteResponse>(
        "BatchWrite",
        .unary,
        RESTBinding(method: "POST", target: .database(verb: "batchWrite"))
    )
}
