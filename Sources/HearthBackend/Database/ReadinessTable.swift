internal import HearthCore
internal import HearthDatabase

/// The `readiness` table: every statement that touches it is in this file.
struct ReadinessTable: Sendable {
    /// Writes the table's one row.
    func touch(_ now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute(
            "INSERT INTO readiness (id, checked_at) VALUES (1, \(now)) ON CONFLICT (id) DO UPDATE SET checked_at = \(now)"
        )
    }
}
