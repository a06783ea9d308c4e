extension Query {
    /// The query whose results, reversed, are the last ones of this query.
    ///
    /// The whole order is turned round, and with it the cursors.
    ///
    /// - Parameter count: How many results are wanted.
    /// - Returns: The query to run; its results come last one first.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` if the query is wrong or has no order of its own.
    public func limitedToLast(_ count: Int) throws(FirestoreError) -> Query {
        guard !orders.isEmpty else { throw .invalid("limitToLast() queries require specifying at least one orderBy") }
        var reversed = self
        reversed.orders = try prepared().order.orders.map { Order($0.path, isDescending: !$0.isDescending) }
        reversed.start = end.map { Cursor($0.values, isBefore: !$0.isBefore) }
        reversed.end = start.map { Cursor($0.values, isBefore: !$0.isBefore) }
        reversed.limit = count
        return reversed
    }
}
