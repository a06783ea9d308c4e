internal import HearthHTTP
internal import HearthServer

/// Speaks HTTP/2 on one connection.
final class Driver: ConnectionDriver {
    let id: ConnectionID
    let front: Front
    let service: Service
    /// `nil` if there was no memory for one: the connection is closed at once.
    let session: Session?
    var streams: [Int32: Stream] = [:]
    /// How many handlers have not returned; some may have lost their stream.
    var running = 0
    private var guardian: FloodGuard
    private var isDraining = false
    private var isPumping = false
    private var isPumpPosted = false
    /// How much of the output the server's memory knows of.
    private var notedOutput = 0
    /// When a connection without streams has been idle for too long, and when a head has taken too long.
    private var idleDeadline: UInt64
    private var headDeadline = UInt64.max

    init(_ id: ConnectionID, _ front: Front, on loop: isolated EventLoop) {
        self.id = id
        self.front = front
        service = loop.service
        session = Session(loop.service.limits, front.limits, now: loop.now)
        guardian = FloodGuard(now: loop.now)
        idleDeadline = loop.now &+ loop.service.limits.idleTimeout.deadline
    }

    var deadline: UInt64 {
        var deadline = min(headDeadline, streams.isEmpty ? idleDeadline : .max)
        if let oldest = session?.lingering.values.min() { deadline = min(deadline, oldest &+ Self.lingering) }
        for stream in streams.values { deadline = min(deadline, stream.bodyDeadline, stallDeadline(stream)) }
        return deadline
    }

    func receive(_ bytes: Span<UInt8>, _ connection: Connection, on loop: isolated EventLoop) {
        guard let session else { return connection.close(on: loop, reset: true) }
        session.now = loop.now
        let isValid = session.receive(bytes)
        take(session.takeEvents(), connection, on: loop)
        if !isValid { session.terminate(.protocolError) }
        noteHeads(session, on: loop)
        pump(connection, on: loop)
    }

    func resume(_ connection: Connection, on loop: isolated EventLoop) {
        pump(connection, on: loop)
    }

    func drain(_ connection: Connection, on loop: isolated EventLoop) {
        guard !isDraining else { return }
        isDraining = true
        session?.goAway()
        pump(connection, on: loop)
    }

    func cancelStreams(on loop: isolated EventLoop) {
        for stream in streams.values { stream.task?.cancel() }
    }

    func connectionClosed(on loop: isolated EventLoop) {
        abandonAll()
        service.responseMemory.note(-notedOutput)
        notedOutput = 0
    }

    func expire(_ connection: Connection, on loop: isolated EventLoop) {
        let now = loop.now
        if now >= headDeadline || streams.isEmpty && now >= idleDeadline {
            headDeadline = .max
            idleDeadline = .max
            session?.terminate(.noError)
        }
        for (number, begin) in session?.lingering ?? [:] where now >= begin &+ Self.lingering {
            session?.lingering[number] = nil
            session?.reset(number, .noError)
        }
        for (number, stream) in streams {
            if now >= stream.bodyDeadline {
                stream.bodyDeadline = .max
                refuse(stream, .timedOut, on: loop)
            } else if now >= stallDeadline(stream) {
                session?.bodies[number]?.progress = .max
                session?.reset(number, .cancel)
            }
        }
        pump(connection, on: loop)
    }

    /// Sends what there is to send, after everything else that happens now.
    func pumpSoon(on loop: isolated EventLoop) {
        guard !isPumpPosted, !isPumping else { return }
        isPumpPosted = true
        loop.post { [id] loop in
            guard let (connection, driver) = loop.driven(id, as: Driver.self) else { return }
            driver.isPumpPosted = false
            driver.pump(connection, on: loop)
        }
    }

    /// Whether the writer of a stream has to wait for its reader.
    func isBehind(_ number: Int32) -> Bool {
        guard let waiting = session?.bodies[number]?.queue.count else { return false }
        return waiting > front.limits.streamBacklog || waiting > 0 && service.responseMemory.isExhausted
    }

