internal import CLinux
internal import HearthHTTP

/// One client's connection, from its acceptance to its end.
///
/// Belongs to one ``EventLoop`` and is not `Sendable`: every method takes the loop, isolated, so that the compiler
/// lets no one else in.
package final class Connection {
    /// What the connection waits for.
    enum Phase: Hashable {
        /// A request.
        case reading
        /// The handler's answer.
        case handling
        /// The pieces of a streamed answer.
        case streaming
        /// Whatever its driver makes of it: the client speaks another protocol.
        case driven
        /// The last bytes of the last answer to be sent.
        case closing
        /// The client to take note that nothing more will come: a close with unread input would be a reset, and
        /// could destroy the answer on its way.
        case lingering
        /// Nothing any more.
        case closed
    }

    let id: ConnectionID
    let socket: Socket
    /// The address of the client.
    package let peer: String
    let limits: ServerLimits
    private let responseMemory: MemoryBudget
    var phase = Phase.reading
    var parser: RequestParser
    /// The number of the request in hand.
    var exchange: UInt64 = 0
    var task: Task<Void, Never>?
    /// What answers the request that is arriving.
    var handler: HTTPHandler?
    /// Those who write a streamed answer and wait for its reader.
    var waiters: [CheckedContinuation<Void, any Error>] = []
    var output = OutputQueue()
    /// How much of the output the server's memory knows of.
    private var notedOutput = 0
    /// The first bytes, as long as they may be another protocol's preface.
    var preface: [UInt8]?
    /// What speaks that protocol.
    var driver: (any ConnectionDriver)?
    /// What arrived behind the request in hand, from ``inputStart`` on.
    var input: [UInt8] = []
    var inputStart = 0
    /// The body in hand, if the handler reads it piece by piece.
    var upload: Upload?
    /// Whether the socket may have more to read.
    var isReadable = false
    /// Whether the client has sent all that it ever will.
    var isPeerDone = false
    /// Whether the client may send another request after this one.
    var keepsAlive = true
    /// Whether the client may still be sending what no one will read.
    var mustLinger = false
    /// How much a client that was refused has sent in vain.
    var discarded = 0
    /// When it has done so for too long.
    var lingeringEnd: UInt64 = 0
    /// How much of a body has to arrive until its clock is set anew.
    var bodyCheckpoint = 0
    /// When the phase, the body in hand and the reader have taken too long, in monotonic milliseconds.
    var phaseDeadline: UInt64
    var bodyDeadline = UInt64.max
    var writeDeadline = UInt64.max

    init(_ id: ConnectionID, _ socket: Socket, peer: String, service: Service, now: UInt64) {
        self.id = id
        self.socket = socket
        self.peer = peer
        limits = service.limits
        responseMemory = service.responseMemory
        parser = RequestParser(limits: service.limits, budget: service.requestMemory)
        preface = service.protocols.isEmpty ? nil : []
        phaseDeadline = now &+ service.limits.idleTimeout.deadline
    }

    /// When the connection has to be looked at, whatever happens.
    var deadline: UInt64 {
        min(min(phaseDeadline, bodyDeadline), min(writeDeadline, driver?.deadline ?? .max))
    }

    /// Whether the client is owed nothing.
    var isIdle: Bool {
        phase == .reading && parser.stage == .idle && output.isEmpty && input.isEmpty && preface?.isEmpty != false
    }

    /// Whether so much waits for the client that nothing more should be made for it.
    package var isBacklogged: Bool {
        output.count > limits.backlogBytes || !output.isEmpty && responseMemory.isExhausted
    }

    /// Acts on what the poller reports.
    func handle(_ event: clinux_event, on loop: isolated EventLoop) {
        if event.has(CLINUX_FAILED | CLINUX_HUNG_UP) {
            close(on: loop)
            return
        }
        if event.has(CLINUX_PEER_CLOSED) { notePeerDone() }
        if event.has(CLINUX_READABLE | CLINUX_PEER_CLOSED) { isReadable = true }
        if event.has(CLINUX_WRITABLE), !output.isEmpty { flush(on: loop) }
        advance(on: loop)
    }

    /// Acts on a deadline that has passed.
    func expire(on loop: isolated EventLoop) {
        if loop.now >= writeDeadline {
            close(on: loop, reset: true)
        } else if phase == .driven {
            driver?.expire(self, on: loop)
        } else if isUploading {
            failUpload(.timedOut, on: loop)
        } else if phase == .reading && parser.stage != .idle && !parser.isSkipping && output.isEmpty {
            refuse(.timedOut, on: loop)
        } else {
            close(on: loop, reset: !output.isEmpty)
        }
    }

    /// Ends the connection; what still works for it learns so.
    ///
    /// With `reset`, the client cannot take what it has for the whole answer.
    package func close(on loop: isolated EventLoop, reset: Bool = false) {
        guard phase != .closed else { return }
        phase = .closed
        abandon()
        driver?.connectionClosed(on: loop)
        responseMemory.give(notedOutput)
        socket.close(reset: reset)
        loop.remove(id)
    }

    /// The client has closed its side: probably no one reads the answer, so the handler may stop.
    private func notePeerDone() {
        guard !isPeerDone else { return }
        isPeerDone = true
        // What is left of a body may still be in the socket.
        if !isUploading && driver == nil { abandon() }
    }

    /// Tells those who work for this connection that it is in vain.
    func abandon() {
        task?.cancel()
        resumeWaiters(throwing: CancellationError())
        resumeReaders(throwing: CancellationError())
    }

    func resumeWaiters(throwing error: CancellationError? = nil) {
        guard !waiters.isEmpty else { return }
        let resumed = waiters
        waiters = []
        for waiter in resumed {
            if let error { waiter.resume(throwing: error) } else { waiter.resume() }
        }
    }

    /// Tells the server's memory what waits here; a little is not worth the word.
    func noteOutput() {
        let held = output.count > 4096 ? output.count : 0
        guard held != notedOutput else { return }
        responseMemory.note(held - notedOutput)
        notedOutput = held
    }
}
