internal import HearthDatabase
internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// A document's version as the tables keep it.
struct StoredVersion: Sendable {
    /// The binary form of the fields' entries.
    let fields: [UInt8]
    let created: Int64
    let updated: Int64

    func document(named name: ResourceName) throws -> Document {
        Document(
            name: name,
            fields: try Fields(protobuf: fields),
            createTime: Timestamp(microseconds: created),
            updateTime: Timestamp(microseconds: updated)
        )
    }
}

/// The documents as they are now; those of a collection lie together, in the order of their ids.
enum DocumentTable {
    static func find(_ id: [UInt8], in collection: Int64, _ db: borrowing Connection) throws -> StoredVersion? {
        let row = try db.first(
            "SELECT fields, created, updated FROM document WHERE collection = \(collection) AND id = \(id)"
        )
        guard let row else { return nil }
        return StoredVersion(fields: try row[0], created: try row[1], updated: try row[2])
    }

    static func put(
        _ id: [UInt8],
        in collection: Int64,
        _ version: StoredVersion,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            INSERT OR REPLACE INTO document (collection, id, fields, created, updated)
            VALUES (\(collection), \(id), \(version.fields), \(version.created), \(version.updated))
            """
        )
    }

    static func remove(_ id: [UInt8], in collection: Int64, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM document WHERE collection = \(collection) AND id = \(id)")
    }

    /// Hands over the documents of a range of ids in order, for as long as they are wanted.
    static func step(
        _ collection: Int64,
        _ range: KeyRange,
        isDescending: Bool,
        _ db: borrowing Connection,
        _ body: ([UInt8], StoredVersion) throws -> Bool
    ) throws {
        let statement: SQL =
            isDescending
            ? """
            SELECT id, fields, created, updated FROM document
            WHERE collection = \(collection) AND id >= \(range.lower) AND id < \(range.upper) ORDER BY id DESC
            """
            : """
            SELECT id, fields, created, updated FROM document
            WHERE collection = \(collection) AND id >= \(range.lower) AND id < \(range.upper) ORDER BY id
            """
        try db.step(statement) { row in
            try body(try row[0], StoredVersion(fields: try row[1], created: try row[2], updated: try row[3]))
        }
    }

    /// The ids of a collection, in order.
    static func ids(_ collection: Int64, _ db: borrowing Connection) throws -> [[UInt8]] {
        try db.query("SELECT id FROM document WHERE collection = \(collection) ORDER BY id").map { try $0[0] }
    }
}
