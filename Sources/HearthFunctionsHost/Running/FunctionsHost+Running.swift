internal import HearthCore
internal import HearthFunctionsWire
internal import HearthHTTP
internal import HearthJSON

extension FunctionsHost {
    /// Runs a function's body in its turn, until it ends, its deadline passes or the caller leaves.
    ///
    /// Past the deadline the caller gets its error at once, and the body's task is cancelled; a body that ignores that
    /// keeps its place until it returns.
    func run<Value: Sendable>(
        _ function: HostedFunction,
        until deadline: UnixTime,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try running.begin()
        let start = environment.now()
        let outcome = FirstOutcome<Value>()
        let work = Task { [environment, running] in
            defer { running.end() }
            do {
                try await function.gate.enter()
            } catch {
                outcome.settle(.failure(error))
                return
            }
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            // Counted before the caller knows, so that what it reads then is right.
            var failure: FunctionsErrorCode?
            if case .failure(let error) = result {
                failure = (error as? HTTPSError)?.code ?? (error is CancellationError ? .cancelled : .internal)
            }
            function.gate.exit(after: environment.now() - start, failure)
            outcome.settle(result)
        }
        let timer = Task { [environment] in
            guard (try? await environment.sleep(deadline - environment.now())) != nil else { return }
            outcome.settle(.failure(HTTPSError(.deadlineExceeded, "The function did not answer in time.")))
            work.cancel()
        }
        defer { timer.cancel() }
        do {
            let value = try await withTaskCancellationHandler {
                try await outcome.value()
            } onCancel: {
                work.cancel()
            }
            environment.whenEnded(EndedCall(name: function.name, failure: nil, duration: environment.now() - start))
            return value
        } catch {
            let failure = httpsError(error, function)
            environment.whenEnded(EndedCall(name: function.name, failure: failure, duration: environment.now() - start))
            throw failure
        }
    }

    /// Runs a function's body with a stream for its messages, and ends the stream with its result or its error.
    func stream(
        _ function: HostedFunction,
        until deadline: UnixTime,
        to writer: any HTTPBodyWriter,
        _ body: @escaping @Sendable (EventSender) async throws -> JSONValue
    ) async throws {
        let sender = EventSender(writer, environment)
        let heartbeat = function.options.heartbeat.map { interval in
            Task { try await sender.keepAlive(every: interval) }
        }
        defer { heartbeat?.cancel() }
        do {
            let result = try await run(function, until: deadline) { try await body(sender) }
            try await sender.finish(try Self.bounded(.result(result)))
        } catch {
            try await sender.finish(.failure(httpsError(error, function)))
        }
    }
}

/// Writes the frames of one stream, and a comment when there was none for a while.
actor EventSender {
    private let writer: any HTTPBodyWriter
    private let environment: FunctionsEnvironment
    private var lastWrite: UnixTime
    private var isOver = false

    init(_ writer: any HTTPBodyWriter, _ environment: FunctionsEnvironment) {
        self.writer = writer
        self.environment = environment
        lastWrite = environment.now()
    }

    /// Sends a message; after the stream's end, as for a body that outlived its deadline, there is no one to read it.
    func send(_ answer: CallableAnswer) async throws {
        guard !isOver else { throw CancellationError() }
        try Task.checkCancellation()
        try await write(EventStream.frame(JSON.serialize(try FunctionsHost.bounded(answer).json)))
    }

    func finish(_ answer: CallableAnswer) async throws {
        guard !isOver else { return }
        isOver = true
        try await write(EventStream.frame(JSON.serialize(answer.json)))
    }

    func keepAlive(every interval: Duration) async throws {
        while !isOver {
            let silence = environment.now() - lastWrite
            if silence >= interval { try await write(EventStream.ping) }
            try await environment.sleep(interval - (environment.now() - lastWrite))
        }
    }

    private func write(_ bytes: [UInt8]) async throws {
        lastWrite = environment.now()
        try await writer.write(bytes)
    }
}
