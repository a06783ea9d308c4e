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
    /// The first closure runs a query at the moment or at an earlier one, the second reads a document, and the third
    /// tells which documents of an interest are not what they were at an earlier time, or `nil` for too many to be held.
    package func look<Result: Sendable>(
        at database: DatabaseName,
        _ body:
            @escaping @Sendable (
                SnapshotBounds,
                (PreparedQuery, Timestamp?) throws -> [Document],
                (ResourceName) throws -> Document?,
                (Timestamp, ListenInterest) throws -> [DocumentUpdate]?
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
                    let found = try QueryExecutor(query, record, at: past).results(wanted: query.wanted, db)
                    return Array(found.dropFirst(query.query.offset))
                },
                { name in try record.flatMap { try StoredDocument.find(name, in: $0, db) } },
                { past, interest in
                    guard let record else { return [] }
                    return try updates(of: database, record, since: past, interest, db)
                }
            )
        }
    }

    /// The documents of an interest that are not what they were at a time; `nil` if they are too many.
    private func updates(
        of database: DatabaseName,
        _ record: DatabaseRecord,
        since time: Timestamp,
        _ interest: ListenInterest,
        _ db: borrowing Connection
    ) throws -> [DocumentUpdate]? {
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
        var updates: [DocumentUpdate] = []
        for (path, change) in changed.sorted(by: { $0.key < $1.key }) {
            let name = ResourceName(database: database, path: path)
            let id = path.lastKey
            let old = try HistoryTable.version(of: id, in: change.collection, until: change.until, db)
            let before = try old?.document(named: name)
            let after = try DocumentTable.find(id, in: change.collection, db)?.document(named: name)
            if before != after { updates.append(DocumentUpdate(name: name, before: before, after: after)) }
        }
        return updates
    }
}
