internal import HearthDatabase

/// How many accounts a scope has.
struct AccountCounts: Sendable, Hashable {
    var accounts = 0
    /// Those that have a second factor, or several.
    var withSecondFactor = 0
}

/// The `account_counts` table, which triggers keep: reading it costs the same however many accounts there are.
struct AccountCountTable: Sendable {
    /// The numbers of the call's scope.
    func counts(_ tx: borrowing Transaction) throws -> AccountCounts {
        guard
            let row = try tx.first(
                "SELECT accounts, with_second_factor FROM account_counts WHERE \(tx.scope)"
            )
        else { return AccountCounts() }
        return AccountCounts(accounts: try row[0], withSecondFactor: try row[1])
    }
}
