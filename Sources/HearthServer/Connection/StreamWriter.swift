internal import HearthHTTP

/// Takes the pieces of one streamed answer to its connection.
struct StreamWriter: HTTPBodyWriter {
    let loop: EventLoop
    let exchange: ExchangeID

    func write(_ bytes: [UInt8]) async throws {
        try await loop.write(bytes, exchange)
    }
}

extension EventLoop {
    /// Sends a piece of a streamed answer, and waits while its reader is behind.
    ///
    /// A task that was cancelled may still write as long as there is a reader: a drain cancels the producers of
    /// streams and lets them say goodbye.
    ///
    /// - Throws: `CancellationError` if no one reads any more.
    func write(_ bytes: [UInt8], _ exchange: ExchangeID) async throws {
        guard let connection = connection(of: exchange), connection.write(bytes, on: self) else {
            throw CancellationError()
        }
        guard connection.isBacklogged else { return }
        try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
            // Asked again: on the way into a continuation a task may be queued behind what it waits for.
            if self.connection(of: exchange) == nil || connection.isPeerDone {
                waiter.resume(throwing: CancellationError())
            } else if connection.isBacklogged {
                connection.waiters.append(waiter)
            } else {
                waiter.resume()
            }
        }
    }
}
