public import HearthFirestore

extension Firestore {
    /// Reads documents and writes depending on what was read, as one; the closure may run several times.
    ///
    /// ```swift
    /// let count = try await db.runTransaction { transaction in
    ///     let counter = try await transaction.getDocument(reference)
    ///     let next = (counter["count"] as? Int ?? 0) + 1
    ///     transaction.setData(["count": next], forDocument: reference)
    ///     return next
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - options: How often it is tried. Defaults to five times.
    ///   - work: Reads, then writes, and does nothing else.
    /// - Returns: What the closure returned the last time.
    /// - Throws: What the closure throws, which ends the transaction without a write, or an `NSError` of Firestore's.
    @discardableResult
    public func runTransaction<Result: Sendable>(
        _ options: TransactionOptions = TransactionOptions(),
        _ work: @Sendable (Transaction) async throws -> Result
    ) async throws -> Result {
        try await afterWrites {
            try await client.runTransaction(options) { inner in
                // Hearth's own error says whether the transaction is tried again.
                do {
                    return try await work(Transaction(self, inner))
                } catch {
                    throw FirestoreErrors.original(error)
                }
            }
        }
    }
}
