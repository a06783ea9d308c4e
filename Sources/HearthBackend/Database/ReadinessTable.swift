internal import HearthCore
internal import HearthDatabase

/// The `readiness` table: every statement that touches it is in this file.
struct ReadinessTable: Sendable {
    /// Writes the table's one row, with as many bytes as a large transaction has.
    ///
    /// A smaller one may still find room on a disk that is full.
    func touch(_ now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute(
            "INSERT OR REPLACE INTO readiness (id, checked_at, room) VALUES (1, \(now), zeroblob(\(Self.room)))"
        )
    }

    private static let room = 32 << 10
}
