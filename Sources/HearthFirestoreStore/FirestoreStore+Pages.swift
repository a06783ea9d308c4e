internal import HearthDatabase
package import HearthFirestoreModel

/// The results of a query at one moment, read from the store piece by piece: between two pieces nothing is held but the
/// place that was reached.
package struct QueryPages: Sendable {
    /// What follows the pieces that were read.
    private enum Rest: Sendable {
        case nothing
        /// The results of a query.
        case results(PreparedQuery)
        /// Documents whose names are known, because results that are not found in their order are looked for only once.
        case documents(ArraySlice<ResourceName>)
    }

    private let store: FirestoreStore
    private let query: PreparedQuery
    private var rest: Rest = .nothing
    private var page: [Document] = []
    /// The moment of all results.
    package let readTime: Timestamp
    /// How many results the offset left out.
    package private(set) var skipped = 0

    fileprivate init(_ store: FirestoreStore, _ query: PreparedQuery, at time: Timestamp) {
        self.store = store
        self.query = query
        readTime = time
    }

    /// The next results, at least one, in order; `nil` behind the last.
    ///
    /// - Throws: ``FirestoreError`` with code `aborted` if the moment is not known any more.
    package mutating func next() async throws -> [Document]? {
        while page.isEmpty {
            switch rest {
            case .nothing: return nil
            case .results(let query): take(try await store.findings(of: query, at: readTime), of: query)
            case .documents(let names):
                let some = names.prefix(ResultQuota.namedDocuments)
                page = try await store.documents(Array(some), of: query.database, at: readTime)
                rest = names.count > some.count ? .documents(names[some.endIndex...]) : .nothing
            }
        }
        defer { page = [] }
        return page
    }

    /// Leaves out what the offset of the query wants left out.
    fileprivate mutating func skip() async throws {
        while skipped < query.query.offset, let some = try await next() {
            let count = min(query.query.offset - skipped, some.count)
            skipped += count
            page = Array(some.dropFirst(count))
        }
    }

    /// Takes what was found of a query, and notes what follows it.
    fileprivate mutating func take(_ findings: FirestoreStore.PageFindings, of query: PreparedQuery) {
        switch findings {
        case .names(let names): rest = .documents(names[...])
        case .documents(let documents, let isComplete):
            page = documents
            rest = .nothing
            guard !isComplete, let last = documents.last else { return }
            let following = query.following(last, taken: documents.count)
            if following.wanted != 0 { rest = .results(following) }
        }
    }
}

extension ResultQuota {
    /// How many documents are read at once whose names are known.
    fileprivate static let namedDocuments = 16
}

extension PreparedQuery {
    /// How many results are looked for, those included that the offset leaves out; `nil` for all.
    var wanted: Int? { query.limit.map { $0 + query.offset } }
}

extension FirestoreStore {
    /// What one look at the store finds of a query.
    fileprivate enum PageFindings: Sendable {
        /// The first results, and whether they are all.
        case documents([Document], isComplete: Bool)
        /// The names of all results, in order.
        case names([ResourceName])
    }

    /// Runs a query whose results are read piece by piece.
    ///
    /// The check is asked before any result is read.
    package func pages(
        of query: PreparedQuery,
        _ state: ReadState = .now,
        check: (@Sendable (DocumentReader) throws -> Void)? = nil
    ) async throws -> QueryPages {
        let (findings, time) = try await read(query, state, check: check) { try Self.findings(of: query, $0, $1) }
        var pages = QueryPages(self, query, at: time)
        if let findings { pages.take(findings, of: query) }
        try await pages.skip()
        return pages
    }

    /// Runs a query at a moment that another look has seen.
    package func pages(of query: PreparedQuery, seenAt time: Timestamp) async throws -> QueryPages {
        var pages = QueryPages(self, query, at: time)
        pages.take(try await findings(of: query, at: time), of: query)
        try await pages.skip()
        return pages
    }

    private static func findings(
        of query: PreparedQuery,
        _ executor: QueryExecutor,
        _ db: borrowing Connection
    ) throws -> PageFindings {
        let first = try executor.find(.page.limited(to: query.wanted), db)
        if first.isComplete || first.isResumable || first.results.count == query.wanted {
            return .documents(first.documents, isComplete: first.isComplete)
        }
        // Every page would look at all candidates.
        let all = try executor.find(ResultQuota(documents: query.wanted), keepsDocuments: false, db)
        return .names(all.results.map(\.name))
    }

    fileprivate func findings(of query: PreparedQuery, at time: Timestamp) async throws -> PageFindings {
        try await look(back: time, at: query.database) { record, db in
            try Self.findings(of: query, QueryExecutor(query, record, at: time), db)
        } ?? .documents([], isComplete: true)
    }

    /// Reads documents as they were at a moment that another look has seen; those that did not exist are left out.
    ///
    /// - Throws: ``FirestoreError`` with code `aborted` if the moment is not known any more.
    package func documents(
        _ names: [ResourceName],
        of database: DatabaseName,
        at time: Timestamp
    ) async throws -> [Document] {
        try await look(back: time, at: database) { record, db in
            try names.compactMap { try StoredDocument.find($0, in: record, at: time, db) }
        } ?? []
    }

    /// Looks at a moment that was seen before; `nil` if there is no database.
    private func look<Result: Sendable>(
        back time: Timestamp,
        at database: DatabaseName,
        _ body: @Sendable (DatabaseRecord, borrowing Connection) throws -> Result
    ) async throws -> Result? {
        let now = configuration.now()
        return try await tables.read { db in
            guard let record = try DatabaseTable.find(database, db) else { return nil }
            guard time >= max(record.epoch, oldestKnown(now)) else {
                throw FirestoreError(.aborted, "The state from which results are read is not known any more.")
            }
            return try body(record, db)
        }
    }
}
