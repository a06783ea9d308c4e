internal import HearthCore
public import HearthHTTP

/// An HTTP/1.1 server: strict about what it accepts, and bounded in what a client may cost.
///
/// ```swift
/// let server = HTTPServer(configuration: ServerConfiguration(host: "127.0.0.1", port: 8080)) { request in
///     HTTPResponse(status: 200, fields: ["Content-Type": "text/plain"], body: .bytes(Array("hello".utf8)))
/// }
/// try await server.run()
/// ```
///
/// Linux only: elsewhere ``bind()`` throws ``ServerError/Code/system``.
public final class HTTPServer: Sendable {
    private enum State: Sendable {
        case created
        case bound(Listener)
        case running([EventLoop])
        /// Asked to end before it ran.
        case drained
        case ended
    }

    private struct Life: Sendable {
        var state = State.created
        /// Where the server listens or has listened: known from the first binding on, whatever comes after.
        var address: ServerAddress?
    }

    private let configuration: ServerConfiguration
    private let service: Service
    private let life = Locked(Life())

    /// Creates a server, which does nothing yet.
    ///
    /// - Parameters:
    ///   - configuration: Where it listens and how much it takes on.
    ///   - protocols: What it speaks beside HTTP/1.1 on the same port.
    ///   - admission: Decides by its head what becomes of a request, before any of the body is kept: see
    ///     `HTTPAdmission`. It runs on the thread of the connection's loop and must not block. Without one, every
    ///     request is accepted with a body up to ``ServerLimits/bodyBytes``.
    ///   - handler: Answers each request. It runs on the thread of the connection's loop, and so do the actors that
    ///     it calls: work that takes longer than a millisecond without suspending belongs to a thread of its own.
    ///     Its task is cancelled as soon as the client is gone.
    public init(
        configuration: ServerConfiguration = ServerConfiguration(),
        protocols: [WireProtocol] = [],
        admission: (@Sendable (HTTPRequestHead) -> HTTPAdmission)? = nil,
        handler: @escaping HTTPHandler
    ) {
        self.configuration = configuration
        service = Service(limits: configuration.limits, protocols: protocols, admission: admission, handler: handler)
    }

    /// How many connections are open now.
    public var openConnections: Int { service.connections }

    /// Takes the address, so that clients may connect: they are served once the server runs.
    ///
    /// Calling it is optional, and useful if the port was chosen by the system. Calling it again answers the same, from
    /// any task and at any time: before the server runs, while it runs, and after its end, when nothing listens there.
    ///
    /// - Returns: Where the server listens.
    /// - Throws: ``ServerError`` if the address cannot be had; ``ServerError/Code/alreadyRun`` if the server was told to
    ///   end before it ever had one.
    @discardableResult
    public func bind() throws(ServerError) -> ServerAddress {
        try life.withLock { life throws(ServerError) in
            if let address = life.address { return address }
            guard case .created = life.state else { throw ServerError(.alreadyRun) }
            let listener = try Listener(host: configuration.host, port: configuration.port)
            life.state = .bound(listener)
            life.address = listener.address
            return listener.address
        }
    }

    /// Serves until its task is cancelled or ``drain(within:)`` is called, and returns once the last connection is
    /// closed.
    ///
    /// A handler that ignores its cancellation does not delay the return beyond the drain's limit; the thread of its
    /// loop lives on until the handler returns.
    ///
    /// - Throws: ``ServerError`` if the address cannot be had, or if the server has run before.
    public func run() async throws(ServerError) {
        let loops: [EventLoop]
        do throws(ServerError) {
            try bind()
            loops = try startLoops()
        } catch {
            guard endsUnrun() else { throw error }
            return
        }
        await withTaskCancellationHandler {
            for loop in loops { await loop.drained() }
        } onCancel: {
            drain(within: configuration.drainTimeout)
        }
        life.withLock { $0.state = .ended }
    }

    /// Ends the service in order.
    ///
    /// No new connection is accepted, idle connections are closed, and requests in flight are answered with
    /// `Connection: close`. When half of the time is over, the tasks that produce streams are cancelled: they may
    /// still write, and a stream whose function returns then is a whole one for its reader.
    ///
    /// Returns at once; ``run()`` returns when it is done. A server that does not run yet never will: ``run()`` returns
    /// without having served anybody.
    ///
    /// - Parameter duration: How long requests in flight may take; then their connections are cut and their tasks
    ///   cancelled. A later call may shorten it.
    public func drain(within duration: Duration) {
        let loops = life.withLock { life in
            switch life.state {
            case .running(let loops): return loops
            case .created, .bound: life.state = .drained
            case .drained, .ended: break
            }
            return []
        }
        // The first loop deals connections out to the others: what it has dealt is in their mailboxes before they
        // hear of the drain.
        loops.first?.executor.post { first in
            first.drain(within: duration)
            for loop in loops.dropFirst() {
                loop.executor.post { $0.drain(within: duration) }
            }
        }
    }

    /// Whether the server was asked to end before it ran; it has run by that.
    private func endsUnrun() -> Bool {
        life.withLock { life in
            guard case .drained = life.state else { return false }
            life.state = .ended
            return true
        }
    }

    private func startLoops() throws(ServerError) -> [EventLoop] {
        try life.withLock { life throws(ServerError) in
            guard case .bound(let listener) = life.state else { throw ServerError(.alreadyRun) }
            var loops: [EventLoop] = []
            for _ in 0..<max(1, configuration.loops) { loops.append(try EventLoop(service: service)) }
            let all = loops
            for loop in all { try loop.start() }
            all.first?.executor.post { $0.listen(listener, for: all) }
            life.state = .running(all)
            return all
        }
    }
}
