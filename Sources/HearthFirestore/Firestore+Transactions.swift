internal import HearthFirestoreModel

extension Firestore {
    /// Begins writes that happen together.
    public func batch() -> WriteBatch { WriteBatch(self) }

    /// Reads documents and writes depending on what was read, as one.
    ///
    /// The closure runs again when a document that it read has changed meanwhile, so it must do nothing else than use the
    /// transaction. Local writes that wait for the server are not seen by it.
    ///
    /// ```swift
    /// let count = try await firestore.runTransaction { transaction in
    ///     let counter = try await transaction.getDocument(reference)
    ///     let next = (counter["count"]?.intValue ?? 0) + 1
    ///     transaction.setData(["count": next], forDocument: reference)
    ///     return next
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - options: How often it is tried. Defaults to five times.
    ///   - work: Reads, then writes.
    /// - Returns: What the closure returned the last time.
    /// - Throws: What the closure throws, which ends the transaction without a write, or ``FirestoreError``: with code
    ///   `aborted` or `failedPrecondition` if other writes always came first; with `unavailable` or `deadlineExceeded` if
    ///   the answer to the commit was lost, so that it is not known whether it happened. It is not tried again then: what
    ///   it did would be done twice.
    public func runTransaction<Result: Sendable>(
        _ options: TransactionOptions = TransactionOptions(),
        _ work: @Sendable (Transaction) async throws -> Result
    ) async throws -> Result {
        let clock = core.remote.clock
        var attempt = 1
        while true {
            let transaction = Transaction(self)
            defer { transaction.end() }
            var isCommitting = false
            do {
                let result = try await work(transaction)
                isCommitting = true
                try await transaction.commit()
                return result
            } catch let error as FirestoreError
                where attempt < options.maxAttempts && (error.hasLostAgainstOthers || !isCommitting && error.mayPass)
            {
                // The first repetition comes at once, the further ones after growing pauses.
                if attempt > 1 {
                    let pause = Duration.seconds(1) * pow(1.5, attempt - 2) * (0.5 + clock.fraction())
                    do { try await clock.sleep(pause) } catch { throw FirestoreError.taskCancelled }
                }
                attempt += 1
            }
        }
    }

    private func pow(_ base: Double, _ exponent: Int) -> Double {
        (0..<max(0, exponent)).reduce(1) { product, _ in product * base }
    }
}

extension FirestoreError {
    /// Whether nothing was written because others wrote first.
    fileprivate var hasLostAgainstOthers: Bool {
        switch code {
        case .aborted, .failedPrecondition, .alreadyExists: true
        default: false
        }
    }
}
