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
    /// tells which documents are not what they were at an earlier time.
    package func look<Result: Sendable>(
        at database: DatabaseName,
        _ body:
            @escaping @Sendable (
                SnapshotBounds,
                (PreparedQuery, Timestamp?) throws -> [Document],
                (ResourceName) throws -> Document?,
                (Timestamp) throws -> [DocumentUpdate]
            ) throws -> Result
    ) async throws -> Result {
        let now = configuration.now()
        let history = configuration.historyLength.wholeMilliseconds * 1000
        let present = clock.readTime(now, in: database)
        return try await tables.read { db in
            let record = try DatabaseTable.find(database, db)
            let time = max(record?.lastCommit ?? present, present)
            let epoch = record?.epoch ?? .earliest
            let bounds = SnapshotBounds(
                time: time,
                knownSince: max(epoch, Timestamp(microseconds: now.microseconds - history)),
                epoch: epoch
            )
            return try body(
                bounds,
                { query, past in
                    guard let record else { return [] }
                    let wanted = query.query.limit.map { $0 + query.query.offset }
                    let found = try QueryExecutor(query, record, at: past).results(wanted: wanted, db)
                    return Array(found.dropFirst(query.query.offset))
                },
                { name in try record.flatMap { try StoredDocument.find(name, in: $0, db) } },
                { past in try record.map { try Self.updates(of: database, $0, since: past, db) } ?? [] }
            )
        }
    }

    /// The documents that are not what they were at a time.
    private static func updates(
        of database: DatabaseName,
        _ record: DatabaseRecord,
        since time: Timestamp,
        _ db: borrowing Connection
    ) throws -> [DocumentUpdate] {
        guard time < record.lastCommit else { return [] }
        var updates: [DocumentUpdate] = []
        let changed = try HistoryTable.changedCollections(of: record.id, since: time, db)
        for id in changed {
            guard let path = try CollectionTable.path(of: id, db) else { continue }
            for (key, version) in try HistoryTable.versions(in: id, of: record.id, at: time, db) {
                guard let segment = ResourcePath(key: key)?.id else { throw StoreDamage.unreadableKey }
                let name = ResourceName(database: database, path: path.appending(segment))
                let before = try version?.document(named: name)
                let after = try DocumentTable.find(key, in: id, db)?.document(named: name)
                if before != after { updates.append(DocumentUpdate(name: name, before: before, after: after)) }
            }
        }
        return updates.sorted { $0.name.path < $1.name.path }
    }
}
