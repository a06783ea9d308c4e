internal import HearthCore
package import HearthFirestoreModel
internal import HearthFirestoreStore
package import HearthFirestoreWire

extension FirestoreService {
    /// Answers one document.
    package func getDocument(
        _ request: GetDocumentRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> WireDocument {
        let name = try document(request.name)
        let state = try state(transaction: request.transaction, readTime: request.readTime)
        return try await answering {
            let found = try await store.documents([name], in: name.database, state, check: getCheck(caller))
            guard let document = found.documents[0] else {
                throw FirestoreError(.notFound, "Document (\(name.text)) not found.")
            }
            return WireDocument(try request.mask?.keeping(document) ?? document)
        }
    }

    /// Creates a document, under a new id if none is given.
    package func createDocument(
        _ request: CreateDocumentRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> WireDocument {
        let parent = try parent(request.parent)
        try ResourcePath.checkCollectionID(request.collectionId)
        let id = request.documentId.isEmpty ? options.random.alphanumeric(20) : request.documentId
        try ResourcePath.checkDocumentID(id)
        let path = parent.path.appending(request.collectionId).appending(id)
        let name = try document(ResourceName(database: parent.database, path: path).text)
        let fields = request.document?.fields ?? [:]
        let write = Write(name, .update(fields, mask: nil), precondition: .exists(false))
        return try await change(write, request.mask, caller)
    }

    /// Changes a document, or creates it.
    package func updateDocument(
        _ request: UpdateDocumentRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> WireDocument {
        let name = try document(request.document?.name ?? "")
        let mask = try request.updateMask?.paths()
        var write = Write(name, .update(request.document?.fields ?? [:], mask: mask))
        write.precondition = request.currentDocument?.precondition
        return try await change(write, request.mask, caller)
    }

    /// Removes a document.
    package func deleteDocument(
        _ request: DeleteDocumentRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> EmptyMessage {
        let write = Write(try document(request.name), .delete, precondition: request.currentDocument?.precondition)
        try await answering {
            _ = try await store.commit([write], in: write.name.database, check: changeCheck(caller))
        }
        return EmptyMessage()
    }

    private func change(
        _ write: Write,
        _ mask: WireMask?,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> WireDocument {
        try write.check()
        return try await answering {
            let record = try await store.commit([write], in: write.name.database, check: changeCheck(caller))
            guard let document = record?.outcomes[0].document else { return WireDocument() }
            return WireDocument(try mask?.keeping(document) ?? document)
        }
    }

    /// Answers documents by their names, each with its moment.
    package func batchGetDocuments(
        _ request: BatchGetDocumentsRequest,
        _ caller: FirestoreCaller,
        _ sink: ResultSink<BatchGetDocumentsResponse>
    ) async throws(FirestoreError) {
        let database = try database(request.database)
        var names: [ResourceName] = []
        for text in request.documents { names.append(try ResourceName(document: text, in: database)) }
        let wanted = names
        try await answering {
            let (state, begun) = try await state(
                transaction: request.transaction,
                newTransaction: request.newTransaction,
                readTime: request.readTime,
                in: database
            )
            if let begun {
                var response = BatchGetDocumentsResponse()
                response.transaction = begun
                try await sink(response)
            }
            let found = try await store.documents(wanted, in: database, state, check: getCheck(caller))
            for (name, document) in zip(wanted, found.documents) {
                var response = BatchGetDocumentsResponse()
                response.readTime = found.readTime
                if let document {
                    response.found = WireDocument(try request.mask?.keeping(document) ?? document)
                } else {
                    response.missing = name.text
                }
                try await sink(response)
            }
        }
    }
}
