internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP

/// Serves the operations over HTTP and JSON.
///
/// A request is judged in this order: its path, its credentials, its body.
struct RESTFront {
    let service: FirestoreService
    let callers: CallerResolver
    let style: JSONStyle

    /// The most bytes of a body.
    private static let maximumBody = 16 << 20

    private typealias Operations = FirestoreOperations

    /// The verbs that POST knows.
    private static let verbs: Set<String> = Set(
        [
            Operations.batchGetDocuments.binding, Operations.beginTransaction.binding, Operations.commit.binding,
            Operations.rollback.binding, Operations.runQuery.binding, Operations.executePipeline.binding,
            Operations.runAggregationQuery.binding, Operations.partitionQuery.binding,
            Operations.listCollectionIds.binding, Operations.batchWrite.binding,
        ].compactMap { binding in
            switch binding?.target {
            case .database(let verb), .parent(let verb): verb
            default: nil
            }
        }
    )

    /// Answers a request about documents.
    ///
    /// - Returns: `nil` if the request is about something else.
    func answer(_ request: HTTPRequest) async -> HTTPResponse? {
        do throws(FirestoreError) {
            let verbs = request.method == .post ? Self.verbs : []
            guard let path = try RESTPath(request.path, verbs: verbs) else { return nil }
            guard request.body.count <= Self.maximumBody else { return HTTPResponse(status: 413) }
            if request.method == .post, let verb = path.verb { return try await post(verb, path, request) }
            return try await document(path, request) ?? RESTAnswer.notFound
        } catch {
            return RESTAnswer.error(error)
        }
    }

    private func caller(of request: HTTPRequest) async throws(FirestoreError) -> FirestoreCaller {
        let token = request.query["access_token"].map { "Bearer \($0)" }
        return try await callers.caller(request.fields["Authorization"] ?? token)
    }

    // MARK: Single documents

    private func document(_ path: RESTPath, _ request: HTTPRequest) async throws(FirestoreError) -> HTTPResponse? {
        let parameters = RESTParameters(request.query)
        switch request.method {
        case .get where path.segments.isEmpty: return nil
        case .get:
            if let (parent, id) = path.collection { return try await list(parent, id, parameters, request) }
            return try await get(path.name, parameters, request)
        case .post:
            guard let (parent, id) = path.collection, !id.isEmpty else { return nil }
            return try await create(parent, id, parameters, request)
        case .patch where path.isDocument: return try await patch(path.name, parameters, request)
        case .delete where path.isDocument:
            _ = try ResourceName(document: path.name)
            let caller = try await caller(of: request)
            var message = DeleteDocumentRequest()
            message.name = path.name
            message.currentDocument = try parameters.currentDocument()
            return RESTAnswer.message(try await service.deleteDocument(message, caller), style)
        default: return nil
        }
    }

    private func get(
        _ name: String,
        _ parameters: RESTParameters,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        _ = try ResourceName(document: name)
        let caller = try await caller(of: request)
        var message = GetDocumentRequest()
        message.name = name
        message.mask = parameters.mask("mask")
        message.transaction = try parameters.bytes("transaction")
        message.readTime = try parameters.time("readTime")
        return RESTAnswer.message(try await service.getDocument(message, caller), style)
    }

    private func list(
        _ parent: String,
        _ id: String,
        _ parameters: RESTParameters,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        _ = try ResourceName(parent: parent)
        let caller = try await caller(of: request)
        var message = ListDocumentsRequest()
        message.parent = parent
        message.collectionId = id
        message.pageSize = try parameters.number("pageSize")
        message.pageToken = parameters.text("pageToken")
        message.orderBy = parameters.text("orderBy")
        message.mask = parameters.mask("mask")
        message.showMissing = try parameters.truth("showMissing") ?? false
        message.transaction = try parameters.bytes("transaction")
        message.readTime = try parameters.time("readTime")
        return RESTAnswer.message(try await service.listDocuments(message, caller), style)
    }

