internal import HearthCore
internal import HearthDatabase
package import HearthFirestoreModel

/// The bounds of what is known about a database at the moment of a look.
package struct SnapshotBounds: Sendable {
    /// The moment that is seen.
    package let time: Timestamp
    /// The earliest moment since which all changes are known.
    package let knownSince: Timestamp
    /// When the database was made or cleared last.
    package let epoch: Timestamp
}

/// A result of a query, without its fields.
package struct FoundName: Sendable {
    /// The document's name.
    package let name: ResourceName
    /// When it was changed last.
    package let updateTime: Timestamp
}

/// A document that was changed since a moment, and where the store has what it was.
package struct ChangedName: Sendable {
    /// The document's name.
    package let name: ResourceName
    fileprivate let collection: Int64
    fileprivate let until: Int64
}

extension FirestoreStore {
    /// Subscribes to the commits of a database; the closure is called after each one that is wanted, and does not wait.
    package func subscribe(
        to database: DatabaseName,
        _ wake: @escaping @Sendable () -> Void
    ) -> ListenSubscription {
        ListenSubscription(broker, database, wake)
    }

    /// Waits, by the clock of the store.
    package func sleep(_ duration: Duration) async throws {
        try await configuration.sleep(duration)
    }

    /// Looks at one state of a database in several ways: all closures see the same moment.
    ///
    /// The closures find the names of a query's results, read a document, find what was changed since a moment, `nil` if
    /// that is too much, and read one such change, `nil` if the document is again what it was. What they find in number
    /// they give as names: documents are large, and what is made of them may have to wait for a slow reader.
    package func look<Result: Sendable>(
        at database: DatabaseName,
        _ body:
            @escaping @Sendable (
                SnapshotBounds,
                (PreparedQuery, Timestamp?) throws -> [FoundName],
                (ResourceName) throws -> Document?,
                (Timestamp, ListenInterest) throws -> [ChangedName]?,
                (ChangedName) throws -> DocumentUpdate?
            ) throws -> Result
    ) async throws -> Result {
        let now = configuration.now()
        let present = clock.readTime(now, in: database)
        return try await tables.read { db in
            let record = try DatabaseTable.find(database, db)
            let time = max(record?.lastCommit ?? present, present)
            let epoch = record?.epoch ?? .earliest
            let bounds = SnapshotBounds(
                time: time,
                knownSince: max(epoch, oldestKnown(now)),
                epoch: epoch
            )
            return try body(
                bounds,
                { query, past in
                    guard let record else { return [] }
                    let quota = ResultQuota(documents: query.wanted)
                    let found = try QueryExecutor(query, record, at: past).find(quota, keepsDocuments: false, db)
                    return found.results.dropFirst(query.query.offset).map {
                        FoundName(name: $0.name, updateTime: $0.updated)
                    }
                },
                { name in try record.flatMap { try StoredDocument.find(name, in: $0, db) } },
                { past, interest in
                    guard let record else { return [] }
                    return try changes(of: database, record, since: past, interest, db)
                },
                { changed in try Self.update(changed, db) }
            )
        }
    }

    /// The documents of an interest that were changed since a time, by name; `nil` if they are too many.
    private func changes(
        of database: DatabaseName,
        _ record: DatabaseRecord,
        since time: Timestamp,
        _ interest: ListenInterest,
        _ db: borrowing Connection
    ) throws -> [ChangedName]? {
        guard time < record.lastCommit else { return [] }
        var paths: [Int64: ResourcePath?] = [:]
        // The first change of each document tells what it was.
        var changed: [ResourcePath: (collection: Int64, until: Int64)] = [:]
        try HistoryTable.step(of: record.id, since: time, db) { collection, id, until in
            if paths[collection] == nil {
                let path = try CollectionTable.path(of: collection, db)
                paths.updateValue(path.flatMap { interest.concerns(collection: $0) ? $0 : nil }, forKey: collection)
            }
            guard let parent = paths[collection] ?? nil else { return true }
            guard let segment = ResourcePath(key: id)?.id else { throw StoreDamage.unreadableKey }
            let path = parent.appending(segment)
            guard changed[path] == nil, interest.concerns(document: path) else { return true }
            changed[path] = (collection, until)
            return changed.count <= configuration.mostChanges
        }
        guard changed.count <= configuration.mostChanges else { return nil }
        return changed.sorted { $0.key < $1.key }.map { path, change in
            let name = ResourceName(database: database, path: path)
            return ChangedName(name: name, collection: change.collection, until: change.until)
        }
    }

    private static func update(_ changed: ChangedName, _ db: borrowing Connection) throws -> DocumentUpdate? {
        let id = changed.name.path.lastKey
        let old = try HistoryTable.version(of: id, in: changed.collection, until: changed.until, db)
        let before = try old?.document(named: changed.name)
        let after = try DocumentTable.find(id, in: changed.collection, db)?.document(named: changed.name)
        return before == after ? nil : DocumentUpdate(name: changed.name, before: before, after: after)
    }
}
