internal import HearthCore
internal import HearthDatabase

/// The tables `administrators` and `invitations`: every statement that touches them is in this file.
struct AdministratorTable: Sendable {
    func insert(_ administrator: Administrator, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO administrators (id, email, key, role, created_at)
            VALUES (\(administrator.id), \(administrator.email), \(administrator.email.key),
                \(administrator.role.rawValue), \(administrator.createdAt))
            """
        )
    }

    func find(id: String, _ db: borrowing Connection) throws -> Administrator? {
        try db.first("SELECT * FROM administrators WHERE id = \(id)").map { try Administrator($0) }
    }

    func find(_ email: EmailAddress, _ db: borrowing Connection) throws -> Administrator? {
        try db.first("SELECT * FROM administrators WHERE key = \(email.key)").map { try Administrator($0) }
    }

    /// All of them: as many as people were invited.
    func list(_ db: borrowing Connection) throws -> [Administrator] {
        try db.query("SELECT * FROM administrators ORDER BY key LIMIT 1000").map { try Administrator($0) }
    }

    func set(_ role: AdministratorRole, of id: String, _ db: borrowing Connection) throws {
        try db.execute("UPDATE administrators SET role = \(role.rawValue) WHERE id = \(id)")
    }

    func noteEnrollment(of id: String, at now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute("UPDATE administrators SET enrolled_at = \(now) WHERE id = \(id)")
    }

    func noteSignIn(of id: String, at now: UnixTime, _ db: borrowing Connection) throws {
        try db.execute("UPDATE administrators SET last_sign_in_at = \(now) WHERE id = \(id)")
    }

    func delete(_ id: String, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM invitations WHERE administrator = \(id)")
        try db.execute("DELETE FROM administrators WHERE id = \(id)")
    }

    /// Puts an invitation in place of an older one.
    func invite(_ id: String, digest: [UInt8], until end: UnixTime, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT OR REPLACE INTO invitations (administrator, digest, expires_at) VALUES (\(id), \(digest), \(end))
            """
        )
    }

    /// The administrator whom an invitation is for; `nil` if it was used, replaced, or has expired.
    func invited(by digest: [UInt8], at now: UnixTime, _ db: borrowing Connection) throws -> Administrator? {
        let row = try db.first("SELECT administrator, expires_at FROM invitations WHERE digest = \(digest)")
        guard let row else { return nil }
        let end: UnixTime = try row["expires_at"]
        return now < end ? try find(id: try row["administrator"], db) : nil
    }

    func endInvitation(of id: String, _ db: borrowing Connection) throws {
        try db.execute("DELETE FROM invitations WHERE administrator = \(id)")
    }
}

extension Administrator {
    fileprivate init(_ row: Row) throws {
        let role: String = try row["role"]
        self.init(
            id: try row["id"],
            email: try row["email"],
            // A role of a later version gives no rights that this one knows nothing of.
            role: AdministratorRole(rawValue: role) ?? .viewer,
            createdAt: try row["created_at"],
            enrolledAt: try row["enrolled_at"],
            lastSignInAt: try row["last_sign_in_at"]
        )
    }
}
