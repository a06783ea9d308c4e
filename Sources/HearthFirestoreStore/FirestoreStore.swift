package import HearthCore
package import HearthDatabase
package import HearthFirestoreModel

/// The documents of all databases, their indexes and their history.
package final class FirestoreStore: Sendable {
    package let tables: Database
    let numbers = NumberCache()
    let clock = CommitClock()
    let broker = CommitBroker()
    let locks: Locked<[DatabaseName: LockTable]> = Locked([:])
    let transactions: TransactionTable
    let configuration: Configuration

    /// A step of a commit, within its transaction.
    package typealias CommitStep = @Sendable (CommitRecord, borrowing Connection) throws -> Void

    /// What a store is made of.
    package struct Configuration: Sendable {
        /// Tells the time.
        package var now: @Sendable () -> Timestamp
        /// Waits.
        package var sleep: @Sendable (Duration) async throws -> Void
        /// Where ids of transactions come from; `nil` for a counter, as the official emulator has.
        package var random: RandomSource?
        /// How long old versions are kept.
        package var historyLength: Duration
        /// Asked in the task of each commit for what runs within its transaction, and can refuse it by throwing.
        package var whenCommitting: @Sendable () -> CommitStep? = { nil }
        /// Told of each commit that is durable.
        package var whenCommitted: @Sendable () -> Void = {}
        /// The most changed documents that a listener is told as changes; one that missed more is told all results.
        package var mostChanges = 10_000

        package init(
            now: @escaping @Sendable () -> Timestamp,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
            random: RandomSource? = nil,
            historyLength: Duration = .hours(1)
        ) {
            self.now = now
            self.sleep = sleep
            self.random = random
            self.historyLength = historyLength
        }
    }

    /// Opens a store, and makes its tables if they are missing.
    ///
    /// - Throws: ``DatabaseError``.
    package init(
        _ location: Database.Location,
        durability: Database.Durability = .process,
        configuration: Configuration
    ) async throws {
        tables = try Database(location, durability: durability, maximumReaders: 4)
        try await tables.migrate(Schema.history)
        self.configuration = configuration
        transactions = TransactionTable(random: configuration.random)
    }

    /// Closes the files when everything that was asked before is done.
    package func close() async {
        await tables.close()
    }

    func lockTable(of database: DatabaseName) -> LockTable {
        locks.withLock { tables in
            if let table = tables[database] { return table }
            let table = LockTable(sleep: configuration.sleep)
            tables[database] = table
            return table
        }
    }

    /// Removes everything that a database has; its open transactions end.
    package func clear(_ database: DatabaseName) async throws {
        let now = configuration.now()
        let reserved = Locked<Timestamp?>(nil)
        defer { finish(reserved, database) }
        try await tables.write { [numbers, clock] db in
            let record = try DatabaseTable.findOrCreate(database, now: now, db)
            let earliest = max(now, Timestamp(microseconds: record.lastCommit.microseconds + 1))
            let time = clock.reserve(earliest, in: database)
            reserved.withLock { $0 = time }
            try DatabaseTable.clear(record, at: time, db)
            numbers.forget(record.id)
        }
        finish(reserved, database)
        await end(transactions.expire(now: now, of: database))
        broker.wakeAll(of: database)
    }

    func finish(_ reserved: Locked<Timestamp?>, _ database: DatabaseName) {
        if let time = reserved.withLock({ $0 }) { clock.finish(time, in: database) }
    }

    /// The names of all databases.
    package func databases() async throws -> [DatabaseName] {
        try await tables.read { db in
            try db.query("SELECT project, name FROM database ORDER BY project, name").map { row in
                DatabaseName(
                    project: String(decoding: try row[0] as [UInt8], as: UTF8.self),
                    database: String(decoding: try row[1] as [UInt8], as: UTF8.self)
                )
            }
        }
    }

    /// Ends transactions that lasted too long and forgets versions that are too old.
    ///
    /// Meant to be called now and then; each call does a bounded piece of work.
    package func tidy() async throws {
        let now = configuration.now()
        await end(transactions.expire(now: now))
        let oldest = oldestKnown(now)
        // Slice by slice: commits come in between.
        for _ in 0..<Self.purgeSlices {
            let count = try await tables.write { db in
                try HistoryTable.purge(before: oldest, limit: Self.purgeSlice, db)
            }
            if count < Self.purgeSlice { break }
        }
    }

    /// How many versions go at once, and how often in one call.
    private static let purgeSlice = 1000
    private static let purgeSlices = 100

    /// The earliest moment whose versions are kept.
    func oldestKnown(_ now: Timestamp) -> Timestamp {
        Timestamp(microseconds: now.microseconds - configuration.historyLength.wholeMilliseconds * 1000)
    }

    private func end(_ transactions: [TransactionTable.Open]) async {
        for transaction in transactions { await lockTable(of: transaction.database).release(transaction.id) }
    }
}
