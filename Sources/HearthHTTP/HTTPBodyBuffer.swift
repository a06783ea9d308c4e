internal import HearthCore

/// What a transport has received of a body and its reader has not yet taken: bounded, for one writer and one reader.
///
/// A writer that can wait uses ``write(_:)``. One that is called back uses ``put(_:)``, and stops its source as long as
/// ``hasRoom()`` says no.
public final class HTTPBodyBuffer: HTTPBodyWriter {
    private enum End: Sendable {
        case whole
        case broken(TransportError)
    }

    private typealias Taken = Result<[UInt8]?, TransportError>
    private typealias Reader = CheckedContinuation<Taken, Never>
    private typealias Writer = CheckedContinuation<Void, Never>

    private struct State: Sendable {
        var pieces: [[UInt8]] = []
        /// How many of the pieces were taken.
        var taken = 0
        /// How many bytes wait.
        var count = 0
        var end: End?
        var isCancelled = false
        /// Whether the source stopped and wants to be told when there is room.
        var isSourceStopped = false
        var reader: Reader?
        var writers: [Writer] = []

        var isOver: Bool { isCancelled || end != nil }

        mutating func takeReader() -> Reader? {
            defer { reader = nil }
            return reader
        }

        mutating func takeWriters() -> [Writer] {
            defer { writers = [] }
            return writers
        }
    }

    private let limit: Int
    private let whenRoom: @Sendable () -> Void
    private let whenCancelled: @Sendable () -> Void
    private let state = Locked(State())

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - limit: From how many bytes on the writer waits. Defaults to 256 KiB.
    ///   - whenRoom: Lets a source go on that was told that there is no room. Called on the reader's thread.
    ///   - whenCancelled: Ends the transfer. Called at most once, unless the body ended before.
    public init(
        limit: Int = 256 * 1024,
        whenRoom: @escaping @Sendable () -> Void = {},
        whenCancelled: @escaping @Sendable () -> Void = {}
    ) {
        self.limit = limit
        self.whenRoom = whenRoom
        self.whenCancelled = whenCancelled
    }

    /// How many bytes wait for the reader.
    public var count: Int { state.withLock { $0.count } }

    /// Whether the source may go on; after a `false`, the buffer tells the source when there is room.
    ///
    /// - Returns: Whether less than the limit waits.
    public func hasRoom() -> Bool {
        state.withLock { state in
            state.isSourceStopped = !state.isOver && state.count >= limit
            return !state.isSourceStopped
        }
    }

    /// Adds a piece, whether there is room or not.
    ///
    /// - Parameter bytes: The piece.
    /// - Returns: Whether the body is still wanted.
    public func put(_ bytes: [UInt8]) -> Bool {
        let (isWanted, reader) = state.withLock { state -> (Bool, Reader?) in
            guard !state.isOver else { return (false, nil) }
            guard !bytes.isEmpty else { return (true, nil) }
            if let reader = state.takeReader() { return (true, reader) }
            state.pieces.append(bytes)
            state.count += bytes.count
            return (true, nil)
        }
        reader?.resume(returning: .success(bytes))
        return isWanted
    }

    /// Adds a piece, and waits while there is no room for another.
    ///
    /// - Parameter bytes: The piece.
    /// - Throws: `CancellationError` if the body is not wanted any more.
    public func write(_ bytes: [UInt8]) async throws {
        guard put(bytes) else { throw CancellationError() }
        await withCheckedContinuation { writer in
            let waits = state.withLock { state in
                guard !state.isOver, state.count >= limit else { return false }
                state.writers.append(writer)
                return true
            }
            if !waits { writer.resume() }
        }
        guard !state.withLock(\.isCancelled) else { throw CancellationError() }
    }

    /// Ends the body; only the first end counts.
    ///
    /// - Parameter error: Why it is not complete. Defaults to none: it is.
    public func finish(_ error: TransportError? = nil) {
        let (reader, writers) = state.withLock { state -> (Reader?, [Writer]) in
            guard !state.isOver else { return (nil, []) }
            state.end = error.map(End.broken) ?? .whole
            return (state.takeReader(), state.takeWriters())
        }
        reader?.resume(returning: error.map(Taken.failure) ?? .success(nil))
        for writer in writers { writer.resume() }
    }

    /// The reader wants no more: what waits is dropped, and the transfer ended.
    func cancel() {
        let (reader, writers, endsTransfer) = state.withLock { state -> (Reader?, [Writer], Bool) in
            guard !state.isCancelled else { return (nil, [], false) }
            state.isCancelled = true
            (state.pieces, state.taken, state.count) = ([], 0, 0)
            return (state.takeReader(), state.takeWriters(), state.end == nil)
        }
        reader?.resume(returning: .failure(TransportError(.cancelled)))
        for writer in writers { writer.resume() }
        if endsTransfer { whenCancelled() }
    }

    /// Waits for the next piece; the cancellation of the task cancels the transfer.
    func take() async throws(TransportError) -> [UInt8]? {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                if let ready = takeNow(else: reader) { reader.resume(returning: ready) }
            }
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }

    /// What there is to take; if there is nothing yet, the reader is kept and gets it later.
    private func takeNow(else reader: Reader) -> Taken? {
        let (taken, writers, tellsSource) = state.withLock { state -> (Taken?, [Writer], Bool) in
            guard let taken = Self.next(&state) else {
                guard state.reader == nil else {
                    let error = TransportError(.invalidRequest, "a body has one reader at a time")
                    return (.failure(error), [], false)
                }
                state.reader = reader
                return (nil, [], false)
            }
            guard state.count < limit else { return (taken, [], false) }
            // A source that was stopped goes on when half of the room is free: stopping has a price.
            let tellsSource = state.isSourceStopped && state.count <= limit / 2
            if tellsSource { state.isSourceStopped = false }
            return (taken, state.takeWriters(), tellsSource)
        }
        for writer in writers { writer.resume() }
        if tellsSource { whenRoom() }
        return taken
    }

    private static func next(_ state: inout State) -> Taken? {
        if state.isCancelled { return .failure(TransportError(.cancelled)) }
        if state.taken < state.pieces.count {
            let piece = state.pieces[state.taken]
            state.pieces[state.taken] = []
            state.taken += 1
            state.count -= piece.count
            if state.taken == state.pieces.count { (state.pieces, state.taken) = ([], 0) }
            return .success(piece)
        }
        switch state.end {
        case .broken(let error): return .failure(error)
        case .whole: return .success(nil)
        case nil: return nil
        }
    }
}