    /// How long a client may go on sending a request that has its answer, in milliseconds: some take a reset for a
    /// failure of the answer that came just before it.
    private static let lingering: UInt64 = 1000

    /// When the reader of a stream has taken nothing for too long.
    private func stallDeadline(_ stream: Stream) -> UInt64 {
        guard let body = session?.bodies[stream.id.number], body.queue.count > 0, body.progress < .max else {
            return .max
        }
        return body.progress &+ service.limits.streamTimeout.deadline
    }

    private func pump(_ connection: Connection, on loop: isolated EventLoop) {
        guard let session, !isPumping else { return }
        isPumping = true
        session.now = loop.now
        while !connection.isBacklogged {
            let bytes = session.output(64 * 1024)
            if bytes.isEmpty { break }
            connection.send(bytes, on: loop)
        }
        isPumping = false
        // What was sent may have closed streams.
        take(session.takeEvents(), connection, on: loop)
        noteProgress(session)
        if session.isOver || isDraining && streams.isEmpty && !connection.isBacklogged {
            abandonAll()
            connection.finishDriven(on: loop)
        }
    }

    private func noteProgress(_ session: Session) {
        for number in session.progressed where !isBehind(number) { streams[number]?.resumeWriters() }
        session.progressed.removeAll(keepingCapacity: true)
        let held = session.outgoing > 4096 ? session.outgoing : 0
        service.responseMemory.note(held - notedOutput)
        notedOutput = held
    }

    /// A head that came in part has to come whole.
    private func noteHeads(_ session: Session, on loop: isolated EventLoop) {
        if session.blocks.isEmpty {
            headDeadline = .max
        } else if headDeadline == .max {
            headDeadline = loop.now &+ service.limits.headTimeout.deadline
        }
    }

    private func abandonAll() {
        let all = streams
        streams = [:]
        for (number, stream) in all {
            session?.forget(number)
            release(stream)
            stream.abandon()
        }
    }

    /// Lets go of a stream that is no longer listed: what was not read of it no longer counts.
    func release(_ stream: Stream) {
        if !stream.isWhole { session?.consume(stream.id.number, stream.body.bytes.count) }
        // Its handler will say itself that it has returned, if it was begun.
        if stream.task == nil { leave() }
    }

    private func take(_ events: [SessionEvent], _ connection: Connection, on loop: isolated EventLoop) {
        // A stream that was reset in the same breath is not worth a task.
        var gone: Set<Int32> = []
        for case .closed(let number, let reason) in events where reason != .noError { gone.insert(number) }
        for event in events {
            switch event {
            case .head(let number, let block, let endsStream):
                if gone.contains(number) { continue }
                begin(number, block, endsStream: endsStream, peer: connection.peer, on: loop)
            case .data(let number, let bytes): takeData(number, bytes, on: loop)
            case .end(let number): endBody(number, on: loop)
            case .closed(let number, _): close(number, on: loop)
            case .nuisance(let kind): note(kind, on: loop)
            }
        }
    }

    /// Counts what a client should not send too often.
    func note(_ kind: FloodGuard.Kind, on loop: isolated EventLoop) {
        guard !guardian.allows(kind, now: loop.now) else { return }
        session?.terminate(.enhanceYourCalm)
        abandonAll()
    }

    private func close(_ number: Int32, on loop: isolated EventLoop) {
        session?.forget(number)
        guard let stream = streams.removeValue(forKey: number) else { return }
        release(stream)
        if stream.answer == .finished && stream.isBodyComplete {
            // The handler is done or about to be.
            stream.resumeReaders(throwing: CancellationError())
            stream.resumeWriters(throwing: CancellationError())
        } else {
            stream.abandon()
        }
        if streams.isEmpty { idleDeadline = loop.now &+ service.limits.idleTimeout.deadline }
    }
}
