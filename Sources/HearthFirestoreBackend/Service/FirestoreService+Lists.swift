package import HearthFirestoreModel
internal import HearthFirestoreStore
package import HearthFirestoreWire

extension FirestoreService {
    /// How many results a page has if the request does not say.
    private static let defaultPage = 300

    /// Answers the documents of a collection, page by page.
    package func listDocuments(
        _ request: ListDocumentsRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> ListDocumentsResponse {
        let parent = try parent(request.parent)
        if request.showMissing || request.collectionId.isEmpty { try requireAdministrator(caller) }
        guard request.pageSize >= 0 else { throw .invalid("Page size must be nonnegative.") }
        var query = Query(parent: parent, source: Query.Source(request.collectionId))
        query.orders = try Self.orders(request.orderBy)
        if request.showMissing, request.collectionId.isEmpty || !query.orders.isEmpty {
            throw .invalid("show_missing needs a collection and the order of names.")
        }
        let context = "\(request.parent)|\(request.collectionId)|\(request.orderBy)|\(request.showMissing)"
        let token = try PageToken(text: request.pageToken, context: context)
        if let token { query.start = Query.Cursor(try Self.values(token.key), isBefore: false) }
        let size = request.pageSize == 0 ? Self.defaultPage : Int(request.pageSize)
        query.limit = size
        let prepared = try query.prepared()
        try options.advisor.check(prepared)
        let state = try state(
            transaction: request.transaction,
            readTime: request.transaction == nil ? token?.readTime ?? request.readTime : nil
        )
        return try await answering {
            let found = try await store.results(of: prepared, state, check: listCheck(prepared, caller))
            var documents = found.documents
            if request.showMissing {
                documents += try await missing(prepared, parent, request.collectionId, found.readTime)
                documents.sort { $0.name.path < $1.name.path }
                documents = Array(documents.prefix(size))
            }
            let page = try Self.page(of: documents, request.mask)
            var response = ListDocumentsResponse()
            response.documents = page.map { WireDocument($0) }
            let isWhole = page.count == documents.count && documents.count < size
            let last = page.isEmpty ? nil : documents[page.count - 1]
            if !isWhole, let last, let values = prepared.order.values(of: last) {
                let key = WireArray(values).protobuf
                response.nextPageToken = PageToken(key: key, readTime: found.readTime, context: context).text
            }
            return response
        }
    }

    /// How many bytes a page counts for; a client of gRPC takes 4 MiB unless it says otherwise.
    private static let pageBytes = 3 << 20

    /// The first documents, as many as a page may have, and at least one.
    private static func page(of documents: [Document], _ mask: WireMask?) throws(FirestoreError) -> [Document] {
        var page: [Document] = []
        var bytes = 0
        for document in documents {
            let kept = try mask?.keeping(document) ?? document
            bytes += kept.storageSize
            if bytes > pageBytes, !page.isEmpty { break }
            page.append(kept)
        }
        return page
    }

    /// The documents of a page that do not exist but have others below them: only their names.
    private func missing(
        _ query: PreparedQuery,
        _ parent: ResourceName,
        _ collection: String,
        _ time: Timestamp
    ) async throws -> [Document] {
        let name = ResourceName(database: parent.database, path: parent.path.appending(collection))
        return try await store.missingDocuments(in: name, .at(time))
            .map { Document(name: ResourceName(database: parent.database, path: $0)) }
            .filter { query.matchesContent(of: $0) }
    }

    private static func values(_ key: [UInt8]) throws(FirestoreError) -> [Value] {
        try WireArray(protobuf: key).required()
    }

    /// Reads `a, b.c asc`; descending orders are not served in lists.
    private static func orders(_ text: String) throws(FirestoreError) -> [Query.Order] {
        var orders: [Query.Order] = []
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            guard let path = words.first, words.count <= 2 else { throw .invalid("Invalid order_by: \(text)") }
            switch words.count == 2 ? words[1].lowercased() : "asc" {
            case "asc": orders.append(Query.Order(try FieldPath(String(path))))
            case "desc": throw FirestoreError(.failedPrecondition, "Descending orders are not supported in lists.")
            default: throw .invalid("Invalid order_by: \(text)")
            }
        }
        return orders
    }

    /// Answers the ids of the collections below a document or the root.
    package func listCollectionIds(
        _ request: ListCollectionIdsRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> ListCollectionIdsResponse {
        let parent = try parent(request.parent)
        try requireAdministrator(caller)
        guard request.pageSize >= 0 else { throw .invalid("Page size must be nonnegative.") }
        let token = try PageToken(text: request.pageToken, context: request.parent)
        let size = request.pageSize == 0 ? Self.defaultPage : Int(request.pageSize)
        let state = try state(transaction: nil, readTime: token?.readTime ?? request.readTime)
        return try await answering {
            let (ids, time) = try await store.collectionIDs(below: parent, state)
            let rest = ids.drop { id in
                token.map { Comparison(bytes: Array(id.utf8), $0.key) != .greater } ?? false
            }
            var response = ListCollectionIdsResponse()
            response.collectionIds = Array(rest.prefix(size))
            if let last = response.collectionIds.last, rest.count > size {
                response.nextPageToken =
                    PageToken(key: Array(last.utf8), readTime: time, context: request.parent).text
            }
            return response
        }
    }
}
