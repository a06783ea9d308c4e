internal import CLinux
internal import HearthCore
internal import HearthHTTP

/// One thread's share of the server: waits for its sockets, and runs what they bring about.
///
/// The actor's executor is the thread itself, and connections are not `Sendable`: the compiler sees to it that
/// nobody else touches them.
actor EventLoop {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    let service: Service
    let poller: Poller
    /// Monotonic milliseconds, as of the last event.
    private(set) var now = clinux_monotonic_milliseconds()
    var connections = ConnectionTable()
    var acceptor: Acceptor?
    /// What was read last; lives no longer than the event that announced it.
    var received = [UInt8](repeating: 0, count: 64 * 1024)
    /// Where answers are put together.
    var assembly: [UInt8] = []
    var isDraining = false
    var drainDeadline = UInt64.max
    var drainWaiters: [CheckedContinuation<Void, Never>] = []
    private var events = [clinux_event](repeating: clinux_event(), count: 256)
    private var date = DateField()
    private var lastSweep: UInt64 = 0
    /// The handlers that have not returned, those of lost connections included.
    private var tasks = 0
    private var mayEnd = false

    init(service: Service) throws(ServerError) {
        self.service = service
        poller = try Poller()
        executor = LoopExecutor(poller: poller)
    }

    /// Starts the thread, which holds the loop until ``end()`` and the last handler's return.
    nonisolated func start() throws(ServerError) {
        try LoopThread.start {
            self.executor.adoptThread()
            var spare: [UnownedJob] = []
            while self.assumeIsolated({ $0.turn() }) {
                self.executor.runJobs(&spare)
            }
        }
    }

    /// Lets the thread end as soon as no handler runs.
    func end() {
        mayEnd = true
    }

    /// The `Date` field with its line end, the same for a whole second.
    func dateField() -> [UInt8] {
        date.line(now)
    }

    /// Waits for events, or a short while, and handles them.
    ///
    /// - Returns: Whether the loop goes on.
    private func turn() -> Bool {
        let count = poller.wait(&events, milliseconds: patience)
        now = clinux_monotonic_milliseconds()
        for index in 0..<count {
            handle(events[index])
        }
        for command in executor.takeCommands() {
            command(self)
        }
        if now &- lastSweep >= service.sweepInterval { sweep() }
        return !mayEnd || tasks > 0 || !executor.isEmpty
    }

    private var patience: Int32 {
        if !executor.isEmpty { return 0 }
        let mustSweep = connections.count > 0 || acceptor?.isPaused == true
        return mustSweep ? Int32(service.sweepInterval) : -1
    }

    private func handle(_ event: clinux_event) {
        switch event.token {
        case Poller.wakeUp: poller.clearWakeUp()
        case Acceptor.token: accept()
        default: connections[ConnectionID(token: event.token)]?.handle(event, on: self)
        }
    }

    private func sweep() {
        lastSweep = now
        resumeAccepting()
        for connection in connections.all where now >= connection.deadline {
            connection.expire(on: self)
        }
        if isDraining && now >= drainDeadline {
            for connection in connections.all { connection.close(on: self, reset: true) }
        }
    }

    /// Has a handler answer a request, on this thread.
    func begin(_ request: HTTPRequest, _ exchange: ExchangeID) -> Task<Void, Never> {
        tasks += 1
        return Task(executorPreference: executor) { await self.serve(request, exchange) }
    }

    private func serve(_ request: HTTPRequest, _ exchange: ExchangeID) async {
        let response = await service.handler(request)
        if let produce = connection(of: exchange)?.answer(response, on: self) {
            var isComplete = true
            do {
                try await produce(StreamWriter(loop: self, exchange: exchange))
            } catch {
                isComplete = false
            }
            connection(of: exchange)?.endStream(isComplete: isComplete, on: self)
        }
        tasks -= 1
    }

    /// The connection of an exchange, if it still waits for it.
    func connection(of exchange: ExchangeID) -> Connection? {
        guard let connection = connections[exchange.connection], connection.exchange == exchange.number else {
            return nil
        }
        return connection
    }
}
