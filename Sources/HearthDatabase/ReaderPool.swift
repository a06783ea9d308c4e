internal import HearthCore

/// Connections that only read, so that one long read does not stop the others.
///
/// A reader that finds none free opens another one, up to a number; then it waits for one on its thread.
final class ReaderPool: Sendable {
    private typealias Reader = Locked<SQLiteConnection?>

    private struct State: Sendable {
        var idle: [Reader] = []
        /// How many there are, those included that are reading or being opened.
        var count = 0
        var isClosed = false
    }

    private enum Turn: Sendable {
        case read(Reader)
        case open
        case closed
    }

    private let state = Monitor(State())
    private let limit: Int
    private let open: @Sendable () throws(DatabaseError) -> SQLiteConnection

    /// Opens the first connection.
    ///
    /// - Parameters:
    ///   - limit: How many connections there may be.
    ///   - open: Opens a connection.
    /// - Throws: ``DatabaseError`` if the first cannot be opened.
    init(
        limit: Int,
        _ open: @escaping @Sendable () throws(DatabaseError) -> SQLiteConnection
    ) throws(DatabaseError) {
        self.limit = max(1, limit)
        self.open = open
        let first = Reader(try open())
        state.withLock { state, _ in
            state.idle.append(first)
            state.count = 1
        }
    }

    /// Runs a body that sees one state of the database and may not change it.
    ///
    /// - Parameter body: What to read.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``DatabaseError``.
    func read<Result: Sendable>(_ body: @Sendable (borrowing Connection) throws -> Result) throws -> Result {
        let reader = try checkOut()
        defer { checkIn(reader) }
        return try reader.withLock { connection in
            guard let connection else { throw DatabaseError.closed }
            return try connection.read(body)
        }
    }

    private func checkOut() throws(DatabaseError) -> Reader {
        let turn: Turn = state.wait { [limit] state in
            if state.isClosed { return .closed }
            if let reader = state.idle.popLast() { return .read(reader) }
            guard state.count < limit else { return nil }
            state.count += 1
            return .open
        }
        switch turn {
        case .closed: throw DatabaseError.closed
        case .read(let reader): return reader
        case .open:
            do throws(DatabaseError) {
                return Reader(try open())
            } catch {
                state.withLock { state, wakesOne in
                    state.count -= 1
                    wakesOne = true
                }
                throw error
            }
        }
    }

    private func checkIn(_ reader: Reader) {
        let isClosed = state.withLock { state, wakesOne in
            if !state.isClosed { state.idle.append(reader) }
            wakesOne = true
            return state.isClosed
        }
        if isClosed { Self.close(reader) }
    }

    /// Closes every connection, those that are reading when they are done.
    func close() {
        let idle = state.withLock { state, _ in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        state.wakeAll { _ in }
        for reader in idle { Self.close(reader) }
    }

    private static func close(_ reader: Reader) {
        reader.withLock { connection in
            connection?.optimize()
            connection = nil
        }
    }
}
