internal import HearthDatabase

/// Looks at what a backend does, for tests: which statements it runs, how SQLite runs them, and what it hashes.
package struct BackendProbe: Sendable {
    /// Whether a statement that reads the whole of a table that grows fails, as it should in every test.
    package var refusesScans = true
    /// Hears of each piece of work: a statement's text, or `hash` and the algorithm.
    package var worked: (@Sendable (String) -> Void)?

    /// Creates a probe that refuses scans and listens to nothing.
    package init() {}

    var database: DatabaseProbe {
        DatabaseProbe(
            inspect: refusesScans ? QueryPlan.refusingScans(except: Store.smallTables) : nil,
            ran: worked
        )
    }
}