    private func create(
        _ parent: String,
        _ id: String,
        _ parameters: RESTParameters,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        _ = try ResourceName(parent: parent)
        let caller = try await caller(of: request)
        var message = CreateDocumentRequest()
        message.parent = parent
        message.collectionId = id
        message.documentId = parameters.text("documentId")
        message.mask = parameters.mask("mask")
        message.document = try WireDocument(json: request.body)
        return RESTAnswer.message(try await service.createDocument(message, caller), style)
    }

    private func patch(
        _ name: String,
        _ parameters: RESTParameters,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        _ = try ResourceName(document: name)
        let caller = try await caller(of: request)
        var message = UpdateDocumentRequest()
        var document = try WireDocument(json: request.body)
        // The path says which document it is, whatever the body says.
        document.name = name
        message.document = document
        message.updateMask = parameters.mask("updateMask")
        message.mask = parameters.mask("mask")
        message.currentDocument = try parameters.currentDocument()
        return RESTAnswer.message(try await service.updateDocument(message, caller), style)
    }

    // MARK: Verbs

    private func post(
        _ verb: String,
        _ path: RESTPath,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        switch verb {
        case "runQuery", "runAggregationQuery", "partitionQuery", "listCollectionIds":
            _ = try ResourceName(parent: path.name)
            return try await postBelow(path.name, verb, request)
        default:
            guard path.segments.isEmpty else { return RESTAnswer.notFound }
            _ = try DatabaseName(path.database)
            return try await postAtRoot(path.database, verb, request)
        }
    }

    private func postBelow(
        _ parent: String,
        _ verb: String,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        let caller = try await caller(of: request)
        let elements = Locked<[[UInt8]]>([])
        switch verb {
        case "runQuery":
            var message = try RunQueryRequest(json: request.body)
            message.parent = parent
            try await service.runQuery(message, caller) { [style] in elements.append($0, style) }
            return RESTAnswer.array(elements.withLock { $0 })
        case "runAggregationQuery":
            var message = try RunAggregationQueryRequest(json: request.body)
            message.parent = parent
            try await service.runAggregationQuery(message, caller) { [style] in elements.append($0, style) }
            return RESTAnswer.array(elements.withLock { $0 })
        case "partitionQuery":
            var message = try PartitionQueryRequest(json: request.body)
            message.parent = parent
            return RESTAnswer.message(try await service.partitionQuery(message, caller), style)
        default:
            var message = try ListCollectionIdsRequest(json: request.body)
            message.parent = parent
            return RESTAnswer.message(try await service.listCollectionIds(message, caller), style)
        }
    }

    private func postAtRoot(
        _ database: String,
        _ verb: String,
        _ request: HTTPRequest
    ) async throws(FirestoreError) -> HTTPResponse {
        let caller = try await caller(of: request)
        switch verb {
        case "batchGet":
            let elements = Locked<[[UInt8]]>([])
            var message = try BatchGetDocumentsRequest(json: request.body)
            message.database = database
            try await service.batchGetDocuments(message, caller) { [style] in elements.append($0, style) }
            return RESTAnswer.array(elements.withLock { $0 })
        case "beginTransaction":
            var message = try BeginTransactionRequest(json: request.body)
            message.database = database
            return RESTAnswer.message(try await service.beginTransaction(message, caller), style)
        case "commit":
            var message = try CommitRequest(json: request.body)
            message.database = database
            return RESTAnswer.message(try await service.commit(message, caller), style)
        case "rollback":
            var message = try RollbackRequest(json: request.body)
            message.database = database
            return RESTAnswer.message(try await service.rollback(message, caller), style)
        case "batchWrite":
            var message = try BatchWriteRequest(json: request.body)
            message.database = database
            return RESTAnswer.message(try await service.batchWrite(message, caller), style)
        default:
            throw .pipelinesAreNotServed
        }
    }
}

extension Locked where Value == [[UInt8]] {
    fileprivate func append(_ message: some Message, _ style: JSONStyle) {
        let element = message.json(style)
        withLock { $0.append(element) }
    }
}
