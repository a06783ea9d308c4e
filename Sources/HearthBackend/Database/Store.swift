internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// The tables, and the one way into a transaction.
///
/// What a transaction throws of the API passes through and rolls it back. Everything else is a failure of the
/// backend: its cause goes to the log, the caller learns only that it failed.
struct Store: Sendable {
    let accounts = AccountTable()
    let accountCounts = AccountCountTable()
    let sessions = SessionTable()
    let codes = CodeTable()
    let phoneCodes = PhoneCodeTable()
    let phoneProofs = PhoneProofTable()
    let pendingSignIns = PendingSignInTable()
    let secondFactors = SecondFactorTable()
    let authenticatorDrafts = AuthenticatorDraftTable()
    let passkeys = PasskeyTable()
    let passkeyChallenges = PasskeyChallengeTable()
    let projects = ProjectTable()
    let signingKeys = SigningKeyTable()
    let pendingCredentials = PendingCredentialTable()
    let usedTokens = UsedTokenTable()
    let authorizations = AuthorizationTable()
    let tenants = TenantTable()
    let codeFailures = CodeFailureTable()
    let passwordFailures = PasswordFailureTable()
    let passwordSchemes = PasswordSchemeTable()
    let readiness = ReadinessTable()
    let serviceAccounts = ServiceAccountTable()
    let providerConfigs = ProviderConfigTable()

    private let database: Database
    private let log: Log
    private let knownSettings = KnownSettings()
    /// How often the disk was full or failed.
    let diskFailures = Locked(0)

    static let migrations: [Migration] = [
        .accounts, .endings, .providers, .proofs, .passkeys, .authorizations, .projectSettings,
        .edges, .ownership, .factors, .serviceAccounts, .providerConfigs, .projectConfiguration, .guesses, .addressKeys,
        .spentCodes, .linkedUsers, .tokenSources, .accountFilters, .accountCounts, .withdrawnKeys,
        .leanIndexes, .countedInserts, .accountKinds,
    ]
    static let history = MigrationHistory(migrations)

    /// Tables that hold as many rows as an operator wrote: they may be read whole.
    static let smallTables: Set<String> = [
        "projects", "signing_keys", "readiness", "schema_migrations", "sqlite_schema", "service_accounts",
        "service_account_keys",
    ]

    init(database: Database, log: Log) {
        self.database = database
        self.log = log
    }

    /// Reads on behalf of a call, without changing anything.
    func read<Result: Sendable>(
        _ call: Call,
        _ body: @Sendable (borrowing Transaction) throws -> Result
    ) async throws(APIError) -> Result {
        try await read { db in try body(Transaction(for: call, db)) }
    }

    /// The settings of a call's project, for work outside of a transaction; within one, ask
    /// ``ProjectTable/settings(of:_:)``.
    ///
    /// For a user's call they may be up to ``KnownSettings/reload`` old, if another server of the store has changed them.
    func settings(for call: Call) async throws(APIError) -> ProjectSettings {
        let project = call.scope.project
        guard let own = call.settings else {
            return try await read(call) { tx in try projects.settings(of: project, tx) }
        }
        if let settings = own[project] { return settings }
        if let settings = knownSettings.settings(of: project, at: call.now) {
            own[project] = settings
            return settings
        }
        let changes = knownSettings.changes
        let settings = try await read(call) { tx in try projects.settings(of: project, tx) }
        knownSettings.keep(settings, of: project, at: call.now, readAfter: changes)
        return settings
    }

    /// Reads and changes in one transaction on behalf of a call; it is undone if the body throws.
    func write<Result: Sendable>(
        _ call: Call,
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws(APIError) -> Result {
        // No user's call changes settings. After a failure too: in a database in memory others may have read what was undone.
        defer { if call.settings == nil { knownSettings.forget() } }
        do throws(APIError) {
            let result = try await write { db in try body(Transaction(for: call, db)) }
            call.record?.settle(isCommitted: true)
            call.events?.announce()
            return result
        } catch {
            call.record?.settle(isCommitted: false)
            throw error
        }
    }

    /// Reads what belongs to the backend itself, without changing anything.
    func read<Result: Sendable>(
        _ body: @Sendable (borrowing Connection) throws -> Result
    ) async throws(APIError) -> Result {
        do {
            return try await database.read(body)
        } catch {
            throw refusal(error)
        }
    }

    /// Reads and changes what belongs to the backend itself, in one transaction, which is undone if the body throws.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws(APIError) -> Result {
        do {
            return try await database.write(body)
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ error: any Error) -> APIError {
        if let refusal = error as? APIError { return refusal }
        if let failure = error as? DatabaseError, failure.code == .busy {
            log.error("the database is busy: \(failure)")
            return .overloaded
        }
        log.error("a transaction failed: \(error)")
        if let failure = error as? DatabaseError, failure.code == .full || failure.code == .inputOutput {
            diskFailures.withLock { $0 += 1 }
        }
        return .internalError
    }
}
