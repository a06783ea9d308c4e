/// How SQLite runs a statement, as `EXPLAIN QUERY PLAN` tells it.
package struct QueryPlan: Sendable {
    /// Looks at a plan before the statement runs for the first time on a connection, and may refuse it.
    package typealias Inspector = @Sendable (QueryPlan) throws(DatabaseError) -> Void

    /// The statement, without its values.
    package let statement: String
    /// What is done, for example `SEARCH codes USING INDEX codes_by_end (expires_at<?)`.
    package internal(set) var steps: [String] = []

    init(statement: String) {
        self.statement = statement
    }

    /// The tables that are read from one end to the other: the cost grows with every row that they hold.
    package var scannedTables: [String] {
        let words = steps.map { $0.split(separator: " ") }
        // What the statement itself makes is as small as it says.
        let made = words.compactMap { words in
            words.count == 2 && ["CO-ROUTINE", "MATERIALIZE"].contains(words[0]) ? words[1] : nil
        }
        return words.compactMap { words in
            guard words.count > 1, words[0] == "SCAN", !words[1].hasPrefix("("), !made.contains(words[1]),
                !words.contains("CONSTANT"), words.suffix(2) != ["VALUES", "CLAUSE"]
            else { return nil }
            return String(words[1])
        }
    }

    /// Whether the statement is one that looks for rows.
    var readsTables: Bool {
        let verb = statement.prefix { $0.isLetter }.uppercased()
        return ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"].contains(verb)
    }

    /// Refuses statements that read whole tables, apart from those that stay small.
    ///
    /// - Parameter small: The tables that may be read whole.
    /// - Returns: An inspector for ``DatabaseProbe/inspect``.
    package static func refusingScans(except small: Set<String>) -> Inspector {
        { (plan) throws(DatabaseError) in
            guard let table = plan.scannedTables.first(where: { !small.contains($0) }) else { return }
            throw DatabaseError(
                code: .invalidStatement,
                message: "reads all of \(table), for want of an index: \(plan.statement)"
            )
        }
    }
}
