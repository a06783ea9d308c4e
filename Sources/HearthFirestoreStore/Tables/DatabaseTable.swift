internal import HearthDatabase
internal import HearthFirestoreModel

/// A database as it is stored.
struct DatabaseRecord: Sendable {
    let id: Int64
    /// When it was made or cleared last: what is older is unknown.
    var epoch: Timestamp
    /// The time of the latest commit.
    var lastCommit: Timestamp
}

/// The databases of all projects.
enum DatabaseTable {
    static func find(_ name: DatabaseName, _ db: borrowing Connection) throws -> DatabaseRecord? {
        let row = try db.first(
            """
            SELECT id, epoch, last_commit FROM database
            WHERE project = \(Array(name.project.utf8)) AND name = \(Array(name.database.utf8))
            """
        )
        guard let row else { return nil }
        return DatabaseRecord(
            id: try row[0],
            epoch: Timestamp(microseconds: try row[1]),
            lastCommit: Timestamp(microseconds: try row[2])
        )
    }

    /// Finds a database; it is made by being used.
    static func findOrCreate(
        _ name: DatabaseName,
        now: Timestamp,
        _ db: borrowing Connection
    ) throws -> DatabaseRecord {
        if let record = try find(name, db) { return record }
        // The last commit is just before now, so that the first one may be now. Of all times before it is known what
        // there was: nothing.
        let last = Timestamp(microseconds: now.microseconds - 1)
        let epoch = Timestamp.earliest
        try db.execute(
            """
            INSERT INTO database (project, name, epoch, last_commit)
            VALUES (\(Array(name.project.utf8)), \(Array(name.database.utf8)), \(epoch.microseconds),
                \(last.microseconds))
            """
        )
        let id: Int64 = try db.first("SELECT last_insert_rowid()")?[0] ?? 0
        return DatabaseRecord(id: id, epoch: epoch, lastCommit: last)
    }

    static func setLastCommit(_ id: Int64, _ time: Timestamp, _ db: borrowing Connection) throws {
        try db.execute("UPDATE database SET last_commit = \(time.microseconds) WHERE id = \(id)")
    }

    /// Removes everything that a database has, and begins a new epoch.
    static func clear(_ record: DatabaseRecord, at time: Timestamp, _ db: borrowing Connection) throws {
        let collections = try db.query("SELECT id FROM collection WHERE database = \(record.id)")
        for row in collections {
            let id: Int64 = try row[0]
            try EntryTable.removeAll(of: id, db)
            try db.execute("DELETE FROM document WHERE collection = \(id)")
            try db.execute("DELETE FROM history WHERE collection = \(id)")
        }
        try db.execute("DELETE FROM collection WHERE database = \(record.id)")
        try db.execute("DELETE FROM field WHERE database = \(record.id)")
        try db.execute(
            """
            UPDATE database SET epoch = \(time.microseconds), last_commit = \(time.microseconds)
            WHERE id = \(record.id)
            """
        )
    }
}
