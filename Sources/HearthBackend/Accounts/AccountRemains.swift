internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Everything that is stored about an account, row by row: what puts it back after a deletion.
///
/// Rows are copied whatever they say. A table that comes to hold something about accounts has to be named here.
struct AccountRemains: Sendable {
    /// The account.
    let account: Account
    /// Where it belongs.
    let scope: Scope
    private let rows: [[Row]]

    /// The tables that name an account in the column `account`.
    ///
    /// Its contacts and the names of its claims follow from the account itself.
    private static let tables: [Table] = [
        // Left to itself, SQLite prefers the primary key and reads every row of the project.
        Table("linked_users", index: "INDEXED BY linked_users_by_account"), Table("second_factors"),
        Table("passkeys", index: "INDEXED BY passkeys_by_account"), Table("sessions"), Table("codes"),
        Table("spent_codes"), Table("phone_codes"), Table("pending_sign_ins"), Table("authenticator_drafts"),
        Table("passkey_challenges"), Table("code_failures"),
    ]

    private struct Table: Sendable {
        let name: SQL
        let index: SQL

        init(_ name: SQL, index: SQL = "") {
            (self.name, self.index) = (name, index)
        }

        /// The rows about an account, after `SELECT *` or `DELETE`.
        func rows(of account: UserID, _ tx: borrowing Transaction) -> SQL {
            "FROM \(fragment: name) \(fragment: index) WHERE \(tx.scope) AND account = \(account)"
        }
    }

    /// Copies what is stored; `nil` if there is no such account.
    init?(of id: UserID, in store: Store, _ tx: borrowing Transaction) throws {
        guard let account = try store.accounts.find(id, tx) else { return nil }
        var rows = [try tx.query("SELECT * FROM accounts WHERE \(tx.scope) AND id = \(id)")]
        for table in Self.tables {
            rows.append(try tx.query("SELECT * \(fragment: table.rows(of: id, tx))"))
        }
        (self.account, self.scope, self.rows) = (account, tx.scope, rows)
    }

    /// Puts everything back as it was.
    ///
    /// - Throws: `APIError` `DUPLICATE_LOCAL_ID` if the account exists, or the refusal of an address, a number or a
    ///   provider's user that another account has by now.
    func restore(in store: Store, _ tx: borrowing Transaction) throws {
        guard try store.accounts.find(account.id, tx) == nil else { throw APIError(.duplicateLocalID) }
        try ContactTable().replace([], with: Contact.all(of: account), of: account.id, tx)
        try ClaimNameTable().replace(nil, with: account.customAttributes, of: account.id, tx)
        for row in rows[0] { try Self.insert(row, into: "accounts", tx) }
        for (table, rows) in zip(Self.tables, rows.dropFirst()) {
            // Sessions and codes may have stayed, ended.
            try tx.execute("DELETE \(fragment: table.rows(of: account.id, tx))")
            for row in rows { try Self.insert(row, into: table.name, tx) }
        }
    }

    private static func insert(_ row: Row, into table: SQL, _ tx: borrowing Transaction) throws {
        var values: SQL = ""
        for index in row.columns.indices {
            let value: SQL.Value = try row[index]
            values = index == 0 ? "\(value)" : "\(fragment: values), \(value)"
        }
        try tx.execute("INSERT INTO \(fragment: table) VALUES (\(fragment: values))")
    }
}
