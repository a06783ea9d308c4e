internal import HearthCore
internal import HearthHTTP
internal import HearthServer
internal import HearthTransport

/// A program with the project's functions, which runs beside the emulators, is started again when it ends by itself, and
/// ends with them.
final class FunctionsChild: Sendable {
    /// One run of the program.
    private struct Run: Sendable {
        let process: ChildProcess
        let start: ContinuousClock.Instant
        let end: Task<Int32, Never>

        var status: Int32? { ended.withLock { $0 } }
        private let ended: Locked<Int32?>

        init(_ process: ChildProcess) {
            let ended = Locked<Int32?>(nil)
            self.process = process
            self.ended = ended
            start = .now
            end = Task {
                let status = await process.status()
                ended.withLock { $0 = status }
                return status
            }
        }
    }

    private struct State: Sendable {
        var run: Run?
        var supervision: Task<Void, Never>?
        var isStopping = false
    }

    /// Where the functions are.
    let address: ServerAddress
    private let program: String
    private let variables: [String: String]
    /// Told when the program listens, each time that it was started.
    private let whenUp: @Sendable () async -> Void
    private let state = Locked(State())

    /// Describes a program.
    ///
    /// - Parameters:
    ///   - program: A line for the shell, for example the path of an executable.
    ///   - port: The port; `nil` for any that is free.
    ///   - variables: What the program is told of the emulators.
    ///   - whenUp: Told when the program listens.
    /// - Throws: ``CommandFailure`` if no port is free.
    init(
        _ program: String,
        port: Int?,
        beside variables: [String: String],
        whenUp: @escaping @Sendable () async -> Void
    ) throws {
        let port = try port ?? Self.freePort()
        address = ServerAddress(host: "127.0.0.1", port: port)
        var variables = variables
        variables["FUNCTIONS_HOST"] = address.host
        variables["FUNCTIONS_PORT"] = "\(port)"
        variables["FUNCTIONS_EMULATOR"] = "true"
        self.program = program
        self.variables = variables
        self.whenUp = whenUp
    }

    /// Starts the program, and waits until it listens.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be run, ends at once, or does not listen within 30 seconds.
    func start() async throws {
        let run = try await launch()
        let supervision = Task { await supervise(run) }
        state.withLock { $0.supervision = supervision }
    }

    /// Asks the program to end, and waits until it has; after 10 seconds it is killed.
    func stop() async {
        let (run, supervision) = state.withLock { state in
            state.isStopping = true
            return (state.run, state.supervision)
        }
        supervision?.cancel()
        if let run { await end(run) }
        await supervision?.value
        // One that was being started meanwhile.
        if let last = state.withLock({ $0.run }) { await end(last) }
    }

    private func end(_ run: Run) async {
        run.process.send(ChildProcess.terminate)
        let patience = Task {
            try await Task.sleep(for: .seconds(10))
            run.process.send(ChildProcess.forced)
        }
        _ = await run.end.value
        patience.cancel()
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func launch() async throws -> Run {
        let words = ["/bin/sh", "-c", "exec \(program)"]
        let run = Run(try ChildProcess(words, environment: variables, isTied: true))
        state.withLock { $0.run = run }
        do {
            try await untilItListens(run)
        } catch {
            run.process.send(ChildProcess.terminate)
            throw error
        }
        await whenUp()
        return run
    }

    /// Starts the program again whenever it ends, at once for one that ran for a while.
    private func supervise(_ first: Run) async {
        var run = first
        var failures = 0
        while true {
            let status = await run.end.value
            if isStopping { return }
            Terminal.note("hearth: the functions ended with status \(status), and are started again")
            failures = ContinuousClock.now - run.start > .seconds(10) ? 0 : failures + 1
            var next: Run?
            while next == nil {
                // At once, then after half a second, doubled up to half a minute.
                if failures > 1 {
                    try? await Task.sleep(for: .milliseconds(min(30_000, 500 << min(failures - 2, 6))))
                }
                if isStopping { return }
                do {
                    next = try await launch()
                } catch {
                    if isStopping { return }
                    Terminal.note("hearth: \(error)")
                    failures += 1
                }
            }
            if let next { run = next }
        }
    }

    private func untilItListens(_ run: Run) async throws {
        let transport = SystemTransport()
        let request = HTTPRequest(.get, origin: "http://\(address)", target: "/")
        let limit = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < limit {
            if let status = run.status {
                throw CommandFailure("the functions '\(program)' ended with status \(status)")
            }
            do throws(TransportError) {
                _ = try await transport.send(request)
                return
            } catch {
                guard error.kind == .unreachable || error.kind == .connectionLost else {
                    throw CommandFailure("the functions at \(address) do not answer: \(error.kind.rawValue)")
                }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CommandFailure("nothing listens at \(address) after 30 seconds; functions listen at FUNCTIONS_PORT")
    }

    private static func freePort() throws -> Int {
        do {
            return try HTTPServer { _ in HTTPResponse(status: 404) }.bind().port
        } catch {
            throw CommandFailure("no port is free: \(error.reason)")
        }
    }
}
