internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthWire

/// A texted code: which number it proves, and for what.
struct PhoneCode: Sendable {
    /// What a number is proved for; a code that was texted for one thing is no good for another.
    enum Purpose: String, Sendable {
        /// To sign in with the number, or to give it to an account.
        case signIn = "sign-in"
        /// To enroll the number as an account's second factor.
        case enrollment
        /// To show the second factor at a sign-in.
        case secondFactor = "second-factor"
    }

    let purpose: Purpose
    let phoneNumber: PhoneNumber
    /// The account whose second factor it is about; `nil` for signing in.
    var account: UserID?
    /// How often a wrong code was typed.
    var tries = 0
    let createdAt: UnixTime
    /// When the code ends; `nil` for never.
    var expiresAt: UnixTime?
}

/// The `phone_codes` table: every statement that touches it is in this file.
///
/// A code is found by the SHA-256 of its session, 256 random bits that only the caller has. The code itself, which
/// anyone could guess from a plain digest, is kept as an HMAC with the session as key. The emulator, whose users
/// want to read their codes, keeps both beside it.
struct PhoneCodeTable: Sendable {
    /// Adds a code.
    func insert(
        _ code: PhoneCode,
        secret: Secret<String>,
        session: Secret<String>,
        isListed: Bool,
        _ tx: borrowing Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO phone_codes (
                session_digest, project, tenant, purpose, phone_number, account, code_digest, session, code,
                created_at, expires_at, source
            ) VALUES (
                \(TokenDigest.of(session)), \(tx.scope.project), \(tx.scope.tenantKey), \(code.purpose.rawValue),
                \(code.phoneNumber), \(code.account), \(Self.digest(secret, session)), \(isListed ? session : nil),
                \(isListed ? secret : nil), \(code.createdAt), \(code.expiresAt), \(tx.call.source)
            )
            """
        )
    }

    /// Finds a code by its session, and compares what was typed with it in constant time.
    func find(
        _ session: Secret<String>,
        typed: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> (code: PhoneCode, isRight: Bool)? {
        let row = try tx.first(
            """
            SELECT * FROM phone_codes
            WHERE session_digest = \(TokenDigest.of(session))
                AND \(tx.scope)
            """
        )
        guard let row, let code = try PhoneCode(row) else { return nil }
        return (code, ConstantTime.equals(try row["code_digest"], Self.digest(typed, session)))
    }

    /// A code that was sent and not used, whichever scope it belongs to.
    func findPending(_ digest: [UInt8], _ tx: borrowing Transaction) throws -> PendingCode? {
        let row = try tx.first("SELECT expires_at, tries FROM phone_codes WHERE session_digest = \(digest)")
        return try row.map { row in
            let tries: Int = try row[1]
            return PendingCode(expiresAt: try row[0], tries: tries, isVoid: tries >= Self.exhausted)
        }
    }

    /// Lets a code end at the moment of the call.
    ///
    /// - Returns: Whether it could be used until then.
    func expire(_ digest: [UInt8], _ tx: borrowing Transaction) throws -> Bool {
        try tx.execute(
            """
            UPDATE phone_codes SET expires_at = \(tx.now)
            WHERE session_digest = \(digest) AND (expires_at IS NULL OR expires_at > \(tx.now))
            """
        ) > 0
    }

    /// How many codes of a project end after one moment and up to another; counted to a limit.
    func countEnding(_ window: TimeWindow, of project: ProjectID, _ tx: borrowing Transaction) throws -> Int {
        try tx.count(
            """
            SELECT 1 FROM phone_codes
            WHERE expires_at > \(window.start) AND expires_at <= \(window.end) AND project = \(project)
                AND tries < \(Self.exhausted)
            """
        )
    }

    /// Notes that a wrong code was typed.
    func countFailure(of session: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute(
            "UPDATE phone_codes SET tries = tries + 1 WHERE session_digest = \(TokenDigest.of(session))"
        )
    }

    /// Removes a code, so that it cannot be used again.
    func delete(_ session: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM phone_codes WHERE session_digest = \(TokenDigest.of(session))")
    }

    /// Tries that no limit allows.
    private static let exhausted = 1_000_000

    /// Voids the codes that are about an account's second factors; they still count as texts that were sent.
    func void(of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute("UPDATE phone_codes SET tries = \(Self.exhausted) WHERE \(tx.scope) AND account = \(account)")
    }

    /// Voids the codes that sign in with a number; they still count as texts that were sent.
    func voidSignIns(with number: PhoneNumber, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE phone_codes SET tries = \(Self.exhausted)
            WHERE \(tx.scope) AND phone_number = \(number) AND purpose = \(PhoneCode.Purpose.signIn.rawValue)
            """
        )
    }

    /// Removes every code.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM phone_codes WHERE \(tx.scope)")
    }

    /// Removes a batch of the codes that ended before a moment.
    func deleteExpired(before moment: UnixTime, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            DELETE FROM phone_codes WHERE rowid IN (
                SELECT rowid FROM phone_codes WHERE expires_at < \(moment) ORDER BY expires_at LIMIT \(Cleanup.batch)
            )
            """
        )
    }

    /// How often, and when last, a number got a code that is unused.
    struct Texts: Sendable {
        /// How many codes there are.
        let count: Int
        /// How many of them the caller's network asked for.
        let countOfSource: Int
        /// When the latest was made.
        let last: UnixTime?
    }

    /// The unused codes that were texted to a number since a moment.
    func texts(
        to number: PhoneNumber,
        for purpose: PhoneCode.Purpose,
        since moment: UnixTime,
        _ tx: borrowing Transaction
    ) throws -> Texts {
        let row = try tx.first(
            """
            SELECT count(*), coalesce(sum(source IS \(tx.call.source)), 0), max(created_at) FROM phone_codes
            WHERE \(tx.scope) AND phone_number = \(number)
                AND purpose = \(purpose.rawValue) AND created_at > \(moment)
            """
        )
        guard let row else { return Texts(count: 0, countOfSource: 0, last: nil) }
        return Texts(count: try row[0], countOfSource: try row[1], last: try row[2])
    }

    /// How many unused codes a network asked for since a moment, whatever their numbers; at most the limit.
    func count(from source: String, since moment: UnixTime, limit: Int, _ tx: borrowing Transaction) throws -> Int {
        let row = try tx.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM phone_codes WHERE source = \(source) AND created_at > \(moment) LIMIT \(limit)
            )
            """
        )
        return try row?[0] ?? 0
    }

    /// The codes that can still be used, oldest first, as the emulator lists them.
    func list(in scope: Scope, at moment: UnixTime, _ tx: borrowing Transaction) throws
        -> [ListVerificationCodes.Entry]
    {
        let rows = try tx.query(
            """
            SELECT phone_number, code, session FROM phone_codes
            WHERE \(tx.scope) AND session IS NOT NULL
                AND (expires_at IS NULL OR expires_at > \(moment))
            ORDER BY created_at, rowid
            """
        )
        return try rows.map { row in
            var entry = ListVerificationCodes.Entry()
            entry.phoneNumber = try row["phone_number"]
            entry.code = try row["code"]
            entry.sessionInfo = try row["session"]
            return entry
        }
    }

    private static func digest(_ code: Secret<String>, _ session: Secret<String>) -> [UInt8] {
        HMAC(key: Secret(Array(session.reveal().utf8))).authenticate(Array(code.reveal().utf8))
    }
}

extension PhoneCode {
    fileprivate init?(_ row: Row) throws {
        guard let purpose = Purpose(rawValue: try row["purpose"]) else { return nil }
        self.init(
            purpose: purpose,
            phoneNumber: try row["phone_number"],
            account: try row["account"],
            tries: try row["tries"],
            createdAt: try row["created_at"],
            expiresAt: try row["expires_at"]
        )
    }
}
