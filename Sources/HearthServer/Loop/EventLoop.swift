internal import CLinux
internal import HearthHTTP

/// One thread's share of the server: waits for its sockets, and runs what they bring about.
///
/// The actor's executor is the thread itself, and connections are not `Sendable`: the compiler sees to it that
/// no one else touches them.
package actor EventLoop {
    nonisolated let executor: LoopExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// What the loops of one server share.
    package let service: Service
    nonisolated let poller: Poller
    /// Monotonic milliseconds, as of the last event.
    package private(set) var now = clinux_monotonic_milliseconds()
    var connections = ConnectionTable()
    var acceptor: Acceptor?
    /// What was read last; lives no longer than the event that announced it.
    var received = [UInt8](repeating: 0, count: 64 * 1024)
    /// Where answers are put together.
    var assembly: [UInt8] = []
    var isDraining = false
    var drainDeadline = UInt64.max
    /// When the producers of streams are told to come to an end.
    var streamDeadline = UInt64.max
    var drainWaiters: [CheckedContinuation<Void, Never>] = []
    /// What was answered in this turn and is not sent yet.
    private var answers: [(response: HTTPResponse, exchange: ExchangeID)] = []
    private var date = DateField()
    private var lastSweep: UInt64 = 0

    init(service: Service) throws(ServerError) {
        self.service = service
        poller = try Poller()
        executor = LoopExecutor(poller: poller)
    }

    deinit {
        poller.wake()
    }

    /// Starts the thread.
    ///
    /// It ends with the loop, which the server, every handler that has not returned and every writer of a stream
    /// keep: whatever they ask of the loop is done.
    nonisolated func start() throws(ServerError) {
        try LoopThread.start { [weak self, poller, executor] in
            executor.adoptThread()
            var events = [clinux_event](repeating: clinux_event(), count: 256)
            var spare: [UnownedJob] = []
            var patience: Int32 = 0
            while true {
                let count = poller.wait(&events, milliseconds: executor.isEmpty ? patience : 0)
                guard let next = self?.assumeIsolated({ $0.turn(events, count) }) else { return }
                patience = next
                executor.runJobs(&spare)
                self?.assumeIsolated { $0.sendAnswers() }
            }
        }
    }

    /// Has the loop do something after what it does now, in the order of the calls; any thread may ask.
    package nonisolated func post(_ command: @escaping @Sendable (isolated EventLoop) -> Void) {
        executor.post(command)
    }

    /// The value of the `Date` field.
    package func dateValue() -> String {
        String(decoding: date.line(now).dropFirst("Date: ".utf8.count).dropLast(2), as: UTF8.self)
    }

    /// The `Date` field with its line end, the same for a whole second.
    func dateField() -> [UInt8] {
        date.line(now)
    }

    /// Handles what has happened, and what time it is.
    ///
    /// - Returns: How long the next event may be waited for, in milliseconds; for ever if negative.
    private func turn(_ events: [clinux_event], _ count: Int) -> Int32 {
        now = clinux_monotonic_milliseconds()
        for event in events.prefix(count) { handle(event) }
        for command in executor.takeCommands() {
            command(self)
        }
        let interval = isDraining ? min(20, service.sweepInterval) : service.sweepInterval
        if now &- lastSweep >= interval { sweep() }
        let mustSweep = connections.count > 0 || acceptor?.isPaused == true
        return mustSweep ? Int32(interval) : -1
    }

    private func handle(_ event: clinux_event) {
        switch event.token {
        case Poller.wakeUp: poller.clearWakeUp()
        case Acceptor.token: accept()
        default: connections[ConnectionID(token: event.token)]?.handle(event, on: self)
        }
    }

    /// Acts on the deadlines that have passed.
    private func sweep() {
        lastSweep = now
        resumeAccepting()
        for connection in connections.all where now >= connection.deadline {
            connection.expire(on: self)
        }
        if isDraining { enforceDrain() }
    }

    /// Starts a task whose every step runs on this thread, as far as it calls nothing that has a place of its own.
    package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: executor) { await self.run(work) }
    }

    /// Has a handler answer a request, on this thread; the share is what the body takes from the server's memory.
    func begin(
        _ request: HTTPRequest,
        _ share: MemoryShare?,
        _ handler: @escaping HTTPHandler,
        _ exchange: ExchangeID
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { await self.answer(request, share, handler, exchange) }
    }

    /// Has a handler answer a request whose body it reads itself.
    func begin(
        _ head: HTTPRequestHead,
        _ handler: @escaping @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse,
        _ exchange: ExchangeID
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { await self.answer(head, handler, exchange) }
    }

    // A handler runs on the actor that calls it. The closure of a task is on none: called from there, the handler would be
    // queued again at each call that it makes. So each task begins with one of these methods, which are the loop's own.

    private func run(_ work: @Sendable () async -> Void) async { await work() }

    private func answer(
        _ request: HTTPRequest,
        _ share: MemoryShare?,
        _ handler: HTTPHandler,
        _ exchange: ExchangeID
    ) async {
        let response = await handler(request)
        withExtendedLifetime(share) {}
        await finish(response, exchange)
    }

    private func answer(
        _ head: HTTPRequestHead,
        _ handler: @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse,
        _ exchange: ExchangeID
    ) async {
        let body = HTTPRequestBody { try await self.read(exchange) }
        await finish(await handler(head, body), exchange)
    }

    /// Sends an answer: a stream as its pieces come, anything else at the end of the turn.
    ///
    /// Sent at once, each answer of many that are made in one turn would wake its client, and the system would switch
    /// between the two for each of them. No answer waits longer than a few milliseconds, or than one handler runs.
    private func finish(_ response: HTTPResponse, _ exchange: ExchangeID) async {
        guard case .stream = response.body else {
            answers.append((response, exchange))
            if clinux_monotonic_milliseconds() &- now >= 2 { sendAnswers() }
            return
        }
        guard let produce = connection(of: exchange)?.answer(response, on: self) else { return }
        var isComplete = true
        do {
            try await produce(StreamWriter(loop: self, exchange: exchange))
        } catch {
            isComplete = false
        }
        connection(of: exchange)?.endStream(isComplete: isComplete, on: self)
    }

    private func sendAnswers() {
        guard !answers.isEmpty else { return }
        var due = answers
        answers = []
        for answer in due { _ = connection(of: answer.exchange)?.answer(answer.response, on: self) }
        due.removeAll(keepingCapacity: true)
        // The memory is used again.
        if answers.isEmpty { answers = due }
    }

    /// The connection of an exchange, if it still waits for it.
    func connection(of exchange: ExchangeID) -> Connection? {
        guard let connection = connections[exchange.connection], connection.exchange == exchange.number else {
            return nil
        }
        return connection
    }

    /// The connection with an identifier and what speaks another protocol on it, if it is still open.
    package func driven<Driver: ConnectionDriver>(_ id: ConnectionID, as type: Driver.Type) -> (Connection, Driver)? {
        guard let connection = connections[id], let driver = connection.driver as? Driver else { return nil }
        return (connection, driver)
    }
}
