internal import HearthDatabase
internal import HearthFirestoreModel

/// Short numbers for the paths of fields.
enum FieldTable {
    static func find(_ path: FieldPath, in database: Int64, _ db: borrowing Connection) throws -> Int64? {
        try db.first("SELECT id FROM field WHERE database = \(database) AND path = \(Array(path.text.utf8))")?[0]
    }

    static func findOrCreate(_ path: FieldPath, in database: Int64, _ db: borrowing Connection) throws -> Int64 {
        if let id = try find(path, in: database, db) { return id }
        try db.execute("INSERT INTO field (database, path) VALUES (\(database), \(Array(path.text.utf8)))")
        return try db.first("SELECT last_insert_rowid()")?[0] ?? 0
    }
}
