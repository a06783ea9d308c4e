package import HearthCore
package import HearthDatabase

/// Looks at what a backend does, for tests: which statements it runs, how SQLite runs them, and what it hashes.
package struct BackendProbe: Sendable {
    /// Whether a statement that reads the whole of a table that grows fails, as it should in every test.
    package var refusesScans = true
    /// Hears of each piece of work: a statement's text, or `hash` and the algorithm.
    package var worked: (@Sendable (String) -> Void)?
    /// Hears how many steps SQLite's machine took for a statement, by its text.
    package var stepped: (@Sendable (String, Int) -> Void)?
    /// Hears the lines of the log, whatever the environment does with them.
    package var logged: (@Sendable (Log.Level, String) -> Void)?
    /// Is told SQLite's plan for a statement, once on each connection.
    package var planned: (@Sendable (QueryPlan) -> Void)?

    /// Creates a probe that refuses scans and listens to nothing.
    package init() {}

    var database: DatabaseProbe {
        DatabaseProbe(inspect: inspector, ran: worked, stepped: stepped)
    }

    private var inspector: QueryPlan.Inspector? {
        guard let planned else { return refusesScans ? Self.refuseWholeTables : nil }
        let refuses = refusesScans
        return { (plan) throws(DatabaseError) in
            planned(plan)
            if refuses { try Self.refuseWholeTables(plan) }
        }
    }

    /// What reads all rows of a scope, and may: it clears, counts or lists for an administrator or for the emulator.
    private static let wholeScopes = [
        "SELECT * FROM accounts WHERE project = ? AND tenant = ? ORDER BY id",
        "SELECT accounts.*, NULL AS place FROM accounts ", "SELECT accounts.*, place FROM (SELECT ",
        "SELECT count(*) FROM (SELECT NULL AS place, ", "SELECT count(*) FROM (SELECT created_at AS place, ",
        "SELECT count(*) FROM (SELECT display_name AS place, ", "SELECT count(*) FROM (SELECT last_login_at AS place, ",
        "SELECT count(*) FROM (SELECT value AS place, ",
        // The console's filters: up to a limit that each of these has.
        "SELECT count(*) FROM (SELECT DISTINCT", "SELECT id AS account, ",
        "SELECT email, new_email, code, link",
        "SELECT phone_number, code, session FROM phone_codes", "SELECT sample FROM password_schemes",
    ]

    private static let refuseWholeTables: QueryPlan.Inspector = { (plan) throws(DatabaseError) in
        try QueryPlan.refusingScans(except: Store.smallTables)(plan)
        // A project without tenants is one scope: what reads all of a scope reads all of the table.
        let isWhole = plan.steps.contains { step in
            step.hasPrefix("SEARCH") && step.hasSuffix("(project=? AND tenant=?)")
                // It has one row for each scope.
                && !step.hasPrefix("SEARCH account_counts ")
        }
        let words = plan.statement.split { $0.isWhitespace }.joined(separator: " ")
        let isClearing = words.hasPrefix("DELETE FROM ") && words.hasSuffix("WHERE project = ? AND tenant = ?")
        guard isWhole, !isClearing, !wholeScopes.contains(where: words.hasPrefix) else { return }
        throw DatabaseError(
            code: .invalidStatement,
            message: "reads all of a project, for want of an index: \(plan.statement)"
        )
    }
}
