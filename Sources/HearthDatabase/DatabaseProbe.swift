/// Looks at what a database does, for tests and measurements.
package struct DatabaseProbe: Sendable {
    /// Looks at the plan of a statement before it runs for the first time on a connection, and may refuse it.
    package var inspect: QueryPlan.Inspector?
    /// Hears of each statement that is run, by its text without values.
    package var ran: (@Sendable (String) -> Void)?
    /// Hears how many steps SQLite's machine took for a statement, by its text: what it costs on any machine.
    package var stepped: (@Sendable (String, Int) -> Void)?

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - inspect: Looks at plans. Defaults to nothing.
    ///   - ran: Hears of statements. Defaults to nothing.
    ///   - stepped: Hears of the steps of statements. Defaults to nothing.
    package init(
        inspect: QueryPlan.Inspector? = nil,
        ran: (@Sendable (String) -> Void)? = nil,
        stepped: (@Sendable (String, Int) -> Void)? = nil
    ) {
        self.inspect = inspect
        self.ran = ran
        self.stepped = stepped
    }
}
