package import HearthFirestoreModel
internal import HearthFirestoreStore
package import HearthFirestoreWire

extension FirestoreService {
    /// Answers the results of a query, in order and of one moment.
    package func runQuery(
        _ request: RunQueryRequest,
        _ caller: FirestoreCaller,
        _ sink: ResultSink<RunQueryResponse>
    ) async throws(FirestoreError) {
        let parent = try parent(request.parent)
        let query = try (request.structuredQuery ?? WireQuery()).query(parent: parent)
            .prepared(asEmulator: options.answersAsEmulator)
        try options.advisor.check(query)
        try await answering {
            let (state, begun) = try await state(
                transaction: request.transaction,
                newTransaction: request.newTransaction,
                readTime: request.readTime,
                in: parent.database
            )
            if let begun {
                var response = RunQueryResponse()
                response.transaction = begun
                try await sink(response)
            }
            var pages = try await store.pages(of: query, state, check: listCheck(query, caller))
            var isFirst = true
            var last: Document?
            while let page = try await pages.next() {
                // The last result of all is marked: it waits for the next page.
                for document in page {
                    if let last {
                        try await sink(result(last, of: query, pages, isFirst: isFirst, isLast: false))
                        isFirst = false
                    }
                    last = document
                }
            }
            try await sink(result(last, of: query, pages, isFirst: isFirst, isLast: true))
        }
    }

    /// One result of a query, or what is said if there is none.
    private func result(
        _ document: Document?,
        of query: PreparedQuery,
        _ pages: QueryPages,
        isFirst: Bool,
        isLast: Bool
    ) -> RunQueryResponse {
        var response = RunQueryResponse()
        response.document = document.map { WireDocument(query.query.projected($0)) }
        response.readTime = pages.readTime
        if !isLast || isFirst { response.skippedResults = Int32(clamping: pages.skipped) }
        if isLast, options.answersAsEmulator { response.done = true }
        return response
    }

    /// Answers numbers about the results of a query.
    package func runAggregationQuery(
        _ request: RunAggregationQueryRequest,
        _ caller: FirestoreCaller,
        _ sink: ResultSink<RunAggregationQueryResponse>
    ) async throws(FirestoreError) {
        let parent = try parent(request.parent)
        let message = request.structuredAggregationQuery ?? WireAggregationQuery()
        let aggregations = try message.prepared()
        let aggregator = Aggregator(aggregations)
        let query = try (message.structuredQuery ?? WireQuery()).query(parent: parent)
            .prepared(asEmulator: options.answersAsEmulator)
            .requiring(aggregator.requiredFields)
        try options.advisor.check(query)
        try await answering {
            let (state, begun) = try await state(
                transaction: request.transaction,
                newTransaction: request.newTransaction,
                readTime: request.readTime,
                in: parent.database
            )
            if let begun {
                var response = RunAggregationQueryResponse()
                response.transaction = begun
                try await sink(response)
            }
            var numbers = aggregator
            var response = RunAggregationQueryResponse()
            if numbers.requiredFields.isEmpty {
                let (count, time) = try await store.count(of: query, state, check: listCheck(query, caller))
                numbers.add(count: count)
                response.readTime = time
            } else {
                var pages = try await store.pages(of: query, state, check: listCheck(query, caller))
                while let page = try await pages.next() {
                    for document in page { numbers.add(document) }
                }
                response.readTime = pages.readTime
            }
            var result = WireAggregationResult()
            result.aggregateFields = numbers.result
            response.result = result
            try await sink(response)
        }
    }

    /// Answers places that split a collection group.
    package func partitionQuery(
        _ request: PartitionQueryRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> PartitionQueryResponse {
        let parent = try parent(request.parent)
        try requireAdministrator(caller)
        let query = try (request.structuredQuery ?? WireQuery()).query(parent: parent)
        guard query.source?.allDescendants == true, query.filter == nil, query.start == nil, query.end == nil,
            query.limit == nil, query.offset == 0, query.orders.count <= 1,
            query.orders.allSatisfy({ $0.path.isDocumentName && !$0.isDescending })
        else { throw .invalid("queries must be a collection group query ordered by __name__") }
        guard request.partitionCount > 0 else { throw .invalid("partition_count must be positive") }
        guard request.pageSize >= 0 else { throw .invalid("Page size must be nonnegative.") }
        let prepared = try query.prepared()
        let context = "\(request.parent)|\(query.source?.collectionID ?? "")|\(request.partitionCount)"
        let token = try PageToken(text: request.pageToken, context: context)
        let state = try state(transaction: nil, readTime: token?.readTime ?? request.readTime)
        return try await answering {
            let parts = Int(clamping: request.partitionCount) &+ 1
            let (cursors, time) = try await store.partitions(of: prepared, into: max(parts, 1), state)
            let rest = cursors.drop { path in token.map { path.key <= $0.key } ?? false }
            let page = request.pageSize > 0 ? rest.prefix(Int(request.pageSize)) : rest
            var response = PartitionQueryResponse()
            response.partitions = page.map { path in
                let name = ResourceName(database: parent.database, path: path)
                return WireCursor(Query.Cursor([.reference(name)], isBefore: true))
            }
            if let last = page.last, page.count < rest.count {
                response.nextPageToken = PageToken(key: last.key, readTime: time, context: context).text
            }
            return response
        }
    }
}

extension FirestoreError {
    /// What a caller is told who sends a pipeline.
    static let pipelinesAreNotServed = FirestoreError.invalid(
        "ExecutePipeline requires the Database Edition to be `enterprise`."
    )
}

/// Byte strings in their order.
private func <= (lhs: [UInt8], rhs: [UInt8]) -> Bool { Comparison(bytes: lhs, rhs) != .greater }
