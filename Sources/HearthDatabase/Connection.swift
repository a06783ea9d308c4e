/// The database as the body of a transaction sees it.
///
/// Lent by ``Database/read(_:)`` and ``Database/write(_:)`` for the time of one call; it cannot be copied or kept.
/// Pass it on as `borrowing Connection`.
public struct Connection: ~Copyable {
    private let sqlite: SQLiteConnection

    init(_ sqlite: SQLiteConnection) {
        self.sqlite = sqlite
    }

    /// Runs a statement whose rows, if any, are not wanted.
    ///
    /// - Parameter sql: One statement and its values.
    /// - Returns: The number of rows that it inserted, updated or deleted itself, triggers and cascades not counted.
    /// - Throws: ``DatabaseError`` if the statement is refused or a constraint fails.
    @discardableResult
    public borrowing func execute(_ sql: SQL) throws(DatabaseError) -> Int {
        let before = sqlite.totalChanges
        try sqlite.run(sql) { _ in true }
        return sqlite.totalChanges == before ? 0 : sqlite.changes
    }

    /// Runs a statement of a migration, which may look through whole tables.
    borrowing func migrate(_ sql: SQL) throws(DatabaseError) {
        try sqlite.run(sql, isProbed: false) { _ in true }
    }

    /// Runs a statement and collects its rows.
    ///
    /// - Parameter sql: One statement and its values; bound its result by `LIMIT` unless it is small by nature.
    /// - Returns: The rows.
    /// - Throws: ``DatabaseError`` if the statement is refused or a constraint fails.
    public borrowing func query(_ sql: SQL) throws(DatabaseError) -> [Row] {
        var rows: [Row] = []
        try sqlite.run(sql) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Runs a statement up to its first row.
    ///
    /// - Parameter sql: One statement and its values.
    /// - Returns: The first row, or `nil` if there is none.
    /// - Throws: ``DatabaseError`` if the statement is refused or a constraint fails.
    public borrowing func first(_ sql: SQL) throws(DatabaseError) -> Row? {
        var first: Row?
        try sqlite.run(sql) { row in
            first = row
            return false
        }
        return first
    }

    /// Runs a statement and hands over its rows one by one, none of them kept.
    ///
    /// Other statements may run in between; what they change is not seen reliably by this one.
    ///
    /// - Parameters:
    ///   - sql: One statement and its values.
    ///   - body: What to do with each row.
    /// - Throws: ``DatabaseError`` if the statement is refused, or what the body throws, which ends the statement.
    public borrowing func forEach(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        var failure: (any Error)?
        try sqlite.run(sql) { row in
            do {
                try body(row)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    /// Runs a statement and hands over its rows one by one, for as long as they are wanted.
    ///
    /// Other statements may run in between; what they change is not seen reliably by this one.
    ///
    /// - Parameters:
    ///   - sql: One statement and its values.
    ///   - body: What to do with each row; returns whether another one is wanted.
    /// - Throws: ``DatabaseError`` if the statement is refused, or what the body throws, which ends the statement.
    public borrowing func step(_ sql: SQL, _ body: (Row) throws -> Bool) throws {
        var failure: (any Error)?
        try sqlite.run(sql) { row in
            do {
                return try body(row)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    /// The same connection, for a value that is itself lent for the time of the call and not kept beyond it.
    package borrowing func lent() -> Connection { Connection(sqlite) }

    /// The rows that the latest `INSERT`, `UPDATE` or `DELETE` changed itself.
    public var changes: Int { sqlite.changes }
}
