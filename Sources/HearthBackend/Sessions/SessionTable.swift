internal import HearthCore
internal import HearthDatabase

/// A signed-in session: what its refresh token stands for.
struct Session: Sendable {
    /// The account that is signed in.
    let account: UserID
    /// How the user signed in, for example `password`.
    let provider: ProviderID
    /// When the user proved who they are, in seconds; every token of the session carries it.
    let authTime: Int64
    /// The kind of second factor, if one was used.
    var secondFactor: String?
    /// The second factor's enrollment identifier.
    var secondFactorID: FactorID?
    /// Claims of the custom token, as JSON text.
    var claims: String?
    /// What the provider told beside the user's identity, as JSON text.
    var attributes: String?
}

/// A session as it was found by its refresh token.
struct StoredSession: Sendable {
    let session: Session
    /// Where the account belongs.
    let scope: Scope
    let createdAt: UnixTime
    /// Whether a new password, a deletion or an administrator ended it.
    let isEnded: Bool
}

/// The `sessions` table: every statement that touches it is in this file.
///
/// A refresh token has 256 random bits; only their digest is stored, see ``SessionKey``.
struct SessionTable: Sendable {
    private let pending = PendingSignInTable()

    /// Starts a session.
    func insert(
        _ session: Session,
        token: Secret<String>,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO sessions (
                digest, project, tenant, account, provider, auth_time, second_factor, second_factor_id, claims,
                attributes, source, created_at, last_used_at
            ) VALUES (
                \(SessionKey.of(token)), \(tx.scope.project), \(tx.scope.tenantKey), \(session.account), \(session.provider),
                \(session.authTime), \(session.secondFactor), \(session.secondFactorID), \(session.claims),
                \(session.attributes), \(tx.call.source), \(tx.now), \(tx.now)
            )
            """
        )
    }

    /// Finds the session of a refresh token, ended or not.
    func find(_ token: Secret<String>, _ tx: borrowing Transaction) throws -> StoredSession? {
        guard let row = try tx.first("SELECT * FROM sessions WHERE digest = \(SessionKey.of(token))") else {
            return nil
        }
        let session = Session(
            account: try row["account"],
            provider: try row["provider"],
            authTime: try row["auth_time"],
            secondFactor: try row["second_factor"],
            secondFactorID: try row["second_factor_id"],
            claims: try row["claims"],
            attributes: try row["attributes"]
        )
        let end: UnixTime? = try row["ended_at"]
        return StoredSession(
            session: session,
            scope: try Scope(row),
            createdAt: try row["created_at"],
            isEnded: end != nil
        )
    }

    /// Notes that a session was used, once a minute at most: it is for people who look at the list.
    func touch(_ token: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE sessions SET last_used_at = \(tx.now)
            WHERE digest = \(SessionKey.of(token)) AND last_used_at < \(tx.now - .minutes(1))
            """
        )
    }

    /// Whether a session of an account, named by its token's digest, has not ended.
    func isLive(_ digest: [UInt8], of account: UserID, _ tx: borrowing Transaction) throws -> Bool {
        try tx.first(
            """
            SELECT 1 FROM sessions
            WHERE digest = \(digest) AND \(tx.scope) AND account = \(account) AND ended_at IS NULL
            """
        ) != nil
    }

    /// A session as a list shows it.
    struct Listed: Sendable {
        let digest: [UInt8]
        let provider: String
        let secondFactor: String?
        let source: String?
        let createdAt: UnixTime
        let lastUsedAt: UnixTime
    }

    /// The newest sessions of an account that have not ended.
    func list(of account: UserID, limit: Int, _ tx: borrowing Transaction) throws -> [Listed] {
        let rows = try tx.query(
            """
            SELECT digest, provider, second_factor, source, created_at, last_used_at FROM sessions
            WHERE \(tx.scope) AND account = \(account) AND ended_at IS NULL ORDER BY created_at DESC LIMIT \(limit)
            """
        )
        return try rows.map { row in
            Listed(
                digest: try row["digest"],
                provider: try row["provider"],
                secondFactor: try row["second_factor"],
                source: try row["source"],
                createdAt: try row["created_at"],
                lastUsedAt: try row["last_used_at"]
            )
        }
    }

    /// How many sessions of a project that go on were used last in a window of time, of so many that are looked at.
    func countUsed(in window: TimeWindow, of project: ProjectID, lookingAt limit: Int, _ tx: borrowing Transaction)
        throws
        -> (count: Int, areAll: Bool)
    {
        let row = try tx.first(
            """
            SELECT count(*), coalesce(sum(used > \(window.start) AND used <= \(window.end) AND is_live), 0) FROM (
                SELECT last_used_at AS used, ended_at IS NULL AS is_live FROM sessions
                WHERE project = \(project) LIMIT \(limit + 1)
            )
            """
        )
        guard let row else { return (0, true) }
        let seen: Int = try row[0]
        return (try row[1], seen <= limit)
    }

    /// Ends one session.
    func end(_ digest: [UInt8], of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE sessions SET ended_at = \(tx.now)
            WHERE digest = \(digest) AND \(tx.scope) AND account = \(account) AND ended_at IS NULL
            """
        )
    }

    /// Whether an account has a session that was started from a network and has not ended.
    func isLive(from source: String, of account: UserID, _ tx: borrowing Transaction) throws -> Bool {
        try tx.first(
            """
            SELECT 1 FROM sessions
            WHERE \(tx.scope) AND account = \(account) AND source = \(source) AND ended_at IS NULL LIMIT 1
            """
        ) != nil
    }

    /// Ends the sessions of an account, and every sign-in of it that waits for a second factor.
    ///
    /// Sessions are kept for a while, so that their clients hear why they are signed out.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - spared: The digest of a session that goes on.
    ///   - tx: The transaction.
    /// - Throws: `DatabaseError` if the storage fails.
    func endAll(of account: UserID, but spared: [UInt8]? = nil, _ tx: borrowing Transaction) throws {
        try pending.deleteAll(of: account, tx)
        try tx.execute(
            """
            DELETE FROM sessions WHERE digest IN (
                SELECT digest FROM sessions WHERE ended_at < \(tx.now - Self.remembrance) ORDER BY ended_at LIMIT \(Cleanup.batch)
            )
            """
        )
        try tx.execute(
            """
            UPDATE sessions SET ended_at = \(tx.now)
            WHERE \(tx.scope) AND account = \(account)
                AND ended_at IS NULL AND digest <> \(spared ?? [])
            """
        )
    }

    private static let remembrance: Duration = .hours(24 * 30)

    /// Forgets every session, and every sign-in that waits for a second factor.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try pending.deleteAll(tx)
        try tx.execute("DELETE FROM sessions WHERE \(tx.scope)")
    }
}
