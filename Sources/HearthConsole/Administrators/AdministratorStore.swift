public import HearthCore
internal import HearthCrypto
internal import HearthDatabase

/// The administrators of the console of a server for real users, their sessions, and what they did.
///
/// Several processes may share one file: `hearth console administrators` adds the first one while the server runs.
public final class AdministratorStore: Sendable {
    /// How long an invitation can be accepted.
    public static let invitationLifetime = Duration.minutes(15)

    let administrators = AdministratorTable()
    let sessions = ConsoleSessionTable()
    let audit = AuditTable()
    let now: @Sendable () -> UnixTime
    private let random: RandomSource
    private let database: Database

    /// Opens the store and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - path: The SQLite file; `nil` keeps everything in memory, for tests.
    ///   - random: The source of codes and cookies. Defaults to the system's.
    ///   - now: The clock. Defaults to the system's.
    /// - Throws: ``AdministratorError`` if the file cannot be used.
    public init(
        path: String?,
        random: RandomSource = .system,
        now: @escaping @Sendable () -> UnixTime = UnixTime.systemNow
    ) async throws(AdministratorError) {
        self.random = random
        self.now = now
        do {
            database = try Database(path.map { .sqlite(path: $0) } ?? .memory, durability: .power)
            try await database.migrate(AdministratorSchema.migrations)
        } catch {
            throw AdministratorError(.storage, "\(path ?? "the console's storage"): \(error)")
        }
    }

    /// The administrators, by address; at most 1,000.
    ///
    /// - Returns: Those who were added, whether they have accepted their invitation or not.
    /// - Throws: ``AdministratorError`` if the storage fails.
    public func list() async throws(AdministratorError) -> [Administrator] {
        try await read { [administrators] db in try administrators.list(db) }
    }

    /// Adds an administrator, or invites one anew who has lost the password or the second factor.
    ///
    /// What an invited administrator had before stays valid until the invitation is accepted.
    ///
    /// - Parameters:
    ///   - email: The address to sign in with.
    ///   - role: What the administrator may do.
    ///   - actor: Who does it. Defaults to the command line of the host.
    /// - Returns: The code of the invitation, for the link `/console/welcome#CODE`. It is valid for
    ///   ``invitationLifetime`` and stored nowhere.
    /// - Throws: ``AdministratorError`` if the last owner would become something else, or if the storage fails.
    public func invite(
        _ email: EmailAddress,
        as role: AdministratorRole,
        by actor: AuditActor = .commandLine
    ) async throws(AdministratorError) -> Secret<String> {
        let code = Base64.encode(random.bytes(32))
        let id = random.alphanumeric(28)
        let now = now()
        try await write { [self] db in
            let known = try administrators.find(email, db)
            let administrator =
                known
                ?? Administrator(id: id, email: email, role: role, createdAt: now, enrolledAt: nil, lastSignInAt: nil)
            if known == nil { try administrators.insert(administrator, db) }
            try change(administrator, to: role, db)
            let end = now + Self.invitationLifetime
            try administrators.invite(administrator.id, digest: Self.digest(ofInvitation: code), until: end, db)
            try audit.append(actor.line("InviteAdministrator", email.text, role.rawValue, at: now), db)
        }
        return Secret(code)
    }

    /// Gives an administrator another role, which ends the administrator's sessions.
    ///
    /// - Parameters:
    ///   - role: The role.
    ///   - email: The administrator's address.
    ///   - actor: Who does it. Defaults to the command line of the host.
    /// - Throws: ``AdministratorError`` if there is no such administrator, or no other owner.
    public func set(
        _ role: AdministratorRole,
        of email: EmailAddress,
        by actor: AuditActor = .commandLine
    ) async throws(AdministratorError) {
        let now = now()
        try await write { [self] db in
            try change(try find(email, db), to: role, db)
            try audit.append(actor.line("UpdateAdministrator", email.text, role.rawValue, at: now), db)
        }
    }

    /// Removes an administrator, with the sessions and the invitation.
    ///
    /// - Parameters:
    ///   - email: The administrator's address.
    ///   - actor: Who does it. Defaults to the command line of the host.
    /// - Throws: ``AdministratorError`` if there is no such administrator, or no other owner.
    public func remove(
        _ email: EmailAddress,
        by actor: AuditActor = .commandLine
    ) async throws(AdministratorError) {
        let now = now()
        try await write { [self] db in
            let administrator = try find(email, db)
            if administrator.role == .owner { try keepOwner(beside: administrator, db) }
            try sessions.deleteAll(of: administrator.id, db)
            try administrators.delete(administrator.id, db)
            try audit.append(actor.line("RemoveAdministrator", email.text, "", at: now), db)
        }
    }

    /// Ends every session of an administrator.
    ///
    /// - Parameters:
    ///   - email: The administrator's address.
    ///   - actor: Who does it. Defaults to the command line of the host.
    /// - Throws: ``AdministratorError`` if there is no such administrator.
    public func endSessions(
        of email: EmailAddress,
        by actor: AuditActor = .commandLine
    ) async throws(AdministratorError) {
        let now = now()
        try await write { [self] db in
            try sessions.deleteAll(of: try find(email, db).id, db)
            try audit.append(actor.line("EndAdministratorSessions", email.text, "", at: now), db)
        }
    }

    /// Closes the file.
    public func close() async { await database.close() }

    static func digest(ofInvitation code: String) -> [UInt8] {
        Digest.sha256.hash(Array("hearth console invitation \(code)".utf8))
    }

    /// A new value for a cookie.
    func cookieValue() -> String { Base64.encode(random.bytes(32)) }

    private func find(_ email: EmailAddress, _ db: borrowing Connection) throws -> Administrator {
        guard let administrator = try administrators.find(email, db) else {
            throw AdministratorError(.notFound, "There is no administrator \(email.text).")
        }
        return administrator
    }

    private func change(
        _ administrator: Administrator,
        to role: AdministratorRole,
        _ db: borrowing Connection
    ) throws {
        guard administrator.role != role else { return }
        if administrator.role == .owner { try keepOwner(beside: administrator, db) }
        try administrators.set(role, of: administrator.id, db)
        try sessions.deleteAll(of: administrator.id, db)
    }

    /// Refuses a change after which no owner could sign in any more.
    private func keepOwner(beside administrator: Administrator, _ db: borrowing Connection) throws {
        let others = try administrators.list(db).filter { $0.role == .owner && $0.id != administrator.id }
        guard others.contains(where: { $0.enrolledAt != nil }) || administrator.enrolledAt == nil else {
            throw AdministratorError(
                .lastOwner,
                "\(administrator.email.text) is the last owner. Invite another one first, who accepts the invitation."
            )
        }
    }
}

extension AdministratorStore {
    /// Reads in one transaction.
    func read<Result: Sendable>(
        _ body: @Sendable (borrowing Connection) throws -> Result
    ) async throws(AdministratorError) -> Result {
        do { return try await database.read(body) } catch { throw Self.failure(error) }
    }

    /// Reads and changes in one transaction, which is undone if the body throws.
    @discardableResult
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws(AdministratorError) -> Result {
        do { return try await database.write(body) } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: any Error) -> AdministratorError {
        error as? AdministratorError ?? AdministratorError(.storage, "The console's storage failed.")
    }
}

/// Who does something that the audit keeps.
public struct AuditActor: Sendable {
    /// The host's command line: whoever runs it has the database file.
    public static let commandLine = AuditActor(administrator: nil, source: nil)

    let administrator: Administrator?
    let source: String?

    /// A line of the audit that is done with the transaction that it stands in.
    func line(_ action: String, _ target: String, _ detail: String, at now: UnixTime) -> AuditLine {
        AuditLine(
            at: now,
            administrator: administrator?.id,
            email: administrator?.email.text ?? "command line",
            role: administrator?.role.rawValue ?? "host",
            action: action,
            target: target,
            detail: detail.isEmpty ? "{}" : #"{"role":"\#(detail)"}"#,
            source: source,
            status: 200
        )
    }
}
