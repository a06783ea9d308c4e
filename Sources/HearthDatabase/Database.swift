internal import HearthCore

/// A database with transactions, shared by everything that stores in it.
///
/// ```swift
/// let database = try Database(.sqlite(path: "hearth.db"))
/// try await database.migrate(migrations)
/// try await database.write { db in
///     try db.execute("INSERT INTO users (id, email) VALUES (\(id), \(email))")
/// }
/// let email: String? = try await database.read { db in
///     try db.first("SELECT email FROM users WHERE id = \(id)")?["email"]
/// }
/// ```
///
/// The bodies run without suspension: a transaction never waits for a network. An error that a body throws rolls its
/// transaction back and arrives at the caller unchanged; failures of the database itself are ``DatabaseError``.
public final class Database: Sendable {
    /// The connections of the readers; without them they read with the writer's, because memory has only one.
    private let readers: ReaderPool?
    private let writer: Writer

    /// What the operator should hear of the opening; empty if there is nothing to say.
    public let warnings: [String]

    private enum Writer: Sendable {
        case shared(SharedCommit)
        case grouped(GroupCommit)
    }

    /// Opens a database, and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - location: Where the database is.
    ///   - durability: What a committed transaction survives. Nothing in ``Location/memory`` survives its process.
    ///   - maximumReaders: How many bodies may read at once; each has a connection of its own. Defaults to one.
    /// - Throws: ``DatabaseError`` if the file cannot be opened or is not a database.
    public convenience init(
        _ location: Location,
        durability: Durability = .process,
        maximumReaders: Int = 1
    ) throws(DatabaseError) {
        try self.init(location, durability: durability, maximumReaders: maximumReaders, probe: nil)
    }

    /// Opens a database whose statements are looked at before they run.
    ///
    /// - Parameters:
    ///   - location: Where the database is.
    ///   - durability: What a committed transaction survives.
    ///   - maximumReaders: How many bodies may read at once. Defaults to one.
    ///   - probe: Looks at the statements; `nil` for none.
    /// - Throws: ``DatabaseError`` if the file cannot be opened or is not a database.
    package init(
        _ location: Location,
        durability: Durability,
        maximumReaders: Int = 1,
        probe: DatabaseProbe?
    ) throws(DatabaseError) {
        warnings = try location.makePrivate()
        let open: @Sendable () throws(DatabaseError) -> SQLiteConnection = { () throws(DatabaseError) in
            let connection = try SQLiteConnection(location, durability: location == .memory ? .process : durability)
            connection.attach(probe)
            return connection
        }
        switch (location, durability) {
        case (.memory, _):
            writer = .shared(SharedCommit(try open()))
            readers = nil
        case (_, .process):
            writer = .shared(SharedCommit(try open()))
            readers = try ReaderPool(limit: maximumReaders, open)
        case (_, .power):
            writer = .grouped(try GroupCommit(open()))
            readers = try ReaderPool(limit: maximumReaders, open)
        }
    }

    /// The connection of a database in memory, which has one; `nil` for a file.
    var onlyConnection: SharedCommit? {
        guard readers == nil, case .shared(let only) = writer else { return nil }
        return only
    }

    deinit {
        if case .grouped(let groupCommit) = writer { groupCommit.finish() }
    }

    /// Runs a body that sees one state of the database and may not write.
    ///
    /// Runs on the caller's thread. It does not wait for writers, except in ``Location/memory``, but for other reads.
    ///
    /// - Parameter body: What to read.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    public func read<Result: Sendable>(
        _ body: @Sendable (borrowing Connection) throws -> Result
    ) async throws -> Result {
        if let readers { return try readers.read(body) }
        guard case .shared(let only) = writer else { throw DatabaseError.closed }
        return try only.read(body)
    }

    /// Runs a body in a transaction of its own that no other writer can come between.
    ///
    /// Returns when the transaction is as durable as ``Durability`` says, and one commit serves all bodies that wait:
    /// with ``Durability/process`` those that run in the same turn of the caller's executor, with ``Durability/power``
    /// those that gather while the database's own thread, on which they run, commits the ones before.
    ///
    /// - Parameter body: What to read and write. It is rolled back if it throws, and runs once.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    @discardableResult
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws -> Result {
        switch writer {
        case .shared(let shared): try await shared.write(body)
        case .grouped(let groupCommit): try await groupCommit.write(body)
        }
    }

    /// Runs a body in a transaction that shares its commit with no other.
    func writeAlone<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws -> Result {
        switch writer {
        case .shared(let shared): try await shared.writeAlone(body)
        case .grouped(let groupCommit): try await groupCommit.write(body)
        }
    }

    /// Closes the database when everything that was asked before is done.
    ///
    /// Later calls throw ``DatabaseError/Code/closed``. Closing twice is allowed. Without a call, the database is closed with its last reference.
    public func close() async {
        switch writer {
        case .shared(let shared): await shared.close()
        case .grouped(let groupCommit):
            groupCommit.finish()
            groupCommit.join()
        }
        readers?.close()
    }
}

extension Database {
    /// Where a database is.
    public enum Location: Sendable, Hashable {
        /// An SQLite file. It and its missing folders are created for the user alone (0600, 0700); files that SQLite
        /// puts next to it end in `-wal` and `-shm`.
        case sqlite(path: String)
        /// A database of its own in memory, gone when it is closed.
        case memory
    }

    /// What a committed transaction survives.
    public enum Durability: Sendable, Hashable {
        /// The end of the process by any means, `kill -9` included. A loss of power may take the latest transactions
        /// back, whole and in order.
        case process
        /// A loss of power too. Each commit waits for the disk.
        case power
    }
}

extension DatabaseError {
    static var occupied: DatabaseError {
        DatabaseError(code: .busy, message: "another connection to the database did not finish writing in time")
    }

    static var closed: DatabaseError {
        DatabaseError(code: .closed, message: "the database is closed")
    }
}
