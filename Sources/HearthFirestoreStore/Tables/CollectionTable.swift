internal import HearthDatabase
internal import HearthFirestoreModel

/// A collection that has or had documents.
struct CollectionRecord: Sendable {
    let id: Int64
    let path: ResourcePath
    /// How many documents it has now.
    let documents: Int
}

/// The collections; one stays when its last document goes, because of its history.
enum CollectionTable {
    static func find(
        _ path: ResourcePath,
        in database: Int64,
        _ db: borrowing Connection
    ) throws -> CollectionRecord? {
        let row = try db.first(
            """
            SELECT id, documents FROM collection WHERE database = \(database)
            AND parent = \(path.parent?.key ?? []) AND name = \(Array(path.id.utf8))
            """
        )
        guard let row else { return nil }
        return CollectionRecord(id: try row[0], path: path, documents: try row[1])
    }

    static func create(_ path: ResourcePath, in database: Int64, _ db: borrowing Connection) throws -> Int64 {
        try db.execute(
            """
            INSERT INTO collection (database, parent, name, documents)
            VALUES (\(database), \(path.parent?.key ?? []), \(Array(path.id.utf8)), 0)
            """
        )
        return try db.first("SELECT last_insert_rowid()")?[0] ?? 0
    }

    static func change(_ id: Int64, by difference: Int, _ db: borrowing Connection) throws {
        guard difference != 0 else { return }
        try db.execute("UPDATE collection SET documents = documents + \(difference) WHERE id = \(id)")
    }

    /// The collections that a query looks at, in the order of their paths' keys.
    static func all(
        in scope: QueryScope,
        of database: Int64,
        _ db: borrowing Connection
    ) throws -> [CollectionRecord] {
        switch scope {
        case .collection(let path): return try find(path, in: database, db).map { [$0] } ?? []
        case .group(let id, let parent):
            let (lower, upper) = KeyRange.bounds(ofPrefix: parent.key)
            return try records(
                db.query(
                    """
                    SELECT id, parent, name, documents FROM collection WHERE database = \(database)
                    AND name = \(Array(id.utf8)) AND parent >= \(lower) AND parent < \(upper)
                    """
                )
            )
        case .children(let parent):
            return try records(
                db.query(
                    """
                    SELECT id, parent, name, documents FROM collection
                    WHERE database = \(database) AND parent = \(parent.key)
                    """
                )
            )
        case .descendants(let parent):
            let (lower, upper) = KeyRange.bounds(ofPrefix: parent.key)
            return try records(
                db.query(
                    """
                    SELECT id, parent, name, documents FROM collection
                    WHERE database = \(database) AND parent >= \(lower) AND parent < \(upper)
                    """
                )
            )
        }
    }

    static func path(of id: Int64, _ db: borrowing Connection) throws -> ResourcePath? {
        guard let row = try db.first("SELECT parent, name FROM collection WHERE id = \(id)") else { return nil }
        return ResourcePath(key: try row[0])?.appending(String(decoding: try row[1] as [UInt8], as: UTF8.self))
    }

    private static func records(_ rows: [Row]) throws -> [CollectionRecord] {
        var records: [CollectionRecord] = []
        for row in rows {
            guard let parent = ResourcePath(key: try row[1]) else { throw StoreDamage.unreadableKey }
            let name = String(decoding: try row[2] as [UInt8], as: UTF8.self)
            records.append(CollectionRecord(id: try row[0], path: parent.appending(name), documents: try row[3]))
        }
        return records.sorted { $0.path < $1.path }
    }
}

/// What should not be in the store.
enum StoreDamage: Error {
    case unreadableKey
}
