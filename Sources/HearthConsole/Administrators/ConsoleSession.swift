internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase

/// A session of an administrator: what the cookie of a browser stands for.
struct ConsoleSession: Sendable {
    /// How long a session lives without a call.
    static let idleLifetime = Duration.minutes(30)
    /// How long a session lives at most.
    static let lifetime = Duration.hours(12)
    /// For how long a proof of both factors allows what needs one.
    static let proofLifetime = Duration.minutes(5)
    /// The cookie's name: with this prefix a browser takes it from this host alone, over TLS, for all paths
    /// ([RFC 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis)).
    static let cookie = "__Host-hearth-console"

    let administrator: Administrator
    /// The digest of the cookie's value; the value itself is stored nowhere.
    let digest: [UInt8]
    let createdAt: UnixTime
    let provedAt: UnixTime
    let lastUsedAt: UnixTime
    let source: String?
    let agent: String?

    func isLive(at now: UnixTime) -> Bool {
        now < createdAt + Self.lifetime && now < lastUsedAt + Self.idleLifetime
    }

    func hasRecentProof(at now: UnixTime) -> Bool { now < provedAt + Self.proofLifetime }

    /// The short name of the session in lists, which opens nothing.
    var name: String { String(Hex.encode(digest).prefix(16)) }

    static func digest(of value: String) -> [UInt8] {
        Digest.sha256.hash(Array("hearth console session \(value)".utf8))
    }

    /// What every write has to carry beside the cookie: a page of another origin can know neither.
    static func writeToken(of value: String) -> String {
        Base64.encode(Digest.sha256.hash(Array("hearth console write token \(value)".utf8)))
    }
}

/// The `sessions` table of the console: every statement that touches it is in this file.
struct ConsoleSessionTable: Sendable {
    private let administrators = AdministratorTable()

    func insert(_ session: ConsoleSession, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO sessions (digest, administrator, source, agent, created_at, proved_at, last_used_at)
            VALUES (\(session.digest), \(session.administrator.id), \(session.source), \(session.agent),
                \(session.createdAt), \(session.provedAt), \(session.lastUsedAt))
            """
        )
    }

    /// The session of a cookie, with its administrator as he is now; `nil` if it has ended.
    func find(_ digest: [UInt8], at now: UnixTime, _ db: borrowing Connection) throws -> ConsoleSession? {
        guard let row = try db.first("SELECT * FROM sessions WHERE digest = \(digest)"),
            let administrator = try administrators.find(id: try row["administrator"], db)
        else { return nil }
        let session = try ConsoleSession(row, of: administrator)
        return session.isLive(at: now) ? session : nil
    }

    /// The live sessions of an administrator, newest first.
    func list(of administrator: Administrator, at now: UnixTime, _ db: borrowing Connection) throws -> [ConsoleSession]
    {
        let rows = try db.query(
            """
            SELECT * FROM sessions WHERE administrator = \(administrator.id) ORDER BY created_at DESC LIMIT 100
            """
        )
        return try rows.map { try ConsoleSession($0, of: administrator) }.filter { $0.isLive(at: now) }
    }

    func noteUse(of digest: [UInt8], at now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute("UPDATE sessions SET last_used_at = \(now) WHERE digest = \(digest)")
    }

    func delete(_ digest: [UInt8], _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM sessions WHERE digest = \(digest)")
    }

    func deleteAll(of administrator: String, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM sessions WHERE administrator = \(administrator)")
    }

    func deleteAll(of administrator: String, but digest: [UInt8], _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM sessions WHERE administrator = \(administrator) AND digest <> \(digest)")
    }

    /// Removes what has ended of an administrator, so that the table does not grow.
    func deleteEnded(of administrator: String, at now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute(
            """
            DELETE FROM sessions WHERE administrator = \(administrator) AND (
                created_at <= \(now - ConsoleSession.lifetime) OR last_used_at <= \(now - ConsoleSession.idleLifetime))
            """
        )
    }
}

extension ConsoleSession {
    fileprivate init(_ row: Row, of administrator: Administrator) throws {
        self.init(
            administrator: administrator,
            digest: try row["digest"],
            createdAt: try row["created_at"],
            provedAt: try row["proved_at"],
            lastUsedAt: try row["last_used_at"],
            source: try row["source"],
            agent: try row["agent"]
        )
    }
}
