internal import HearthCore
internal import HearthCrashWire
internal import HearthDatabase
internal import HearthJSON

/// Every statement about issues and their reports.
enum IssueTable {
    static let migrations = [
        Migration(
            1,
            "issues",
            [
                """
                CREATE TABLE crash_issue (
                    project TEXT NOT NULL,
                    id TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    title TEXT NOT NULL,
                    place TEXT NOT NULL,
                    status TEXT NOT NULL,
                    events INTEGER NOT NULL,
                    first_seen INTEGER NOT NULL,
                    last_seen INTEGER NOT NULL,
                    first_version TEXT NOT NULL,
                    last_version TEXT NOT NULL,
                    resolved_version TEXT,
                    PRIMARY KEY (project, id)
                ) STRICT
                """,
                "CREATE INDEX crash_issue_seen ON crash_issue (project, last_seen)",
                """
                CREATE TABLE crash_version (
                    project TEXT NOT NULL, issue TEXT NOT NULL, version TEXT NOT NULL, events INTEGER NOT NULL,
                    PRIMARY KEY (project, issue, version)
                ) STRICT
                """,
                """
                CREATE TABLE crash_user (
                    project TEXT NOT NULL, issue TEXT NOT NULL, user TEXT NOT NULL,
                    PRIMARY KEY (project, issue, user)
                ) STRICT
                """,
                """
                CREATE TABLE crash_report (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    project TEXT NOT NULL, id TEXT NOT NULL, issue TEXT NOT NULL, at INTEGER NOT NULL, user TEXT,
                    document TEXT NOT NULL,
                    UNIQUE (project, id)
                ) STRICT
                """,
                "CREATE INDEX crash_report_issue ON crash_report (project, issue, number)",
            ]
        )
    ]

    struct Limits: Sendable {
        let reportsPerIssue: Int
        let reports: Int
        let issues: Int
        /// Users and versions of an issue that are told apart.
        let usersPerIssue = 1_000
        let versionsPerIssue = 100
    }

