/// How rows are removed that nothing can use any more.
///
/// Each request that adds a row to a table removes a batch of those that have ended, by index: a table loses rows
/// faster than it gains them, and no request pays for more than one batch.
enum Cleanup {
    /// How many rows one request removes of one table.
    static let batch = 16
}
