internal import HearthCore
internal import HearthHTTP
internal import HearthServer
internal import HearthTransport

/// A program with the project's functions, which runs beside the emulators and ends with them.
struct FunctionsChild: Sendable {
    /// Where the functions are.
    let address: ServerAddress
    private let process: ChildProcess
    private let end: Task<Void, Never>
    private let status = Locked<Int32?>(nil)

    /// Starts the program, and waits until it listens.
    ///
    /// - Parameters:
    ///   - program: A line for the shell, for example the path of an executable.
    ///   - port: The port; `nil` for any that is free.
    ///   - variables: What the program is told of the emulators.
    /// - Throws: ``CommandFailure`` if it cannot be run, ends at once, or does not listen within 30 seconds.
    init(_ program: String, port: Int?, beside variables: [String: String]) async throws {
        let port = try port ?? Self.freePort()
        address = ServerAddress(host: "127.0.0.1", port: port)
        var variables = variables
        variables["FUNCTIONS_HOST"] = address.host
        variables["FUNCTIONS_PORT"] = "\(port)"
        variables["FUNCTIONS_EMULATOR"] = "true"
        let process = try ChildProcess(["/bin/sh", "-c", "exec \(program)"], environment: variables)
        self.process = process
        end = Task { [status] in
            let ended = await process.status()
            status.withLock { $0 = ended }
        }
        do {
            try await untilItListens(program)
        } catch {
            process.send(ChildProcess.terminate)
            throw error
        }
    }

    /// The variable by which clients find the functions.
    var variables: [String: String] { ["FUNCTIONS_EMULATOR_HOST": "\(address)"] }

    /// Asks the program to end, and waits until it has.
    func stop() async {
        process.send(ChildProcess.terminate)
        await end.value
    }

    private func untilItListens(_ program: String) async throws {
        let transport = SystemTransport()
        let request = HTTPRequest(.get, origin: "http://\(address)", target: "/")
        let limit = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < limit {
            if let status = status.withLock({ $0 }) {
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

extension FunctionsChild {
    /// The options of `hearth serve` and `hearth exec` that start functions.
    struct Plan: Sendable {
        static let options: Set<String> = ["functions", "functions-port"]

        let program: String
        let port: Int?

        /// Reads the options.
        ///
        /// - Parameters:
        ///   - options: The options.
        ///   - port: The port if none is named; `nil` for any that is free.
        /// - Throws: ``UsageError`` if the port is none.
        init?(_ options: Options, port: Int?) throws {
            guard let program = options.last("functions") else { return nil }
            self.program = program
            guard let text = options.last("functions-port") else {
                self.port = port
                return
            }
            guard let number = Int(text), (0...65_535).contains(number) else {
                throw options.refusal("functions-port", text, expected: "a number from 0 to 65535")
            }
            self.port = number == 0 ? nil : number
        }

        /// Starts the functions beside emulators.
        func start(beside variables: [String: String], isQuiet: Bool) async throws -> FunctionsChild {
            let child = try await FunctionsChild(program, port: port, beside: variables)
            if !isQuiet { Terminal.note("hearth: functions on \(child.address)") }
            return child
        }
    }
}
