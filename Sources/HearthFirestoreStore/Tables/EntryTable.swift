internal import HearthDatabase

/// The entries of all indexes: a key for every value of every field, which ends with its document.
///
/// `collection u32 · field u32 · kind u8 · value, at most 1,500 bytes · document id · length of the id u16`
enum EntryTable {
    /// What an entry stands for.
    enum Kind: UInt8, Sendable {
        /// The value of the field.
        case value = 0
        /// One element of the array that is the value of the field.
        case element = 1
    }

    /// The longest value that is kept whole; of a longer one the beginning is.
    static let maximumValueLength = 1500

    static func prefix(collection: Int64, field: Int64, _ kind: Kind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        for number in [collection, field] {
            for shift in stride(from: 24, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        bytes.append(kind.rawValue)
        return bytes
    }

    static func key(prefix: [UInt8], value: [UInt8], id: [UInt8]) -> [UInt8] {
        var key = prefix
        key += value.prefix(maximumValueLength)
        key += id
        key.append(UInt8(truncatingIfNeeded: id.count >> 8))
        key.append(UInt8(truncatingIfNeeded: id.count))
        return key
    }

    /// The length of a prefix.
    private static let prefixLength = 9

    /// The value and the document's id in an entry.
    static func parts(of key: [UInt8]) -> (value: ArraySlice<UInt8>, id: [UInt8])? {
        guard key.count >= prefixLength + 2 else { return nil }
        let length = Int(key[key.count - 2]) << 8 | Int(key[key.count - 1])
        let start = key.count - 2 - length
        guard start >= prefixLength else { return nil }
        return (key[prefixLength..<start], Array(key[start..<key.count - 2]))
    }

    static func insert(_ key: [UInt8], _ db: borrowing Connection) throws {
        try db.execute("INSERT OR IGNORE INTO entry (key) VALUES (\(key))")
    }

    static func remove(_ key: [UInt8], _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM entry WHERE key = \(key)")
    }

    /// Removes all entries of a collection.
    static func removeAll(of collection: Int64, _ db: borrowing Connection) throws {
        let prefix = Array(prefix(collection: collection, field: 0, .value).prefix(4))
        let range = KeyRange(prefix: prefix)
        try db.execute("DELETE FROM entry WHERE key >= \(range.lower) AND key < \(range.upper)")
    }

    /// Hands over the entries of a range in order, for as long as they are wanted.
    static func step(
        _ range: KeyRange,
        isDescending: Bool,
        _ db: borrowing Connection,
        _ body: ([UInt8]) throws -> Bool
    ) throws {
        let statement: SQL =
            isDescending
            ? "SELECT key FROM entry WHERE key >= \(range.lower) AND key < \(range.upper) ORDER BY key DESC"
            : "SELECT key FROM entry WHERE key >= \(range.lower) AND key < \(range.upper) ORDER BY key"
        try db.step(statement) { row in try body(try row[0]) }
    }

    /// How many entries a range has, counted up to a limit.
    static func count(_ range: KeyRange, upTo limit: Int, _ db: borrowing Connection) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM
            (SELECT 1 FROM entry WHERE key >= \(range.lower) AND key < \(range.upper) LIMIT \(limit))
            """
        )?[0] ?? 0
    }

    /// Every entry of a collection.
    static func all(of collection: Int64, _ db: borrowing Connection) throws -> [[UInt8]] {
        let range = KeyRange(prefix: Array(prefix(collection: collection, field: 0, .value).prefix(4)))
        return try db.query("SELECT key FROM entry WHERE key >= \(range.lower) AND key < \(range.upper) ORDER BY key")
            .map { try $0[0] }
    }
}
