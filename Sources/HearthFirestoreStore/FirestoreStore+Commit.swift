internal import HearthCore
internal import HearthDatabase
package import HearthFirestoreModel

extension FirestoreStore {
    /// Makes changes that happen together, or not at all.
    ///
    /// - Parameters:
    ///   - writes: The changes, which were checked, in the order in which they apply.
    ///   - database: The database of all of them.
    ///   - transaction: The transaction that ends with this commit, if any.
    ///   - check: Decides whether the changes are allowed.
    /// - Returns: What was done; `nil` for no writes.
    /// - Throws: ``FirestoreError``, or `DatabaseError` if the store fails.
    package func commit(
        _ writes: [Write],
        in database: DatabaseName,
        transaction: [UInt8]? = nil,
        check: ChangeCheck? = nil
    ) async throws -> CommitRecord? {
        var open: TransactionTable.Open?
        if let transaction {
            let now = configuration.now()
            open = try await transactions.take(transaction, in: database, isWriting: !writes.isEmpty, now: now)
        }
        do {
            let record = try await commitHoldingLocks(writes, database, open, check)
            await end(open)
            return record
        } catch {
            // A transaction ends with its commit, whether it succeeds or not.
            await end(open)
            throw error
        }
    }

    /// Ends a transaction, if there is one, and releases what was locked for it.
    func end(_ transaction: TransactionTable.Open?) async {
        guard let transaction else { return }
        await transactions.end(transaction.id)
        await lockTable(of: transaction.database).release(transaction.id)
    }

    private func commitHoldingLocks(
        _ writes: [Write],
        _ database: DatabaseName,
        _ transaction: TransactionTable.Open?,
        _ check: ChangeCheck?
    ) async throws -> CommitRecord? {
        if writes.isEmpty { return nil }
        let paths = Set(writes.map(\.name.path))
        let locks = lockTable(of: database)
        guard await locks.beginCommit(paths, by: transaction?.id) else {
            throw FirestoreError(.aborted, "Transaction lock timeout.")
        }
        do {
            let record = try await store(writes, database, transaction, check)
            broker.publish(record)
            configuration.whenCommitted()
            await locks.endCommit(paths)
            return record
        } catch {
            await locks.endCommit(paths)
            throw error
        }
    }

    private func store(
        _ writes: [Write],
        _ database: DatabaseName,
        _ transaction: TransactionTable.Open?,
        _ check: ChangeCheck?
    ) async throws -> CommitRecord {
        let reserved = Locked<Timestamp?>(nil)
        defer { finish(reserved, database) }
        let steps = CommitSteps(
            database: database,
            writes: writes,
            now: configuration.now(),
            check: check,
            numbers: numbers,
            clock: clock,
            reserved: reserved
        )
        let lastStep = configuration.whenCommitting()
        let (record, id, generation) = try await tables.write { [numbers] db in
            if let transaction { try ReadCheck(transaction).run(db) }
            let record = try steps.run(db)
            try lastStep?(record, db)
            let id = try DatabaseTable.find(database, db)?.id ?? 0
            return (record, id, numbers.generation(of: id))
        }
        if numbers.lacks(record.updates, in: id) { try await learn(record.updates, id, generation) }
        return record
    }

    /// Remembers the numbers that a commit used, now that they are durable.
    private func learn(_ updates: [DocumentUpdate], _ database: Int64, _ generation: Int) async throws {
        let collections = Set(updates.compactMap(\.name.path.parent))
        let fields = Set(updates.flatMap { $0.after?.fields.allPaths ?? [] })
        let (collectionNumbers, fieldNumbers) = try await tables.read { db in
            var collectionNumbers: [ResourcePath: Int64] = [:]
            for path in collections { collectionNumbers[path] = try CollectionTable.find(path, in: database, db)?.id }
            var fieldNumbers: [FieldPath: Int64] = [:]
            for path in fields { fieldNumbers[path] = try FieldTable.find(path, in: database, db) }
            return (collectionNumbers, fieldNumbers)
        }
        numbers.remember(collectionNumbers, fieldNumbers, in: database, generation: generation)
    }
}

/// Refuses the commit of a transaction if something that it read has changed.
///
/// An optimistic transaction makes no other wait, so this is all that protects it. What a transaction with locks has read
/// stays as it is within this process, but another process with the same file knows nothing of its locks.
private struct ReadCheck {
    let transaction: TransactionTable.Open

    init(_ transaction: TransactionTable.Open) {
        self.transaction = transaction
    }

    func run(_ db: borrowing Connection) throws {
        guard let record = try DatabaseTable.find(transaction.database, db) else { return }
        for (path, since) in transaction.readPaths where since < record.lastCommit {
            guard let parent = path.parent, let collection = try CollectionTable.find(parent, in: record.id, db) else {
                continue
            }
            let id = path.lastKey
            if try HistoryTable.version(of: id, in: collection.id, at: since, db) != nil { throw Self.conflict }
        }
        for (scope, since) in transaction.readScopes where since < record.lastCommit {
            let changed = try HistoryTable.changedCollections(of: record.id, since: since, db)
            let collections = try CollectionTable.all(in: scope, of: record.id, db)
            if collections.contains(where: { changed.contains($0.id) }) { throw Self.conflict }
        }
    }

    private static let conflict = FirestoreError(
        .aborted,
        "The transaction was aborted because what it read has changed since."
    )
}
