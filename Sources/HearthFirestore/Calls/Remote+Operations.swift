internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// A document as the server has it at a moment; a missing one has no content.
struct RemoteDocument: Sendable, Hashable {
    var document: Document?
    /// When it was changed last, or was found missing.
    var version: ModelTimestamp
    /// When it was read; of what was told by a stream, its version.
    var readTime: ModelTimestamp

    init(document: Document?, version: ModelTimestamp, readTime: ModelTimestamp? = nil) {
        self.document = document
        self.version = version
        self.readTime = readTime ?? version
    }
}

/// What a commit did.
struct CommitOutcome: Sendable {
    var time: ModelTimestamp
    /// When each written document was changed last; a write that changed nothing keeps the older time.
    var updateTimes: [ModelTimestamp?]
}

extension Remote {
    /// Reads documents by their names.
    ///
    /// - Parameters:
    ///   - paths: The documents; each must be of this client's database.
    ///   - time: The moment that is read, of the last hour. Defaults to now.
    /// - Returns: What was found, and the moment of the reading.
    /// - Throws: ``FirestoreError``.
    func get(
        _ paths: [ResourcePath],
        at time: ModelTimestamp? = nil
    ) async throws(FirestoreError) -> [ResourcePath: RemoteDocument] {
        var request = BatchGetDocumentsRequest()
        request.readTime = time
        request.documents = paths.map { ResourceName(database: database, path: $0).text }
        let responses = try await call(FirestoreOperations.batchGetDocuments, request, mayRepeat: true)
        var found: [ResourcePath: RemoteDocument] = [:]
        for response in responses {
            let readTime = response.readTime ?? .earliest
            if let message = response.found {
                let document = try document(message)
                found[document.name.path] = RemoteDocument(
                    document: document,
                    version: document.updateTime ?? readTime,
                    readTime: readTime
                )
            } else if let missing = response.missing {
                let name = try checked { () throws(ModelError) in try ResourceName(document: missing) }
                found[name.path] = RemoteDocument(document: nil, version: readTime)
            }
        }
        return found
    }

    /// Runs a query.
    ///
    /// - Parameters:
    ///   - query: The query as it is sent.
    ///   - time: The moment that is read, of the last hour. Defaults to now.
    /// - Returns: The results in order, and the moment of the reading.
    /// - Throws: ``FirestoreError``.
    func run(
        _ query: ModelQuery,
        at time: ModelTimestamp? = nil
    ) async throws(FirestoreError) -> (documents: [Document], readTime: ModelTimestamp) {
        var request = RunQueryRequest()
        request.readTime = time
        request.structuredQuery = WireQuery(query)
        let responses = try await call(
            FirestoreOperations.runQuery,
            request,
            parent: query.parent.path,
            mayRepeat: true
        )
        var documents: [Document] = []
        for response in responses {
            if let message = response.document { documents.append(try document(message)) }
        }
        return (documents, responses.last?.readTime ?? .earliest)
    }

    /// Computes numbers from the results of a query.
    ///
    /// - Parameters:
    ///   - aggregations: What is computed, each with an alias.
    ///   - query: The query as it is sent.
    /// - Returns: The numbers by their aliases.
    /// - Throws: ``FirestoreError``.
    func aggregate(
        _ aggregations: [Aggregation],
        over query: ModelQuery
    ) async throws(FirestoreError) -> (values: [String: Value], readTime: ModelTimestamp) {
        var request = RunAggregationQueryRequest()
        var message = WireAggregationQuery()
        message.structuredQuery = WireQuery(query)
        message.aggregations = aggregations.map(WireAggregation.init)
        request.structuredAggregationQuery = message
        let responses = try await call(
            FirestoreOperations.runAggregationQuery,
            request,
            parent: query.parent.path,
            mayRepeat: true
        )
        guard let result = responses.compactMap(\.result).first else {
            throw FirestoreError(.internal, "The server answered an aggregation without a result.")
        }
        let fields = result.aggregateFields.entries
        return (
            Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first },
            responses.compactMap(\.readTime).last ?? .earliest
        )
    }

    /// Applies writes together.
    ///
    /// The call is made once. If its answer is lost it is not known whether the writes happened: the error is then one
    /// for which ``FirestoreError/isPermanent`` is false.
    ///
    /// - Parameter writes: The writes.
    /// - Returns: What became of them.
    /// - Throws: ``FirestoreError``.
    func commit(_ writes: [Write]) async throws(FirestoreError) -> CommitOutcome {
        var request = CommitRequest()
        request.writes = writes.map(WireWrite.init)
        let responses = try await call(FirestoreOperations.commit, request, mayRepeat: false)
        guard let response = responses.first else {
            throw FirestoreError(.internal, "The server answered a commit without a result.")
        }
        return CommitOutcome(
            time: response.commitTime ?? .earliest,
            updateTimes: response.writeResults.map(\.updateTime)
        )
    }

    private func document(_ message: WireDocument) throws(FirestoreError) -> Document {
        try checked { () throws(ModelError) in try message.document(in: database) }
    }
}

extension WireDocument {
    /// The document of the message.
    func document(in database: DatabaseName) throws(ModelError) -> Document {
        Document(
            name: try ResourceName(document: name, in: database),
            fields: fields,
            createTime: createTime,
            updateTime: updateTime
        )
    }
}

extension WireAggregation {
    /// The message of an aggregation.
    fileprivate init(_ aggregation: Aggregation) {
        self.init()
        alias = aggregation.alias
        switch aggregation.operation {
        case .count(let limit):
            var message = WireCount()
            message.upTo = limit.map { Int64($0) }
            count = message
        case .sum(let path):
            var message = WireAggregatedField()
            message.field = WireFieldReference(path)
            sum = message
        case .average(let path):
            var message = WireAggregatedField()
            message.field = WireFieldReference(path)
            average = message
        }
    }
}
