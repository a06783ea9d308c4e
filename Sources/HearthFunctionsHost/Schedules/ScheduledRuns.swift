internal import HearthCore
public import HearthDatabase

/// The runs of scheduled functions that several processes share by a database: each run is one process's.
///
/// A process that takes a run notes it, and until when it may take. Others leave out the runs that are taken, and those
/// that would overlap one. A process that dies within a run keeps others from the function until that time, and no
/// longer; its run is not repeated.
public struct ScheduledRuns: Sendable {
    private let database: Database

    /// Uses a database, and makes its table if it is missing.
    ///
    /// - Parameter database: The database.
    /// - Throws: `DatabaseError`.
    public init(_ database: Database) async throws {
        self.database = database
        try await database.write { db in
            try db.execute(
                """
                CREATE TABLE IF NOT EXISTS scheduled_run (
                    function TEXT PRIMARY KEY, time INTEGER NOT NULL, busy_until INTEGER NOT NULL
                ) STRICT
                """
            )
        }
    }

    /// Takes a run.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - time: The moment of its schedule.
    ///   - now: The time.
    ///   - end: When the run is over at the latest.
    /// - Returns: Whether the run is this process's.
    /// - Throws: `DatabaseError`.
    func begin(_ function: String, at time: UnixTime, now: UnixTime, until end: UnixTime) async throws -> Bool {
        try await database.write { db in
            let row = try db.first(
                """
                INSERT INTO scheduled_run (function, time, busy_until)
                VALUES (\(function), \(time.milliseconds), \(end.milliseconds))
                ON CONFLICT (function) DO UPDATE SET time = excluded.time, busy_until = excluded.busy_until
                WHERE time < excluded.time AND busy_until <= \(now.milliseconds)
                RETURNING time
                """
            )
            return row != nil
        }
    }

    /// Notes that a run is over.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - time: The moment of its schedule.
    /// - Throws: `DatabaseError`.
    func end(_ function: String, at time: UnixTime) async throws {
        try await database.write { db in
            try db.execute(
                """
                UPDATE scheduled_run SET busy_until = 0
                WHERE function = \(function) AND time = \(time.milliseconds)
                """
            )
        }
    }
}
