internal import HearthCore
internal import HearthDatabase

/// The events that wait for their functions, in the database that they happened in.
enum TriggerTable {
    /// An event that waits.
    struct Waiting: Sendable {
        let number: Int64
        let event: TriggerEvent
        let attempts: Int
    }

    /// Makes the table if it is missing.
    static func create(_ db: borrowing Connection) throws {
        try db.execute(
            """
            CREATE TABLE IF NOT EXISTS trigger_event (
                number INTEGER PRIMARY KEY AUTOINCREMENT, function TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
                subject TEXT NOT NULL, time INTEGER NOT NULL, payload BLOB NOT NULL, hops INTEGER NOT NULL,
                attempts INTEGER NOT NULL, next INTEGER NOT NULL
            ) STRICT
            """
        )
        try db.execute(
            "CREATE INDEX IF NOT EXISTS trigger_event_in_order ON trigger_event (function, subject, number)"
        )
        try db.execute("CREATE UNIQUE INDEX IF NOT EXISTS trigger_event_once ON trigger_event (function, id)")
    }

    static func add(_ event: TriggerEvent, for function: String, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO trigger_event (function, id, kind, subject, time, payload, hops, attempts, next)
            VALUES (\(function), \(event.id), \(event.kind), \(event.subject), \(event.time.milliseconds),
                \(event.payload), \(event.hops), 0, \(event.time.milliseconds))
            ON CONFLICT (function, id) DO NOTHING
            """
        )
    }

    /// The first event of each subject of a function, if it is due, oldest first.
    static func heads(of function: String, due now: UnixTime, limit: Int, _ db: borrowing Connection) throws
        -> [Waiting]
    {
        // The index alone tells which they are; the rows of the few that are wanted are read after that.
        let rows = try db.query(
            """
            SELECT number, id, kind, subject, time, payload, hops, attempts FROM trigger_event
            WHERE number IN (SELECT min(number) FROM trigger_event WHERE function = \(function) GROUP BY subject)
                AND next <= \(now.milliseconds)
            ORDER BY number LIMIT \(limit)
            """
        )
        return try rows.map { row in
            Waiting(
                number: try row["number"],
                event: try TriggerEvent(row),
                attempts: try row["attempts"]
            )
        }
    }

    /// When the next event of a function is due; `nil` if none waits.
    static func earliest(of function: String, _ db: borrowing Connection) throws -> UnixTime? {
        // With min, the other columns are those of the row that has it: https://sqlite.org/lang_select.html#bareagg.
        let row = try db.first(
            """
            SELECT min(next) AS next FROM (
                SELECT min(number), next FROM trigger_event WHERE function = \(function) GROUP BY subject
            )
            """
        )
        let next: Int64? = try row?["next"]
        return next.map { UnixTime(milliseconds: $0) }
    }

    static func remove(_ number: Int64, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM trigger_event WHERE number = \(number)")
    }

    static func postpone(_ number: Int64, until next: UnixTime, _ db: borrowing Connection) throws {
        try db.execute(
            "UPDATE trigger_event SET attempts = attempts + 1, next = \(next.milliseconds) WHERE number = \(number)"
        )
    }

    /// How many events wait for each function, also for those that no program has any more.
    static func counts(_ db: borrowing Connection) throws -> [String: Int] {
        let rows = try db.query("SELECT function, count(*) AS waiting FROM trigger_event GROUP BY function")
        var counts: [String: Int] = [:]
        for row in rows {
            let function: String = try row["function"]
            counts[function] = try row["waiting"]
        }
        return counts
    }
}

extension TriggerEvent {
    init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            kind: try row["kind"],
            subject: try row["subject"],
            time: UnixTime(milliseconds: try row["time"]),
            payload: try row["payload"],
            hops: try row["hops"]
        )
    }
}
