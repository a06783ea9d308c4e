internal import HearthCore
internal import HearthDatabase

/// The events that were given up, until they are delivered once more or forgotten.
enum FailureTable {
    /// How many are kept of a function: the newest.
    static let limit = 1_000

    /// Makes the table if it is missing.
    static func create(_ db: borrowing Connection) throws {
        // The numbers are those that the events had while they waited.
        try db.execute(
            """
            CREATE TABLE IF NOT EXISTS trigger_failure (
                number INTEGER PRIMARY KEY, function TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
                subject TEXT NOT NULL, time INTEGER NOT NULL, payload BLOB NOT NULL, hops INTEGER NOT NULL,
                attempts INTEGER NOT NULL, failed INTEGER NOT NULL, reason TEXT NOT NULL
            ) STRICT
            """
        )
        try db.execute(
            "CREATE INDEX IF NOT EXISTS trigger_failure_of_function ON trigger_failure (function, failed, number)"
        )
        try db.execute("CREATE INDEX IF NOT EXISTS trigger_failure_in_order ON trigger_failure (failed, number)")
    }

    /// Keeps a waiting event as one that was given up, and forgets the oldest of its function if there are too many.
    static func add(
        _ waiting: TriggerTable.Waiting,
        because reason: String,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            INSERT INTO trigger_failure
            SELECT number, function, id, kind, subject, time, payload, hops, attempts + 1, \(now.milliseconds), \(reason)
            FROM trigger_event WHERE number = \(waiting.number)
            """
        )
        try db.execute(
            """
            DELETE FROM trigger_failure WHERE number IN (
                SELECT number FROM trigger_failure
                WHERE function = (SELECT function FROM trigger_event WHERE number = \(waiting.number))
                ORDER BY failed DESC, number DESC LIMIT -1 OFFSET \(limit)
            )
            """
        )
    }

    /// Events that were given up, the newest first; those of every function if none is named.
    static func list(of function: String?, limit: Int, _ db: borrowing Connection) throws -> [FailedEvent] {
        let ofFunction: SQL =
            """
            SELECT * FROM trigger_failure WHERE function = \(function)
            ORDER BY failed DESC, number DESC LIMIT \(limit)
            """
        let ofAll: SQL =
            "SELECT * FROM trigger_failure WHERE failed >= 0 ORDER BY failed DESC, number DESC LIMIT \(limit)"
        let rows = try db.query(function == nil ? ofAll : ofFunction)
        return try rows.map { row in
            FailedEvent(
                function: try row["function"],
                event: try TriggerEvent(row),
                attempts: try row["attempts"],
                time: UnixTime(milliseconds: try row["failed"]),
                reason: try row["reason"]
            )
        }
    }

    /// Lets events wait again, behind those that wait already.
    static func retry(_ chosen: FailedEvent.Choice, at now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO trigger_event (function, id, kind, subject, time, payload, hops, attempts, next)
            SELECT function, id, kind, subject, time, payload, hops, 0, \(now.milliseconds) FROM trigger_failure
            WHERE function = \(chosen.function) AND (id = \(chosen.id) OR \(chosen.id) IS NULL) ORDER BY number
            ON CONFLICT (function, id) DO NOTHING
            """
        )
    }

    /// Forgets events.
    ///
    /// - Returns: How many.
    static func remove(_ chosen: FailedEvent.Choice, _ db: borrowing Connection) throws -> Int {
        try db.query(
            """
            DELETE FROM trigger_failure
            WHERE function = \(chosen.function) AND (id = \(chosen.id) OR \(chosen.id) IS NULL) RETURNING number
            """
        ).count
    }
}
