internal import HearthCore

/// A connection on which bodies run at once, on the threads of their callers, and share a commit.
///
/// Anyone who finds no transaction open begins one, runs its body, and lets everybody go first who is ready to run on
/// the same executor; then it commits for all of them. On an event loop these are the requests that arrived together:
/// sixteen of them write the pages of their common index once, not sixteen times. No one waits for a timer.
final class SharedCommit: Sendable {
    /// Tells a body's caller how the transaction ended; the failure is that of the commit.
    private typealias Completion = @Sendable (_ commit: DatabaseError?) -> Void

    private struct State {
        var connection: SQLiteConnection?
        /// Whether a transaction is open, and someone about to commit it.
        var isOpen = false
        var followers: [Completion] = []
    }

    private let state: Locked<State>

    /// Takes over a connection.
    ///
    /// - Parameter connection: The connection to write with.
    init(_ connection: sending SQLiteConnection) {
        state = Locked(State(connection: connection))
    }

    /// Runs a body in a transaction that it may share.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            switch try lead(body) {
            case .ran(let result):
                await Task.yield()
                try commit()
                return result
            case .joinable:
                if let outcome = await follow(body) { return try outcome.get() }
            case .occupied:
                guard ContinuousClock.now < deadline else { throw DatabaseError.occupied }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// How long to wait for another connection to finish writing, and how long between two looks.
    ///
    /// The wait suspends: a thread that blocked could be the one on which the other connection is to commit.
    private static let patience = Duration.seconds(5)
    private static let pause = Duration.milliseconds(2)

    /// What became of the attempt to begin a transaction.
    private enum Attempt<Result: Sendable>: Sendable {
        /// It is open, and the body has run in it.
        case ran(Result)
        /// One was open already.
        case joinable
        /// Another connection to the file is writing.
        case occupied
    }

    /// Runs a body in a transaction of its own, committed before anything else may run.
    ///
    /// For work that is done once, such as a migration: other connections wait for it no longer than it takes.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func writeAlone<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            let result: Result? = try state.withLock { state in
                guard !state.isOpen else { return nil }
                guard let connection = state.connection else { throw DatabaseError.closed }
                guard try connection.beginIfFree() else { return nil }
                let result = try connection.first(body)
                do {
                    try connection.commit()
                } catch {
                    connection.rollBack()
                    throw error
                }
                return result
            }
            if let result { return result }
            guard ContinuousClock.now < deadline else { throw DatabaseError.occupied }
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Runs a body that may not write.
    ///
    /// It sees what an open transaction has written so far: only a database in memory reads here, whose commits do
    /// not fail.
    ///
    /// - Parameter body: What to read.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func read<Result: Sendable>(_ body: @Sendable (borrowing Connection) throws -> Result) throws -> Result {
        try state.withLock { state in
            guard let connection = state.connection else { throw DatabaseError.closed }
            return try connection.read(body)
        }
    }

    /// All of the database, as a file would have it.
    func image() throws -> [UInt8] {
        try state.withLock { state in
            guard let connection = state.connection else { throw DatabaseError.closed }
            return try connection.image()
        }
    }

    /// Whether there is no table, and no transaction under way.
    func isEmpty() throws -> Bool {
        try state.withLock { state in
            guard !state.isOpen, let connection = state.connection else { return false }
            return try connection.isEmpty()
        }
    }

    /// Makes this database what an image of another one says, if this one is empty.
    ///
    /// - Parameter image: See ``image()``.
    /// - Returns: Whether it was empty; if not, it stays as it is.
    /// - Throws: ``DatabaseError``.
    func fill(from image: [UInt8]) throws -> Bool {
        try state.withLock { state in
            guard !state.isOpen, let connection = state.connection, try connection.isEmpty() else { return false }
            try connection.fill(from: image)
            return true
        }
    }

    /// Closes the connection once the open transaction is committed.
    func close() async {
        while !closeIfIdle() { await Task.yield() }
    }

    private func closeIfIdle() -> Bool {
        state.withLock { state in
            guard !state.isOpen else { return false }
            state.connection?.optimize()
            state.connection = nil
            return true
        }
    }

    /// Begins a transaction with a body; none is open if the body throws.
    ///
    /// - Returns: What became of it.
    /// - Throws: What the body throws, or ``DatabaseError`` if no transaction can be begun at all.
    private func lead<Result: Sendable>(
        _ body: @Sendable (borrowing Connection) throws -> Result
    ) throws -> Attempt<Result> {
        try state.withLock { state in
            guard !state.isOpen else { return .joinable }
            guard let connection = state.connection else { throw DatabaseError.closed }
            guard try connection.beginIfFree() else { return .occupied }
            let result = try connection.first(body)
            state.isOpen = true
            return .ran(result)
        }
    }

    /// Runs a body in the open transaction and waits for its end.
    ///
    /// - Returns: What became of the body, or `nil` if no transaction was open any more.
    private func follow<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Connection) throws -> Result
    ) async -> Swift.Result<Result, any Error>? {
        await withCheckedContinuation { continuation in
            let hasJoined = state.withLock { state in
                guard state.isOpen, let connection = state.connection else { return false }
                let outcome = Swift.Result { try connection.savepoint(body) }
                state.followers.append { failure in
                    // Even a refusal may rest on what another body of a lost commit wrote: it is lost with it.
                    continuation.resume(returning: failure.map { .failure($0) } ?? outcome)
                }
                return true
            }
            if !hasJoined { continuation.resume(returning: nil) }
        }
    }

    /// Commits for everybody.
    ///
    /// - Throws: ``DatabaseError`` if the transaction is lost.
    private func commit() throws(DatabaseError) {
        let (followers, failure) = state.withLock { state in
            defer {
                state.isOpen = false
                state.followers = []
            }
            do throws(DatabaseError) {
                try state.connection?.commit()
                return (state.followers, DatabaseError?.none)
            } catch {
                state.connection?.rollBack()
                return (state.followers, error)
            }
        }
        for follower in followers { follower(failure) }
        if let failure { throw failure }
    }
}
