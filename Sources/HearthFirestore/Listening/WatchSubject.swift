internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// What a target of the listening stream is about: the same question asked twice is one target.
enum WatchSubject: Sendable, Hashable {
    /// One document.
    case document(ResourceName)
    /// The results of a query, which has its whole order.
    case query(ModelQuery)

    /// The target that the server is asked to add.
    func target(id: Int32, token: [UInt8], expectedCount: Int) -> WireTarget {
        var target = WireTarget()
        target.targetId = id
        switch self {
        case .document(let name):
            var documents = WireDocumentsTarget()
            documents.documents = [name.text]
            target.documents = documents
        case .query(let query):
            var message = WireQueryTarget()
            message.parent = query.parent.text
            message.structuredQuery = WireQuery(query)
            target.query = message
        }
        if !token.isEmpty {
            target.resumeToken = token
            target.expectedCount = Int64(expectedCount)
        }
        return target
    }
}
