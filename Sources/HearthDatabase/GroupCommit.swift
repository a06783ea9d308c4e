internal import HearthCore

/// One thread that owns a connection and lets all bodies that wait share one commit.
///
/// A commit that reaches the disk costs milliseconds; while one runs, the next group gathers.
final class GroupCommit: Sendable {
    /// Tells a body's caller how its transaction ended; the failure is that of the commit.
    private typealias Completion = @Sendable (_ commit: DatabaseError?) -> Void
    private typealias Job = @Sendable (SQLiteConnection) -> Completion

    private let jobs: Mailbox<Job>
    private let thread: Locked<SystemThread?>

    /// Starts the thread.
    ///
    /// - Parameter connection: The connection to write with.
    /// - Throws: ``DatabaseError`` if the system gives no thread.
    init(_ connection: sending SQLiteConnection) throws(DatabaseError) {
        let jobs = Mailbox<Job>()
        let owned = Locked<SQLiteConnection?>(connection)
        self.jobs = jobs
        let worker = SystemThread {
            // The lock is never contended: it only proves that the connection has one owner.
            owned.withLock { slot in
                guard let connection = slot else { return }
                while let group = jobs.takeAll() { Self.commit(group[...], on: connection) }
                connection.optimize()
                slot = nil
            }
        }
        guard let worker else { throw DatabaseError(code: .other, message: "the system gives no thread") }
        self.thread = Locked(worker)
    }

    /// Runs a body with the next group.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let accepted = jobs.append { connection in
                let outcome = Swift.Result { try connection.savepoint(body) }
                return { failure in
                    // Even a refusal may rest on what another body of a lost commit wrote: it is lost with it.
                    if let failure {
                        continuation.resume(throwing: failure)
                    } else {
                        continuation.resume(with: outcome)
                    }
                }
            }
            if !accepted { continuation.resume(throwing: DatabaseError.closed) }
        }
    }

    /// Accepts no more bodies; the thread ends after those that wait.
    func finish() {
        jobs.close()
    }

    /// Waits for the end of the thread; call it after ``finish()``.
    func join() {
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        worker?.join()
    }

    private static func commit(_ group: ArraySlice<Job>, on connection: SQLiteConnection) {
        var completions: [Completion] = []
        var rest = group
        let failure: DatabaseError?
        do throws(DatabaseError) {
            try connection.begin()
            while let job = rest.popFirst() {
                completions.append(job(connection))
                // A full disk, for example, rolls the whole transaction back: what follows gets another one.
                try connection.checkTransaction()
            }
            try connection.commit()
            failure = nil
        } catch {
            connection.rollBack()
            failure = error
        }
        if completions.isEmpty, let failure {
            // Not even begun: no one's body has run, and trying again would fail in the same way.
            for job in rest { job(connection)(failure) }
            return
        }
        for completion in completions { completion(failure) }
        if !rest.isEmpty { commit(rest, on: connection) }
    }
}
