internal import HearthHTTP
internal import HearthServer

/// Which stream of which connection: good for one request.
struct StreamID: Sendable, Hashable {
    let connection: ConnectionID
    let number: Int32
}

/// One request and its answer.
final class Stream {
    /// How far the answer is.
    enum Answer {
        case none, begun, finished
    }

    let id: StreamID
    let head: HTTPRequestHead
    var body: BodyBuffer
    /// What answers once the whole body has arrived; `nil` if a handler reads it piece by piece.
    let handler: HTTPHandler?
    var isBodyComplete = false
    var answer = Answer.none
    var task: Task<Void, Never>?
    /// Those who wait for a piece of the body, and for room in the answer.
    var readers: [CheckedContinuation<Void, any Error>] = []
    var writers: [CheckedContinuation<Void, any Error>] = []
    /// When the body has taken too long, and how much of it has to arrive until its clock is set anew.
    var bodyDeadline = UInt64.max
    private var checkpoint = 0

    init(
        _ id: StreamID,
        _ head: HTTPRequestHead,
        _ body: BodyBuffer,
        for handler: HTTPHandler?
    ) {
        self.id = id
        self.head = head
        self.body = body
        self.handler = handler
    }

    /// Whether the body is kept here until all of it has arrived.
    var isWhole: Bool { handler != nil }

    /// Gives a body that is kept whole the time that the server gives to bodies.
    func noteProgress(_ limits: ServerLimits, now: UInt64) {
        guard isWhole, !isBodyComplete else {
            bodyDeadline = .max
            return
        }
        guard body.received >= checkpoint else { return }
        checkpoint = body.received + (1 << 20)
        bodyDeadline = now &+ limits.bodyTimeout.deadline
    }

    func resumeReaders(throwing error: CancellationError? = nil) {
        Self.resume(&readers, error)
    }

    func resumeWriters(throwing error: CancellationError? = nil) {
        Self.resume(&writers, error)
    }

    /// Tells those who work for the stream that it is gone.
    func abandon() {
        task?.cancel()
        resumeReaders(throwing: CancellationError())
        resumeWriters(throwing: CancellationError())
    }

    private static func resume(_ waiters: inout [CheckedContinuation<Void, any Error>], _ error: CancellationError?) {
        guard !waiters.isEmpty else { return }
        let resumed = waiters
        waiters = []
        for waiter in resumed {
            if let error { waiter.resume(throwing: error) } else { waiter.resume() }
        }
    }
}
