internal import HearthCore
internal import HearthDatabase
internal import HearthJSON

/// The `claim_names` table: which accounts have a custom claim of a name; the claims themselves stand in the account.
struct ClaimNameTable: Sendable {
    /// Exchanges the names of an account's claims, which are JSON text.
    func replace(_ old: String?, with new: String?, of account: UserID, _ tx: borrowing Transaction) throws {
        guard old != new else { return }
        let (before, after) = (Self.names(old), Self.names(new))
        for name in before.subtracting(after) {
            try tx.execute(
                "DELETE FROM claim_names WHERE \(tx.scope) AND name = \(name.text) AND account = \(account)"
            )
        }
        for name in after.subtracting(before) {
            try tx.execute(
                """
                INSERT OR IGNORE INTO claim_names (project, tenant, name, account)
                VALUES (\(tx.scope.project), \(tx.scope.tenantKey), \(name.text), \(account))
                """
            )
        }
    }

    /// Forgets every name.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM claim_names WHERE \(tx.scope)")
    }

    /// A name as the database compares it, by bytes: Swift takes canonically equivalent texts for equal.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    private static func names(_ claims: String?) -> Set<Name> {
        let object = claims.flatMap { try? JSON.parse(Array($0.utf8)).object }
        return Set((object?.members ?? []).map { Name(text: $0.name) })
    }
}
