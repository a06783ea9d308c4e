internal import HearthDatabase
internal import HearthFirestoreModel

/// What documents were until they were changed.
enum HistoryTable {
    /// Keeps what a document was, or that it did not exist.
    static func add(
        _ id: [UInt8],
        in collection: Int64,
        of database: Int64,
        until time: Timestamp,
        _ version: StoredVersion?,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            INSERT INTO history (collection, id, until, database, fields, created, updated)
            VALUES (\(collection), \(id), \(time.microseconds), \(database), \(version?.fields),
                \(version?.created ?? 0), \(version?.updated ?? 0))
            """
        )
    }

    /// What a document was at a time, if it was changed since.
    ///
    /// - Returns: `nil` if it was not changed since; otherwise the version, or none if it did not exist.
    static func version(
        of id: [UInt8],
        in collection: Int64,
        at time: Timestamp,
        _ db: borrowing Connection
    ) throws -> StoredVersion?? {
        let row = try db.first(
            """
            SELECT fields, created, updated FROM history
            WHERE collection = \(collection) AND id = \(id) AND until > \(time.microseconds) ORDER BY until LIMIT 1
            """
        )
        return try row.map { try version(in: $0, at: 0) }
    }

    /// The documents of a collection that were changed since a time, and until when each was what it was then.
    ///
    /// No version is read: they may be many, and large.
    /// The index by time is named: the planner would rather go through the whole history of the collection in the order
    /// of ids.
    static func changed(
        in collection: Int64,
        of database: Int64,
        since time: Timestamp,
        _ db: borrowing Connection
    ) throws -> [[UInt8]: Int64] {
        var changed: [[UInt8]: Int64] = [:]
        let statement: SQL = """
            SELECT id, min(until) FROM history INDEXED BY history_by_time
            WHERE database = \(database) AND until > \(time.microseconds) AND collection = \(collection) GROUP BY id
            """
        try db.step(statement) { row in
            changed[try row[0]] = try row[1] as Int64
            return true
        }
        return changed
    }

    /// Hands over the changes since a time, oldest first, for as long as they are wanted: of which document, and until
    /// when the version before held.
    ///
    /// No version is read.
    static func step(
        of database: Int64,
        since time: Timestamp,
        _ db: borrowing Connection,
        _ body: (_ collection: Int64, _ id: [UInt8], _ until: Int64) throws -> Bool
    ) throws {
        let statement: SQL = """
            SELECT collection, id, until FROM history INDEXED BY history_by_time
            WHERE database = \(database) AND until > \(time.microseconds) ORDER BY until
            """
        try db.step(statement) { row in try body(try row[0], try row[1], try row[2]) }
    }

    /// The version that held until a time, which ``step(of:since:_:_:)`` told; `nil` if the document did not exist.
    static func version(
        of id: [UInt8],
        in collection: Int64,
        until time: Int64,
        _ db: borrowing Connection
    ) throws -> StoredVersion? {
        let row = try db.first(
            """
            SELECT fields, created, updated FROM history
            WHERE collection = \(collection) AND id = \(id) AND until = \(time)
            """
        )
        return try row.flatMap { try version(in: $0, at: 0) }
    }

    private static func version(in row: Row, at column: Int) throws -> StoredVersion? {
        guard let fields: [UInt8] = try row[column] else { return nil }
        return StoredVersion(fields: fields, created: try row[column + 1], updated: try row[column + 2])
    }

    /// The collections of a database in which anything was changed since a time.
    static func changedCollections(
        of database: Int64,
        since time: Timestamp,
        _ db: borrowing Connection
    ) throws -> Set<Int64> {
        let rows = try db.query(
            """
            SELECT DISTINCT collection FROM history WHERE database = \(database) AND until > \(time.microseconds)
            """
        )
        return Set(try rows.map { try $0[0] as Int64 })
    }

    /// Forgets what is older than a time, at most some rows.
    ///
    /// - Returns: How many rows went.
    static func purge(before time: Timestamp, limit: Int, _ db: borrowing Connection) throws -> Int {
        let rows = try db.query(
            """
            SELECT collection, id, until FROM history
            WHERE database IN (SELECT id FROM database) AND until < \(time.microseconds) LIMIT \(limit)
            """
        )
        for row in rows {
            try db.execute(
                """
                DELETE FROM history WHERE collection = \(try row[0] as Int64) AND id = \(try row[1] as [UInt8])
                AND until = \(try row[2] as Int64)
                """
            )
        }
        return rows.count
    }
}
