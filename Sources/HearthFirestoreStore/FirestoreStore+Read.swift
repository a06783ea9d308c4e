internal import HearthCore
internal import HearthDatabase
package import HearthFirestoreModel

/// Which state of the database a read sees.
package enum ReadState: Sendable, Hashable {
    /// The latest.
    case now
    /// That of a moment.
    case at(Timestamp)
    /// What the transaction sees.
    case inTransaction([UInt8])
}

/// Looks at the documents of one state, as a check of permissions needs it.
package typealias DocumentReader = (ResourceName) throws -> Document?

extension FirestoreStore {
    /// Begins a transaction; one that it is to replace must have been issued.
    package func begin(
        _ mode: TransactionMode,
        in database: DatabaseName,
        replacing retried: [UInt8] = []
    ) async throws -> [UInt8] {
        if !retried.isEmpty { try await transactions.checkIssued(TransactionID(retried)) }
        if case .readOnly(let time?) = mode { try await checkReadable(time, database) }
        return try await transactions.begin(database, mode, now: configuration.now()).bytes
    }

    /// Ends a transaction without a change; one that has ended already may end again.
    package func rollback(_ transaction: [UInt8], in database: DatabaseName) async throws {
        guard try await transactions.rollback(transaction, in: database) else { return }
        await lockTable(of: database).release(TransactionID(transaction))
    }

    /// Reads documents of one database, in the order of their names, and tells the moment that was seen.
    ///
    /// The check is asked about each document before there is an answer.
    package func documents(
        _ names: [ResourceName],
        in database: DatabaseName,
        _ state: ReadState = .now,
        check: (@Sendable (ResourceName, Document?, DocumentReader) throws -> Void)? = nil
    ) async throws -> (documents: [Document?], readTime: Timestamp) {
        let paths = names.map(\.path)
        return try await read(database, state, paths: paths, scope: nil) { record, time, db in
            guard let record else {
                for name in names { try check?(name, nil) { _ in nil } }
                return Array(repeating: nil, count: names.count)
            }
            var documents: [Document?] = []
            for name in names {
                let document = try StoredDocument.find(name, in: record, at: time, db)
                try check?(name, document) { other in
                    guard other.database == database else { return nil }
                    return try StoredDocument.find(other, in: record, at: time, db)
                }
                documents.append(document)
            }
            return documents
        }
    }

    /// Runs a query, and tells how many results the offset left out and the moment that was seen.
    ///
    /// The whole result is held in memory; ``pages(of:_:check:)`` is for those that may be large. The check is asked
    /// before any result is read.
    package func results(
        of query: PreparedQuery,
        _ state: ReadState = .now,
        check: (@Sendable (DocumentReader) throws -> Void)? = nil
    ) async throws -> (documents: [Document], skipped: Int, readTime: Timestamp) {
        let (found, time) = try await read(query, state, check: check) { executor, db in
            try executor.results(wanted: query.wanted, db)
        }
        let documents = found ?? []
        let skipped = min(query.query.offset, documents.count)
        return (Array(documents.dropFirst(skipped)), skipped, time)
    }

    /// Looks for results in one state of a query's database, once the check allows it; finds none if there is no
    /// database.
    func read<Result: Sendable>(
        _ query: PreparedQuery,
        _ state: ReadState,
        check: (@Sendable (DocumentReader) throws -> Void)?,
        _ body: @escaping @Sendable (QueryExecutor, borrowing Connection) throws -> Result
    ) async throws -> (Result?, Timestamp) {
        let database = query.database
        return try await read(database, state, paths: [], scope: query.scope) { record, time, db in
            try check? { other in
                guard let record, other.database == database else { return nil }
                return try StoredDocument.find(other, in: record, at: time, db)
            }
            guard let record else { return nil }
            return try body(QueryExecutor(query, record, at: time), db)
        }
    }

    /// Runs a body over one state of a database, and tells the moment that was seen.
    ///
    /// The body gets the database, if it exists, and the time to look at, or none for now. In a transaction the paths
    /// and the scope are what the body reads and what is locked for it; a body that is denied ends the transaction.
    func read<Result: Sendable>(
        _ database: DatabaseName,
        _ state: ReadState,
        paths: [ResourcePath],
        scope: QueryScope?,
        _ body: @escaping @Sendable (DatabaseRecord?, Timestamp?, borrowing Connection) throws -> Result
    ) async throws -> (Result, Timestamp) {
        var transaction: TransactionTable.Open?
        var time: Timestamp?
        switch state {
        case .now: break
        case .at(let moment):
            try await checkReadable(moment, database)
            time = moment
        case .inTransaction(let id):
            let open = try await transactions.use(id, in: database, now: configuration.now())
            transaction = open
            time = open.snapshot
            if open.mode == .readWrite {
                time = nil
                let locks = lockTable(of: database)
                await locks.share(paths, with: open.id)
                if let scope { await locks.share(scope, with: open.id) }
                // It may have expired while the lock was waited for.
                do { _ = try await transactions.use(id, in: database, now: configuration.now()) } catch {
                    await locks.release(open.id)
                    throw error
                }
            }
        }
        let now = configuration.now()
        let present = clock.readTime(now, in: database)
        let result: Result
        let seen: Timestamp
        let lastCommit: Timestamp
        do {
            (result, seen, lastCommit) = try await tables.read { [time] db in
                let record = try DatabaseTable.find(database, db)
                // A transaction's moment was known when it began.
                if let time, record != nil, time < oldestKnown(now) { throw Self.tooOld }
                let lastCommit = record?.lastCommit ?? .earliest
                return (try body(record, time, db), time ?? max(lastCommit, present), lastCommit)
            }
        } catch let error as FirestoreError where error.code == .permissionDenied {
            // A caller that may not read a document may not keep others from writing it either.
            await end(transaction)
            throw error
        }
        if let transaction {
            _ = await transactions.note(
                transaction.id,
                paths: paths,
                scope: scope,
                snapshot: seen,
                lastCommit: lastCommit
            )
        }
        return (result, seen)
    }

    /// Refuses a time that is not known any more, or not yet.
    func checkReadable(_ time: Timestamp, _ database: DatabaseName) async throws {
        let now = clock.readTime(configuration.now(), in: database)
        let record = try await tables.read { db in try DatabaseTable.find(database, db) }
        guard time <= max(now, record?.lastCommit ?? now) else {
            throw FirestoreError.invalid("The requested 'read_time' cannot be in the future.")
        }
        guard time >= max(oldestKnown(now), record?.epoch ?? .earliest) || record == nil else {
            throw Self.tooOld
        }
    }

    private static let tooOld = FirestoreError(.failedPrecondition, "The requested 'read_time' is too old.")
}
