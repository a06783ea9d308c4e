internal import HearthDatabase
package import HearthFirestoreModel

extension FirestoreStore {
    /// Counts the results of a query, offset and limit included.
    ///
    /// The documents of a whole collection are not looked at: how many there are is kept.
    package func count(
        of query: PreparedQuery,
        _ state: ReadState = .now,
        check: (@Sendable (DocumentReader) throws -> Void)? = nil
    ) async throws -> (count: Int, readTime: Timestamp) {
        let plain = query.query
        let isWhole =
            plain.filter == nil && plain.start == nil && plain.end == nil && query.requiredFields.isEmpty
            && query.order.isByName
        guard isWhole, state == .now else {
            var pages = try await pages(of: query, state, check: check)
            var count = 0
            while let page = try await pages.next() { count += page.count }
            return (count, pages.readTime)
        }
        let database = query.database
        return try await read(database, state, paths: [], scope: query.scope) { record, _, db in
            try check? { other in
                guard let record, other.database == database else { return nil }
                return try StoredDocument.find(other, in: record, db)
            }
            guard let record else { return 0 }
            let total = try CollectionTable.all(in: query.scope, of: record.id, db).reduce(0) { $0 + $1.documents }
            let rest = max(0, total - plain.offset)
            return plain.limit.map { min($0, rest) } ?? rest
        }
    }

    /// The ids of the collections below a document or the root that have documents, however deep.
    package func collectionIDs(
        below parent: ResourceName,
        _ state: ReadState = .now
    ) async throws -> (ids: [String], readTime: Timestamp) {
        let depth = parent.path.segments.count
        return try await read(parent.database, state, paths: [], scope: nil) { record, time, db in
            guard let record else { return [] }
            var ids: Set<ResourcePath> = []
            for collection in try CollectionTable.all(in: .descendants(of: parent.path), of: record.id, db) {
                let id = ResourcePath([collection.path.segments[depth]])
                if !ids.contains(id), try Self.hasDocuments(collection, record, time, db) { ids.insert(id) }
            }
            return ids.map(\.id).sorted { Comparison(text: $0, $1) == .less }
        }
    }

    /// The documents of a collection that do not exist but have others below them.
    package func missingDocuments(
        in collection: ResourceName,
        _ state: ReadState = .now
    ) async throws -> [ResourcePath] {
        let depth = collection.path.segments.count
        return try await read(collection.database, state, paths: [], scope: nil) { record, time, db in
            guard let record else { return [] }
            var missing: Set<ResourcePath> = []
            for below in try CollectionTable.all(in: .descendants(of: collection.path), of: record.id, db) {
                guard below.path.segments.count > depth + 1, try Self.hasDocuments(below, record, time, db) else {
                    continue
                }
                let path = ResourcePath(Array(below.path.segments.prefix(depth + 1)))
                let name = ResourceName(database: collection.database, path: path)
                if try StoredDocument.find(name, in: record, at: time, db) == nil { missing.insert(path) }
            }
            return missing.sorted()
        }.0
    }

    /// Splits what a query looks at into parts of about the same size, none of fewer than 128 documents.
    ///
    /// Answers the first document of each part but the first, ascending.
    package func partitions(
        of query: PreparedQuery,
        into parts: Int,
        _ state: ReadState = .now
    ) async throws -> (cursors: [ResourcePath], readTime: Timestamp) {
        try await read(query.database, state, paths: [], scope: nil) { record, time, db in
            guard let record else { return [] }
            var paths: [ResourcePath] = []
            for collection in try CollectionTable.all(in: query.scope, of: record.id, db) {
                for id in try DocumentTable.ids(collection.id, db) {
                    if let segment = ResourcePath(key: id)?.id { paths.append(collection.path.appending(segment)) }
                }
            }
            let count = min(parts, paths.count / Self.smallestPart)
            guard count > 1 else { return [] }
            paths.sort()
            return (1..<count).map { paths[$0 * paths.count / count] }
        }
    }

    /// The fewest documents of a part.
    private static let smallestPart = 128

    private static func hasDocuments(
        _ collection: CollectionRecord,
        _ record: DatabaseRecord,
        _ time: Timestamp?,
        _ db: borrowing Connection
    ) throws -> Bool {
        guard let time, time < record.lastCommit else { return collection.documents > 0 }
        let changed = try HistoryTable.changed(in: collection.id, of: record.id, since: time, db)
        for (id, until) in changed where try HistoryTable.version(of: id, in: collection.id, until: until, db) != nil {
            return true
        }
        var stillThere = false
        try DocumentTable.step(collection.id, .all, isDescending: false, db) { id, _ in
            stillThere = changed[id] == nil
            return !stillThere
        }
        return stillThere
    }
}

extension FirestoreStore {
    /// Compares what is stored about each document: its entries, and the numbers of documents.
    ///
    /// - Returns: What is wrong, in words; nothing in a sound store.
    package func faults() async throws -> [String] {
        try await tables.read { db in
            var faults: [String] = []
            for row in try db.query("SELECT id, database, documents FROM collection") {
                let (id, database, documents) = (try row[0] as Int64, try row[1] as Int64, try row[2] as Int)
                var expected: Set<[UInt8]> = []
                var count = 0
                var fieldIDs: [FieldPath: Int64] = [:]
                for row in try db.query("SELECT id, path FROM field WHERE database = \(database)") {
                    let path = try FieldPath(String(decoding: try row[1] as [UInt8], as: UTF8.self))
                    fieldIDs[path] = try row[0]
                }
                let known = fieldIDs
                try DocumentTable.step(id, .all, isDescending: false, db) { key, version in
                    let name = ResourceName(database: DatabaseName(project: "p"), path: .root)
                    let fields = try version.document(named: name).fields
                    expected.formUnion(
                        try IndexEntries(of: fields, collection: id, id: key) { known[$0] ?? 0 }.keys
                    )
                    count += 1
                    return true
                }
                if count != documents { faults.append("collection \(id) has \(count) documents, not \(documents)") }
                let stored = Set(try EntryTable.all(of: id, db))
                if stored != expected { faults.append("collection \(id) has other entries than its documents") }
            }
            return faults
        }
    }
}
