internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// A code that was used, or in whose place another one was mailed: it opens nothing any more.
struct SpentCode: Sendable {
    let code: Code
    /// Whether its reader was mailed another code in its place.
    let isRenewed: Bool
}

/// The `spent_codes` table: every statement that touches it is in this file.
///
/// A code goes there when it is used, and with it the others that its use voids. It is kept for ``keptFor``, so that
/// the page behind its link can say what became of it.
extension CodeTable {
    private static let keptFor = Duration.hours(24 * 7)

    /// Uses a code up.
    func spend(_ secret: Secret<String>, isRenewed: Bool = false, _ tx: borrowing Transaction) throws {
        try spend("digest = \(Self.digest(secret))", isRenewed: isRenewed, tx)
    }

    /// Uses up the codes of a type that are for an account.
    func spendAll(_ type: CodeType, of account: UserID, _ tx: borrowing Transaction) throws {
        try spend("\(tx.scope) AND account = \(account) AND type = \(type.rawValue)", isRenewed: false, tx)
    }

    /// Uses up the codes of a type that were mailed to an address.
    func spendAll(_ type: CodeType, email: EmailAddress, _ tx: borrowing Transaction) throws {
        try spend("\(tx.scope) AND email = \(email) AND type = \(type.rawValue)", isRenewed: false, tx)
    }

    /// Finds a code that was used up.
    func findSpent(_ secret: Secret<String>, _ tx: borrowing Transaction) throws -> SpentCode? {
        let row = try tx.first(
            """
            SELECT type, email, new_email, account, second_factor, created_at, is_renewed FROM spent_codes
            WHERE digest = \(Self.digest(secret)) AND \(tx.scope)
            """
        )
        return try row.map { row in
            SpentCode(
                code: Code(
                    type: CodeType(rawValue: try row["type"]),
                    email: try row["email"],
                    newEmail: try row["new_email"],
                    account: try row["account"],
                    secondFactor: try row["second_factor"],
                    createdAt: try row["created_at"]
                ),
                isRenewed: try row["is_renewed"]
            )
        }
    }

    /// Whether the reader of a code that was used up was mailed another one, whichever scope it belongs to; `nil` if it was
    /// not used up.
    func isRenewed(_ digest: [UInt8], _ tx: borrowing Transaction) throws -> Bool? {
        try tx.first("SELECT is_renewed FROM spent_codes WHERE digest = \(digest)").map { try $0[0] }
    }

    /// Notes that the reader of a code that was used up was mailed another one.
    func markRenewed(_ secret: Secret<String>, _ tx: borrowing Transaction) throws {
        try tx.execute("UPDATE spent_codes SET is_renewed = 1 WHERE digest = \(Self.digest(secret))")
    }

    /// Forgets the codes that an account used up.
    func forgetSpent(of account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM spent_codes WHERE \(tx.scope) AND account = \(account)")
    }

    /// Forgets every code that was used up.
    func forgetSpent(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM spent_codes WHERE \(tx.scope)")
    }

    private func spend(_ condition: SQL, isRenewed: Bool, _ tx: borrowing Transaction) throws {
        let added = try tx.execute(
            """
            INSERT INTO spent_codes (
                digest, project, tenant, type, email, new_email, account, second_factor, created_at, spent_at,
                is_renewed
            )
            SELECT digest, project, tenant, type, email, new_email, account, second_factor, created_at, \(tx.now),
                \(isRenewed)
            FROM codes WHERE \(fragment: condition)
            """
        )
        try tx.execute("DELETE FROM codes WHERE \(fragment: condition)")
        // One use may void many codes: the table has to lose more than it gains.
        try tx.execute(
            """
            DELETE FROM spent_codes WHERE digest IN (
                SELECT digest FROM spent_codes WHERE spent_at < \(tx.now - Self.keptFor)
                ORDER BY spent_at LIMIT \(added + Cleanup.batch)
            )
            """
        )
    }
}
