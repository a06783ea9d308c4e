internal import CSQLite

/// One open SQLite connection and its prepared statements.
///
/// One thread at a time may use it.
@safe
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    /// Whether statements that write are refused.
    private var refusesWrites = false
    /// Whether a transaction begins with the next statement.
    private var beginsWithNext = false
    private var probe: DatabaseProbe?

    /// The rows that the latest statement changed itself.
    var changes: Int { unsafe Int(sqlite3_changes(handle)) }
    /// All rows changed since the connection was opened.
    var totalChanges: Int { unsafe Int(sqlite3_total_changes(handle)) }
    /// Whether a transaction is open.
    private var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Opens a database; a file is created if it is missing, private to its user.
    ///
    /// - Parameters:
    ///   - location: Where the database is.
    ///   - durability: What a commit waits for.
    /// - Throws: ``DatabaseError`` if the file cannot be opened or is not a database.
    init(_ location: Database.Location, durability: Database.Durability) throws(DatabaseError) {
        SQLiteLibrary.prepared
        let path = try location.preparedPath()
        var opened: OpaquePointer?
        // One thread at a time is our lock's business: SQLite need not lock again.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard status == SQLITE_OK, let handle = unsafe opened else {
            let failure = unsafe DatabaseError(sqlite: status, on: opened, doing: "opening \(path)")
            unsafe sqlite3_close_v2(opened)
            throw failure
        }
        unsafe self.handle = handle
        do throws(DatabaseError) {
            try configure(location, durability)
        } catch {
            throw DatabaseError(
                code: error.code,
                message: "cannot open \(path): \(error.message)",
                extendedCode: error.extendedCode
            )
        }
    }

    deinit {
        statements.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    /// How long a statement waits, on its thread, for another connection to let go of the file.
    private static let busyTimeout: Int32 = 5000

    private func configure(_ location: Database.Location, _ durability: Database.Durability) throws(DatabaseError) {
        unsafe sqlite3_busy_timeout(handle, Self.busyTimeout)
        // Text in double quotes is an error and no string, and damage cannot be done through the schema.
        for (option, value) in [
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        ] as [(Int32, Int32)] {
            unsafe csqlite_set_option(handle, option, value)
        }
        // SQLite keeps its old journal without an error where it cannot share memory, on a network's disk for example.
        guard try logAhead() == .text(location == .memory ? "memory" : "wal") else {
            throw DatabaseError(code: .cannotOpen, message: "the file system does not allow write-ahead logging")
        }
        switch durability {
        case .process: try run("PRAGMA synchronous = NORMAL")
        case .power:
            try run("PRAGMA synchronous = FULL")
            try run("PRAGMA fullfsync = ON")
        }
        try run("PRAGMA cell_size_check = ON")
        try run("PRAGMA temp_store = MEMORY")
        // 16 MiB of log between two checkpoints: pages that change often are copied once for many commits.
        try run("PRAGMA wal_autocheckpoint = 4000")
        // A negative number counts KiB.
        try run("PRAGMA cache_size = -4096")
        statements.removeAll()
    }

    /// Turns write-ahead logging on.
    ///
    /// Where several connections do so to one new file, SQLite refuses all but one, and does not wait as it does elsewhere.
    ///
    /// - Returns: What SQLite says of its journal.
    private func logAhead() throws(DatabaseError) -> SQL.Value? {
        let deadline = ContinuousClock.now + .milliseconds(Self.busyTimeout)
        while true {
            do throws(DatabaseError) {
                var journal: SQL.Value?
                try run("PRAGMA journal_mode = WAL") { row in
                    journal = row.values.first
                    return true
                }
                return journal
            } catch {
                guard error.code == .busy, ContinuousClock.now < deadline else { throw error }
                sqlite3_sleep(2)
            }
        }
    }

    /// Whether the database has no table.
    func isEmpty() throws(DatabaseError) -> Bool {
        var isEmpty = true
        try run("SELECT 1 FROM sqlite_schema LIMIT 1", isProbed: false) { _ in
            isEmpty = false
            return true
        }
        return isEmpty
    }

    /// All of the database, as a file would have it.
    ///
    /// - Throws: ``DatabaseError`` if there is no memory for it.
    func image() throws(DatabaseError) -> [UInt8] {
        var size: Int64 = 0
        guard let bytes = unsafe sqlite3_serialize(handle, "main", &size, 0) else {
            throw unsafe DatabaseError(sqlite: SQLITE_NOMEM, on: handle, doing: "copying a database")
        }
        defer { unsafe sqlite3_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// Makes this database, in which no transaction is open, what an image of another one says.
    ///
    /// - Throws: ``DatabaseError`` if the image is none, or if there is no memory for it.
    func fill(from image: [UInt8]) throws(DatabaseError) {
        var opened: OpaquePointer?
        var status = unsafe sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        defer { unsafe sqlite3_close_v2(opened) }
        if status == SQLITE_OK {
            status = unsafe image.withUnsafeBufferPointer { bytes in
                // It is only read.
                let start = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
                let (size, flags) = (Int64(bytes.count), UInt32(SQLITE_DESERIALIZE_READONLY))
                let status = unsafe sqlite3_deserialize(opened, "main", start, size, size, flags)
                guard status == SQLITE_OK else { return status }
                guard let backup = unsafe sqlite3_backup_init(handle, "main", opened, "main") else {
                    return unsafe sqlite3_extended_errcode(handle)
                }
                unsafe sqlite3_backup_step(backup, -1)
                // It tells what went wrong in the step, too.
                return unsafe sqlite3_backup_finish(backup)
            }
        }
        guard status == SQLITE_OK else {
            throw unsafe DatabaseError(sqlite: status, on: handle, doing: "copying a database")
        }
    }

    private func run(_ sql: SQL) throws(DatabaseError) {
        try run(sql) { _ in true }
    }

    /// Runs one statement.
    ///
    /// - Parameters:
    ///   - sql: The statement and its values.
    ///   - isProbed: Whether the probe looks at it. Defaults to yes.
    ///   - body: Takes a row; returns whether it wants another.
    /// - Throws: ``DatabaseError`` if SQLite refuses, or if the statement writes where only reading is allowed.
    func run(_ sql: SQL, isProbed: Bool = true, _ body: (Row) -> Bool) throws(DatabaseError) {
        if beginsWithNext {
            beginsWithNext = false
            try run("BEGIN")
        }
        let statement = try statement(for: sql, isProbed: isProbed)
        if refusesWrites, !statement.isReadOnly {
            throw DatabaseError(code: .readOnly, message: "a read may not run: \(sql.text)")
        }
        probe?.ran?(sql.text)
        defer { if let stepped = probe?.stepped { stepped(sql.text, statement.takeSteps()) } }
        try statement.run(sql.values, text: sql.text, body)
    }

    /// A statement that is ready to run: the one that was prepared before, unless it is running outside of this one.
    ///
    /// Statements are literals of the program, so that few are ever evicted; any of them will do.
    private func statement(for sql: SQL, isProbed: Bool) throws(DatabaseError) -> SQLiteStatement {
        let known = statements[sql.text]
        if let known, !known.isRunning { return known }
        let statement = unsafe try SQLiteStatement(sql.text, on: handle)
        if isProbed, let inspect = probe?.inspect { try inspect(try plan(of: sql)) }
        if known == nil {
            if statements.count >= 256 { statements.remove(at: statements.startIndex) }
            statements[sql.text] = statement
        }
        return statement
    }

    /// Lets the planner keep its statistics, as SQLite advises before closing.
    func optimize() {
        // Only an optimization: closing goes on without it, for example while another process holds the lock.
        setBusyTimeout(0)
        _ = try? run("PRAGMA optimize")
    }

    private func setBusyTimeout(_ milliseconds: Int32) {
        unsafe sqlite3_busy_timeout(handle, milliseconds)
    }
}

extension SQLiteConnection {
    /// Has every further statement looked at.
    func attach(_ probe: DatabaseProbe?) {
        self.probe = probe
        statements.removeAll()
    }

    /// How SQLite would run a statement.
    private func plan(of sql: SQL) throws(DatabaseError) -> QueryPlan {
        var plan = QueryPlan(statement: sql.text)
        guard plan.readsTables else { return plan }
        let explanation = unsafe try SQLiteStatement("EXPLAIN QUERY PLAN " + sql.text, on: handle)
        try explanation.run(sql.values, text: sql.text) { row in
            if case .text(let step)? = row.values.last { plan.steps.append(step) }
            return true
        }
        return plan
    }

    /// Runs a body that sees one state of the database and may not change it: that of its first statement.
    ///
    /// - Parameter body: What to read.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        let hasOwnTransaction = !isInTransaction
        // A body that finds what it needs elsewhere costs no transaction.
        beginsWithNext = hasOwnTransaction
        refusesWrites = true
        defer {
            refusesWrites = false
            beginsWithNext = false
            if hasOwnTransaction { rollBack() }
        }
        return try body(Connection(self))
    }

    /// Opens a transaction that is the only writer from its start.
    ///
    /// - Throws: ``DatabaseError``, `busy` if another process kept the lock for five seconds.
    func begin() throws(DatabaseError) {
        try run("BEGIN IMMEDIATE")
    }

    /// Opens a transaction that is the only writer from its start, if no one else has one.
    ///
    /// - Returns: Whether it is open; it is not while another connection to the file is writing.
    /// - Throws: ``DatabaseError`` for anything else.
    func beginIfFree() throws(DatabaseError) -> Bool {
        setBusyTimeout(0)
        defer { setBusyTimeout(Self.busyTimeout) }
        do throws(DatabaseError) {
            try begin()
            return true
        } catch {
            guard error.code == .busy else { throw error }
            return false
        }
    }

    /// Commits the open transaction.
    ///
    /// - Throws: ``DatabaseError`` if it could not be made durable, or if there is none any more.
    func commit() throws(DatabaseError) {
        try checkTransaction()
        try run("COMMIT")
    }

    /// Ends the open transaction, if any, without a trace.
    func rollBack() {
        // Fails only if SQLite has rolled back by itself, as it does on a full disk.
        if isInTransaction { _ = try? run("ROLLBACK") }
    }

    /// Runs a body as the first in the transaction that was just opened, which ends without a trace if it throws.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func first<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        do {
            let result = try body(Connection(self))
            try checkTransaction()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs a body inside of the open transaction; what it did is undone if it throws.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func savepoint<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try checkTransaction()
        try run("SAVEPOINT body")
        do {
            let result = try body(Connection(self))
            try checkTransaction()
            try run("RELEASE body")
            return result
        } catch {
            if isInTransaction {
                try run("ROLLBACK TO body")
                try run("RELEASE body")
            }
            throw error
        }
    }

    /// Throws if SQLite, or a statement of a body, has ended the transaction.
    ///
    /// - Throws: ``DatabaseError`` with code ``DatabaseError/Code/aborted``.
    func checkTransaction() throws(DatabaseError) {
        guard isInTransaction else {
            throw DatabaseError(code: .aborted, message: "the transaction has ended before its commit")
        }
    }
}
