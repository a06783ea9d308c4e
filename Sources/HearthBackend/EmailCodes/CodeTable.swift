internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// A mailed code: what it allows, and for which mailbox and account.
struct Code: Sendable {
    let type: CodeType
    /// The mailbox that the code proves.
    let email: EmailAddress
    /// The address to change to.
    var newEmail: EmailAddress?
    /// The account that the code is for; `nil` if it is for any reader of the mailbox.
    var account: UserID?
    /// The enrollment that the code takes away.
    var secondFactor: FactorID?
    /// The sign-in methods to which a recovery returns; `nil` if the address had not been proved.
    var methods: SignInMethods?
    /// The place among the codes in the order in which they were issued.
    var sequence: Int64 = 0
    let createdAt: UnixTime
    /// When the code ends; `nil` for never.
    var expiresAt: UnixTime?

    /// Whether the code takes a change back, and so is good whatever address the account has by now.
    var undoesChange: Bool { type == .recoverEmail || type == .revertSecondFactor }

    func hasExpired(at moment: UnixTime) -> Bool { expiresAt.map { moment >= $0 } ?? false }
}

/// The `codes` table: every statement that touches it is in this file, or moves codes to `spent_codes`.
///
/// A code is found by its SHA-256. The emulator, whose users want to read their codes, keeps the link beside it.
struct CodeTable: Sendable {
    /// Adds a code, in emulator mode with the link to list.
    func insert(
        _ code: Code,
        secret: Secret<String>,
        link: Secret<String>?,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO codes (
                digest, project, tenant, type, email, new_email, account, second_factor, methods, code, link,
                created_at, expires_at
            ) VALUES (
                \(Self.digest(secret)), \(tx.scope.project), \(tx.scope.tenantKey), \(code.type.rawValue), \(code.email),
                \(code.newEmail), \(code.account), \(code.secondFactor), \(try code.methods.map { try JSON.text($0) }),
                \(link == nil ? nil : secret), \(link), \(code.createdAt), \(code.expiresAt)
            )
            """
        )
    }

    /// Finds a code without using it.
    func find(_ secret: Secret<String>, _ tx: borrowing Transaction) throws -> Code? {
        let row = try tx.first(
            """
            SELECT rowid AS sequence, * FROM codes
            WHERE digest = \(Self.digest(secret)) AND \(tx.scope)
            """
        )
        return try row.map { try Code($0) }
    }

    /// A code that was sent and not used, whichever scope it belongs to.
    func findPending(_ digest: [UInt8], _ tx: borrowing Transaction) throws -> PendingCode? {
        let row = try tx.first("SELECT expires_at FROM codes WHERE digest = \(digest)")
        return try row.map { PendingCode(expiresAt: try $0[0]) }
    }

    /// Lets a code end at the moment of the call.
    ///
    /// - Returns: Whether it could be used until then.
    func expire(_ digest: [UInt8], _ tx: borrowing Transaction) throws -> Bool {
        try tx.execute(
            """
            UPDATE codes SET expires_at = \(tx.now)
            WHERE digest = \(digest) AND (expires_at IS NULL OR expires_at > \(tx.now))
            """
        ) > 0
    }

    /// How many codes of a project end after one moment and up to another; counted to a limit.
    func countEnding(_ window: TimeWindow, of project: ProjectID, _ tx: borrowing Transaction) throws -> Int {
        try tx.count(
            "SELECT 1 FROM codes WHERE expires_at > \(window.start) AND expires_at <= \(window.end) AND project = \(project)"
        )
    }

    /// Removes the codes of a type that were mailed to an address.
    func deleteAll(_ type: CodeType, email: EmailAddress, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM codes
            WHERE \(tx.scope)
                AND email = \(email) AND type = \(type.rawValue)
            """
        )
    }

    /// Removes the codes of a type that are for an account.
    func deleteAll(_ type: CodeType, of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM codes
            WHERE \(tx.scope)
                AND account = \(account) AND type = \(type.rawValue)
            """
        )
    }

    /// Removes every code.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM codes WHERE \(tx.scope)")
        try forgetSpent(tx)
    }

    /// Removes the codes of an account that undo nothing; a proof of the address may be kept.
    func deletePending(of account: UserID, keepsVerification: Bool, _ tx: borrowing Transaction) throws {
        for type in [CodeType.passwordReset, .verifyAndChangeEmail] { try deleteAll(type, of: account, tx) }
        if !keepsVerification { try deleteAll(.verifyEmail, of: account, tx) }
    }

    /// Removes the codes of an account that undo a change and were issued after another code.
    func deleteUndo(of account: UserID, issuedAfter sequence: Int64 = -1, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM codes
            WHERE \(tx.scope) AND account = \(account) AND rowid > \(sequence)
                AND type IN (\(CodeType.recoverEmail.rawValue), \(CodeType.revertSecondFactor.rawValue))
            """
        )
    }

    /// Removes the codes that recover an address of an account that was never proved.
    func deleteUnprovedRecoveries(of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM codes
            WHERE \(tx.scope) AND account = \(account) AND type = \(CodeType.recoverEmail.rawValue) AND methods IS NULL
            """
        )
    }

    /// Removes the oldest of the codes of a type that were mailed to an address, beyond so many.
    ///
    /// Using one code voids the others: as many as this are what that costs at most.
    func deleteOldest(_ type: CodeType, email: EmailAddress, beyond limit: Int, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM codes WHERE rowid IN (
                SELECT rowid FROM codes WHERE \(tx.scope) AND email = \(email) AND type = \(type.rawValue)
                ORDER BY rowid DESC LIMIT \(Cleanup.batch) OFFSET \(limit)
            )
            """
        )
    }

    /// Removes a batch of the codes that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM codes WHERE rowid IN (
                SELECT rowid FROM codes WHERE expires_at < \(moment) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }

    /// The codes that can still be used, oldest first, as the emulator lists them.
    func list(_ tx: borrowing Transaction) throws -> [ListCodes.Entry] {
        let rows = try tx.query(
            """
            SELECT email, new_email, code, link, type FROM codes
            WHERE \(tx.scope) AND link IS NOT NULL
            ORDER BY created_at, rowid
            """
        )
        return try rows.map { row in
            var entry = ListCodes.Entry()
            entry.email = try row["email"]
            entry.newEmail = try row["new_email"]
            entry.oobCode = try row["code"]
            entry.oobLink = try row["link"]
            entry.requestType = CodeType(rawValue: try row["type"])
            return entry
        }
    }

    static func digest(_ secret: Secret<String>) -> [UInt8] {
        Digest.sha256.hash(Array(secret.reveal().utf8))
    }
}

extension Code {
    fileprivate init(_ row: Row) throws {
        self.init(
            type: CodeType(rawValue: try row["type"]),
            email: try row["email"],
            newEmail: try row["new_email"],
            account: try row["account"],
            secondFactor: try row["second_factor"],
            methods: try JSON.value(row["methods"]),
            sequence: try row["sequence"],
            createdAt: try row["created_at"],
            expiresAt: try row["expires_at"]
        )
    }
}
