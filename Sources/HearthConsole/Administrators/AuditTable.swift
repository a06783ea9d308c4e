internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON

/// What one administrator did.
struct AuditLine: Sendable {
    var number: Int64 = 0
    var at: UnixTime
    /// `nil` for the command line of the host.
    var administrator: String?
    var email: String
    var role: String
    /// The operation, for example `UpdateAccount`.
    var action: String
    /// What it was done to, for example `shop/users/1f3a`.
    var target: String
    /// What was asked for, as JSON without secrets.
    var detail: String
    /// The address that it came from.
    var source: String?
    /// The status of the answer; `nil` if the process ended before there was one.
    var status: Int?
    var digest: [UInt8] = []

    /// The digest of the line after another one: a line that is missing or was changed shows.
    func digest(after previous: [UInt8]) -> [UInt8] {
        let fields = [
            "\(number)", "\(at.milliseconds)", administrator ?? "", email, role, action, target, detail, source ?? "",
        ]
        // Lengths before the texts, so that no two lines have the same bytes.
        let bytes = fields.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return Digest.sha256.hash(previous + bytes)
    }

    var json: JSONValue {
        var line = JSONObject()
        line["number"] = .integer(number)
        line["at"] = .integer(at.milliseconds)
        line["email"] = .string(email)
        line["role"] = .string(role)
        line["action"] = .string(action)
        line["target"] = .string(target)
        line["detail"] = (try? JSON.parse(Array(detail.utf8), maximumValues: 1000)) ?? .string(detail)
        line["source"] = source.map(JSONValue.string)
        line["status"] = status.map { .integer(Int64($0)) }
        return .object(line)
    }
}

/// The `audit` table: every statement that touches it is in this file.
///
/// Lines are added, and never changed or removed.
struct AuditTable: Sendable {
    /// Adds a line as the newest.
    ///
    /// - Returns: Its number.
    @discardableResult
    func append(_ line: AuditLine, _ db: borrowing Connection) throws -> Int64 {
        let last = try db.first("SELECT number, digest FROM audit ORDER BY number DESC LIMIT 1")
        var line = line
        line.number = (try last.map { try $0["number"] } ?? 0) + 1
        let digest = line.digest(after: try last.map { try $0["digest"] } ?? [])
        try db.execute(
            """
            INSERT INTO audit (number, at, administrator, email, role, action, target, detail, source, digest, status)
            VALUES (\(line.number), \(line.at), \(line.administrator), \(line.email), \(line.role), \(line.action),
                \(line.target), \(line.detail), \(line.source), \(digest), \(line.status.map(Int64.init)))
            """
        )
        return line.number
    }

    /// Notes what came of a line, once.
    func finish(_ number: Int64, status: Int, _ db: borrowing Connection) throws {
        try db.execute("UPDATE audit SET status = \(Int64(status)) WHERE number = \(number) AND status IS NULL")
    }

    /// Lines before a number, newest first: all of them, or those of one administrator.
    func list(
        before number: Int64,
        of administrator: String?,
        limit: Int,
        _ db: borrowing Connection
    ) throws -> [AuditLine] {
        let rows =
            if let administrator {
                try db.query(
                    """
                    SELECT * FROM audit WHERE administrator = \(administrator) AND number < \(number)
                    ORDER BY number DESC LIMIT \(limit)
                    """
                )
            } else {
                try db.query("SELECT * FROM audit WHERE number < \(number) ORDER BY number DESC LIMIT \(limit)")
            }
        return try rows.map { try AuditLine($0) }
    }

    /// Whether each line up to one is what it was when it was added; `through` lines of the newest are looked at.
    func isIntact(newest limit: Int, _ db: borrowing Connection) throws -> Bool {
        let lines = try list(before: .max, of: nil, limit: limit + 1, db)
        for (line, older) in zip(lines, lines.dropFirst()) {
            guard line.number == older.number + 1, line.digest == line.digest(after: older.digest) else { return false }
        }
        guard lines.count <= limit, let first = lines.last else { return true }
        return first.number == 1 && first.digest == first.digest(after: [])
    }
}

extension AuditLine {
    fileprivate init(_ row: Row) throws {
        let status: Int64? = try row["status"]
        self.init(
            number: try row["number"],
            at: try row["at"],
            administrator: try row["administrator"],
            email: try row["email"],
            role: try row["role"],
            action: try row["action"],
            target: try row["target"],
            detail: try row["detail"],
            source: try row["source"],
            status: status.map { Int($0) },
            digest: try row["digest"]
        )
    }
}
