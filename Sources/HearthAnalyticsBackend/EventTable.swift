internal import HearthAnalyticsModel
internal import HearthCore
internal import HearthDatabase
internal import HearthJSON

/// Every statement about events.
struct EventTable: Sendable {
    let maximum: Int
    let retention: Duration

    static let migrations = [
        Migration(
            1,
            "events",
            [
                """
                CREATE TABLE analytics_event (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    repeat_key TEXT UNIQUE,
                    stream TEXT NOT NULL,
                    name TEXT NOT NULL,
                    at INTEGER NOT NULL,
                    received INTEGER NOT NULL,
                    instance TEXT NOT NULL,
                    user TEXT,
                    session INTEGER,
                    params TEXT NOT NULL,
                    properties TEXT NOT NULL
                ) STRICT
                """,
                "CREATE INDEX analytics_event_name ON analytics_event (name, at)",
                "CREATE INDEX analytics_event_at ON analytics_event (at)",
                "CREATE INDEX analytics_event_instance ON analytics_event (instance)",
                "CREATE INDEX analytics_event_user ON analytics_event (user) WHERE user IS NOT NULL",
            ]
        )
    ]

    /// A stored event.
    struct Stored: Sendable {
        let id: Int64
        let json: JSONObject
    }

    struct Filter: Sendable {
        let stream: String?
        let name: String?
        let user: String?
    }

    struct Count: Sendable {
        let name: String
        let events: Int64
        let users: Int64
        let last: UnixTime
    }

    /// Stores an event, unless it was stored before.
    func insert(
        _ event: LoggedEvent,
        _ identity: AnalyticsIdentity,
        _ stream: String,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws {
        var parameters = event.parameters
        let id = parameters["hearth_id"]?.string
        parameters["hearth_id"] = nil
        let session: Int64? = if case .int(let number) = parameters["session_id"] { number } else { nil }
        let instance = identity.appInstanceID ?? identity.clientID ?? ""
        let repeatKey = id.map { "\(instance)/\($0)" }
        let params = String(decoding: JSON.serialize(.object(parameters.json)), as: UTF8.self)
        let properties = JSONObject(identity.userProperties)
        let text = String(decoding: JSON.serialize(.object(properties)), as: UTF8.self)
        try db.execute(
            """
            INSERT INTO analytics_event
                (repeat_key, stream, name, at, received, instance, user, session, params, properties)
            VALUES (\(repeatKey), \(stream), \(event.name.rawValue), \(event.time.milliseconds), \(now.milliseconds),
                \(instance), \(identity.userID), \(session), \(params), \(text))
            ON CONFLICT (repeat_key) DO NOTHING
            """
        )
    }

    /// Removes what is too old or too much.
    func prune(_ now: UnixTime, _ db: borrowing Connection) throws {
        let newest: Int64? = try db.first("SELECT max(id) FROM analytics_event")?[0]
        guard let newest else { return }
        try db.execute("DELETE FROM analytics_event WHERE id <= \(newest - Int64(maximum))")
        // Some at a time: a request does not pay for a quiet night.
        let cutoff = (now - retention).milliseconds
        try db.execute(
            """
            DELETE FROM analytics_event WHERE id IN
                (SELECT id FROM analytics_event WHERE at < \(cutoff) ORDER BY at LIMIT 500)
            """
        )
    }

    static func list(
        _ filter: Filter,
        before: Int64,
        limit: Int,
        _ db: borrowing Connection
    ) throws -> [Stored] {
        try db.query(
            """
            SELECT id, stream, name, at, instance, user, session, params, properties FROM analytics_event
            WHERE id < \(before) AND (\(filter.stream) IS NULL OR stream = \(filter.stream))
                AND (\(filter.name) IS NULL OR name = \(filter.name))
                AND (\(filter.user) IS NULL OR user = \(filter.user) OR instance = \(filter.user))
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map { row in
            let id: Int64 = try row["id"]
            let at: Int64 = try row["at"]
            let user: String? = try row["user"]
            let params: String = try row["params"]
            let properties: String = try row["properties"]
            var json: JSONObject = [
                "id": .integer(id), "stream": .string(try row["stream"]), "name": .string(try row["name"]),
                "time": .string(CivilTime(UnixTime(milliseconds: at)).rfc3339),
                "instance": .string(try row["instance"]),
            ]
            json["user"] = user.map { .string($0) }
            json["params"] = try? JSON.parse(Array(params.utf8))
            json["userProperties"] = try? JSON.parse(Array(properties.utf8))
            return Stored(id: id, json: json)
        }
    }

    static func counts(_ stream: String?, since: UnixTime, _ db: borrowing Connection) throws -> [Count] {
        try db.query(
            """
            SELECT name, count(*) AS events, count(DISTINCT coalesce(user, instance)) AS users, max(at) AS last
            FROM analytics_event WHERE at >= \(since.milliseconds) AND (\(stream) IS NULL OR stream = \(stream))
            GROUP BY name ORDER BY events DESC, name LIMIT 1000
            """
        ).map { row in
            let last: Int64 = try row["last"]
            return Count(
                name: try row["name"],
                events: try row["events"],
                users: try row["users"],
                last: UnixTime(milliseconds: last)
            )
        }
    }

    static func users(_ stream: String?, since: UnixTime, _ db: borrowing Connection) throws -> Int64 {
        let row = try db.first(
            """
            SELECT count(DISTINCT coalesce(user, instance)) FROM analytics_event
            WHERE at >= \(since.milliseconds) AND (\(stream) IS NULL OR stream = \(stream))
            """
        )
        return try row?[0] ?? 0
    }

    /// How many users took the first steps, each after the one before.
    static func funnel(
        _ steps: [String],
        _ stream: String?,
        since: UnixTime,
        _ db: borrowing Connection
    ) throws -> [Int64] {
        var counts = [Int64](repeating: 0, count: steps.count)
        var actor: String?
        var reached = 0
        try db.forEach(
            """
            SELECT coalesce(user, instance) AS actor, name FROM analytics_event
            WHERE name IN (\(list: Array(Set(steps)).sorted())) AND at >= \(since.milliseconds)
                AND (\(stream) IS NULL OR stream = \(stream))
            ORDER BY actor, at, id
            """
        ) { row in
            let name: String = try row["name"]
            let next: String = try row["actor"]
            if next != actor { (actor, reached) = (next, 0) }
            guard reached < steps.count, name == steps[reached] else { return }
            counts[reached] += 1
            reached += 1
        }
        return counts
    }

    static func delete(user: String, _ db: borrowing Connection) throws -> Int {
        let named = try db.execute("DELETE FROM analytics_event WHERE user = \(user)")
        return try named + db.execute("DELETE FROM analytics_event WHERE instance = \(user)")
    }

    static func clear(_ db: borrowing Connection) throws {
        try db.execute("DELETE FROM analytics_event")
    }
}

extension JSONObject {
    fileprivate init(_ texts: [String: String]) {
        self.init()
        for (name, value) in texts.sorted(by: { $0.key < $1.key }) { self[name] = .string(value) }
    }
}