    /// Counts a report, unless it was counted before, and keeps it.
    static func add(
        _ report: CrashReport,
        _ document: String,
        to grouping: IssueGrouping,
        of project: String,
        _ limits: Limits,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws {
        let added = try db.execute(
            """
            INSERT INTO crash_report (project, id, issue, at, user, document)
            VALUES (\(project), \(report.id), \(grouping.id), \(report.time.milliseconds), \(report.user), \(document))
            ON CONFLICT (project, id) DO NOTHING
            """
        )
        guard added > 0 else { return }
        let time = min(report.time, now).milliseconds
        let title = String(report.title.prefix(500))
        let version = report.app.version
        let known = try db.first(
            "SELECT status, resolved_version FROM crash_issue WHERE project = \(project) AND id = \(grouping.id)"
        )
        if let known {
            let resolved: String? = try known["resolved_version"]
            let isBack =
                try known["status"] == "resolved" && resolved.map { VersionOrder.isNewer(version, than: $0) } ?? false
            try db.execute(
                """
                UPDATE crash_issue SET events = events + 1, last_seen = max(last_seen, \(time)),
                    first_seen = min(first_seen, \(time)), last_version = \(version), title = \(title),
                    status = CASE WHEN \(isBack) THEN 'regressed' ELSE status END
                WHERE project = \(project) AND id = \(grouping.id)
                """
            )
        } else {
            try db.execute(
                """
                INSERT INTO crash_issue (project, id, kind, title, place, status, events, first_seen, last_seen,
                    first_version, last_version)
                VALUES (\(project), \(grouping.id), \(report.kind.rawValue), \(title),
                    \(String(grouping.place.prefix(500))), 'open', 1, \(time), \(time), \(version), \(version))
                """
            )
        }
        try count(report, grouping.id, project, limits, db)
        try prune(grouping.id, project, limits, db)
    }

    private static func count(
        _ report: CrashReport,
        _ issue: String,
        _ project: String,
        _ limits: Limits,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            INSERT INTO crash_version (project, issue, version, events)
            SELECT \(project), \(issue), \(report.app.version), 1
            WHERE (SELECT count(*) FROM crash_version WHERE project = \(project) AND issue = \(issue))
                < \(limits.versionsPerIssue)
                OR EXISTS (SELECT 1 FROM crash_version
                    WHERE project = \(project) AND issue = \(issue) AND version = \(report.app.version))
            ON CONFLICT (project, issue, version) DO UPDATE SET events = events + 1
            """
        )
        let user = userKey(report.user ?? report.installation)
        try db.execute(
            """
            INSERT INTO crash_user (project, issue, user)
            SELECT \(project), \(issue), \(user)
            WHERE (SELECT count(*) FROM crash_user WHERE project = \(project) AND issue = \(issue))
                < \(limits.usersPerIssue)
            ON CONFLICT (project, issue, user) DO NOTHING
            """
        )
    }

    private static func prune(
        _ issue: String,
        _ project: String,
        _ limits: Limits,
        _ db: borrowing Connection
    ) throws {
        try db.execute(
            """
            DELETE FROM crash_report WHERE project = \(project) AND issue = \(issue) AND number <=
                (SELECT number FROM crash_report WHERE project = \(project) AND issue = \(issue)
                    ORDER BY number DESC LIMIT 1 OFFSET \(limits.reportsPerIssue))
            """
        )
        let newest: Int64? = try db.first("SELECT max(number) FROM crash_report")?[0]
        try db.execute("DELETE FROM crash_report WHERE number <= \((newest ?? 0) - Int64(limits.reports))")
        let surplus = try db.query(
            """
            SELECT id FROM crash_issue WHERE project = \(project) ORDER BY last_seen DESC
            LIMIT 10 OFFSET \(limits.issues)
            """
        )
        for row in surplus {
            let id: String = try row["id"]
            try remove(id, project, db)
        }
    }

    private static func remove(_ issue: String, _ project: String, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM crash_issue WHERE project = \(project) AND id = \(issue)")
        try db.execute("DELETE FROM crash_version WHERE project = \(project) AND issue = \(issue)")
        try db.execute("DELETE FROM crash_user WHERE project = \(project) AND issue = \(issue)")
        try db.execute("DELETE FROM crash_report WHERE project = \(project) AND issue = \(issue)")
    }

    static func list(
        _ project: String,
        _ status: String?,
        _ limit: Int,
        _ db: borrowing Connection
    ) throws -> [JSONObject] {
        try db.query(
            """
            SELECT *, (SELECT count(*) FROM crash_user WHERE project = crash_issue.project AND issue = crash_issue.id)
                AS users FROM crash_issue
            WHERE project = \(project) AND (\(status) IS NULL OR status = \(status))
            ORDER BY last_seen DESC LIMIT \(limit)
            """
        ).map { try json($0) }
    }

    static func show(
        _ project: String,
        _ id: String,
        reports: Int,
        _ db: borrowing Connection
    ) throws -> JSONObject? {
        let row = try db.first(
            """
            SELECT *, (SELECT count(*) FROM crash_user WHERE project = crash_issue.project AND issue = crash_issue.id)
                AS users FROM crash_issue WHERE project = \(project) AND id = \(id)
            """
        )
        guard let row else { return nil }
        var issue = try json(row)
        let versions = try db.query(
            """
            SELECT version, events FROM crash_version WHERE project = \(project) AND issue = \(id)
            ORDER BY events DESC, version
            """
        )
        issue["versions"] = .array(
            try versions.map { ["version": .string(try $0["version"]), "events": .integer(try $0["events"])] }
        )
        let documents = try db.query(
            """
            SELECT document FROM crash_report WHERE project = \(project) AND issue = \(id)
            ORDER BY number DESC LIMIT \(reports)
            """
        )
        issue["reports"] = .array(
            try documents.compactMap { row in
                let text: String = try row["document"]
                return try? JSON.parse(Array(text.utf8))
            }
        )
        return issue
    }

    private static func json(_ row: Row) throws -> JSONObject {
        let first: Int64 = try row["first_seen"]
        let last: Int64 = try row["last_seen"]
        return [
            "id": .string(try row["id"]), "kind": .string(try row["kind"]), "title": .string(try row["title"]),
            "place": .string(try row["place"]), "status": .string(try row["status"]),
            "events": .integer(try row["events"]), "users": .integer(try row["users"]),
            "firstSeen": .string(CivilTime(UnixTime(milliseconds: first)).rfc3339),
            "lastSeen": .string(CivilTime(UnixTime(milliseconds: last)).rfc3339),
            "firstVersion": .string(try row["first_version"]), "lastVersion": .string(try row["last_version"]),
        ]
    }

    static func setStatus(_ status: String, of id: String, _ project: String, _ db: borrowing Connection) throws {
        let version = status == "resolved" ? try newestVersion(of: id, project, db) : nil
        try db.execute(
            """
            UPDATE crash_issue SET status = \(status), resolved_version = \(version)
            WHERE project = \(project) AND id = \(id)
            """
        )
    }

    /// The newest version that an issue was seen in; the one that reported last may be an older one.
    private static func newestVersion(
        of issue: String,
        _ project: String,
        _ db: borrowing Connection
    ) throws -> String? {
        let rows = try db.query(
            """
            SELECT last_version AS version FROM crash_issue WHERE project = \(project) AND id = \(issue)
            UNION SELECT version FROM crash_version WHERE project = \(project) AND issue = \(issue)
            """
        )
        var newest: String?
        for row in rows {
            let version: String = try row["version"]
            if newest.map({ VersionOrder.isNewer(version, than: $0) }) ?? true { newest = version }
        }
        return newest
    }

    /// A user as users are counted.
    private static func userKey(_ user: String) -> String { String(user.prefix(256)) }

    static func delete(user: String, _ project: String, _ db: borrowing Connection) throws -> Int {
        try db.execute("DELETE FROM crash_user WHERE project = \(project) AND user = \(userKey(user))")
        return try db.execute("DELETE FROM crash_report WHERE project = \(project) AND user = \(user)")
    }

    static func clear(_ project: String, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM crash_issue WHERE project = \(project)")
        try db.execute("DELETE FROM crash_version WHERE project = \(project)")
        try db.execute("DELETE FROM crash_user WHERE project = \(project)")
        try db.execute("DELETE FROM crash_report WHERE project = \(project)")
    }
}

/// The order of versions: `1.10` is newer than `1.9`.
enum VersionOrder {
    static func isNewer(_ version: String, than other: String) -> Bool {
        let left = numbers(version)
        let right = numbers(other)
        let zero = Number("0")
        for index in 0..<max(left.count, right.count) {
            let (one, two) = (index < left.count ? left[index] : zero, index < right.count ? right[index] : zero)
            if one != two { return one > two }
        }
        return false
    }

    private static func numbers(_ version: String) -> [Number] {
        version.split(whereSeparator: { !"0123456789".contains($0) }).prefix(8).map { Number($0) }
    }

    /// A whole number of any length, as dates and times in versions are.
    private struct Number: Comparable {
        let digits: Substring

        init(_ digits: Substring) { self.digits = digits.drop { $0 == "0" } }

        static func < (left: Number, right: Number) -> Bool {
            (left.digits.count, left.digits) < (right.digits.count, right.digits)
        }
    }
}
