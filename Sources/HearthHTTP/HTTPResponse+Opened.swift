internal import HearthCore

extension HTTPResponse {
    /// The response as a client reads it piece by piece, without a connection in between.
    ///
    /// A streamed body runs in a task of its own, which is cancelled when the reader leaves.
    ///
    /// - Returns: The exchange.
    /// - Throws: The error of ``HTTPBody/failed(_:)``.
    public func opened() throws(TransportError) -> HTTPExchange {
        switch body {
        case .failed(let error): throw error
        case .bytes(let bytes): return HTTPExchange(status: status, fields: fields, body: HTTPResponseStream(bytes))
        case .stream(let produce):
            let producer = Producer()
            let buffer = HTTPBodyBuffer(whenCancelled: { producer.cancel() })
            producer.start(produce, into: buffer)
            return HTTPExchange(status: status, fields: fields, body: HTTPResponseStream(buffer))
        }
    }
}

/// The task that runs a streamed body.
private final class Producer: Sendable {
    private enum State: Sendable {
        case waiting
        case running(Task<Void, Never>)
        case cancelled
    }

    private let state = Locked(State.waiting)

    func start(_ produce: @escaping @Sendable (any HTTPBodyWriter) async throws -> Void, into buffer: HTTPBodyBuffer) {
        state.withLock { state in
            guard case .waiting = state else { return }
            state = .running(
                Task {
                    do {
                        try await produce(buffer)
                        buffer.finish()
                    } catch {
                        buffer.finish(error as? TransportError ?? TransportError(.connectionLost))
                    }
                }
            )
        }
    }

    func cancel() {
        let running = state.withLock { state -> Task<Void, Never>? in
            defer { state = .cancelled }
            guard case .running(let task) = state else { return nil }
            return task
        }
        // Outside of the lock: handlers of the cancellation may come back for it.
        running?.cancel()
    }
}
