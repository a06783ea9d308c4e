internal import HearthCore
internal import HearthDatabase
public import HearthHTTP
internal import HearthServer
internal import HearthTokens

/// A host as a process of its own, set up by the variables that `hearth serve --functions` and Firebase's tools set.
///
/// | variable | for |
/// |---|---|
/// | `GCLOUD_PROJECT` | the project; it has to be set |
/// | `FUNCTIONS_HOST` | where to listen; `127.0.0.1` if not set |
/// | `FUNCTIONS_PORT` | where to listen; 5001 if not set |
/// | `FUNCTIONS_EMULATOR` | `true`: unsigned tokens of local callers are believed too |
/// | `FIREBASE_AUTH_EMULATOR_HOST` | the identity service whose keys are trusted; Firebase's own if not set |
/// | `FUNCTIONS_ORIGIN` | the address by which the identity service knows the functions; `http://HOST:PORT` if not set |
/// | `FUNCTIONS_CONTROL_TOKEN` | what the servers beside it present for events; without it, it takes none |
/// | `FUNCTIONS_STORE` | an SQLite file that processes share, so that a scheduled function runs in one of them |
///
/// Port 0 takes any that is free.
public struct FunctionsProcess: Sendable {
    /// The host, for the functions to be added to.
    public let host: FunctionsHost
    /// Which questions of the identity service the blocking functions of this process believe.
    ///
    /// With `FUNCTIONS_EMULATOR` unsigned questions from this machine are believed too.
    public let blockingTrust: BlockingTrust
    private let configuration: ServerConfiguration
    private let token: Secret<String>?
    private let store: String?

    /// Reads the variables.
    ///
    /// - Parameters:
    ///   - transport: How keys are fetched.
    ///   - variable: Looks a variable up. Defaults to the process's environment.
    /// - Throws: ``FunctionParameters/Problem``, or `KeySourceError` if the keys' address is not a safe one.
    public init(
        transport: any HTTPTransport,
        variable: @escaping @Sendable (String) -> String? = ProcessEnvironment.variable
    ) throws {
        let parameters = FunctionParameters(variable: variable)
        let name = try parameters.text("GCLOUD_PROJECT")
        guard let project = ProjectID(rawValue: name) else {
            throw FunctionParameters.Problem(name: "GCLOUD_PROJECT", reason: "is no project's identifier")
        }
        let log = Log { level, message in ProcessEnvironment.note("\(level.rawValue): \(message)") }
        var configuration = ServerConfiguration(
            host: try parameters.text("FUNCTIONS_HOST", default: "127.0.0.1"),
            port: try parameters.integer("FUNCTIONS_PORT", default: 5001)
        )
        configuration.limits.bodyBytes = FunctionsHost.maximumBody
        self.configuration = configuration
        host = FunctionsHost(
            project: name,
            trust: try Self.trust(project, parameters, transport),
            environment: FunctionsEnvironment(log: log)
        )
        blockingTrust = try Self.blockingTrust(project, parameters, transport, configuration)
        let token = try parameters.text("FUNCTIONS_CONTROL_TOKEN", default: "")
        self.token = token.isEmpty ? nil : Secret(token)
        let store = try parameters.text("FUNCTIONS_STORE", default: "")
        self.store = store.isEmpty ? nil : store
    }

    /// Serves, and runs the scheduled functions, until it is told to end; lets the calls in flight end first.
    ///
    /// - Parameter end: Waits for the end; cancelled when the server ends by itself.
    /// - Throws: `ServerError` if it cannot listen, `DatabaseError` if the shared file cannot be used.
    public func run(until end: @escaping @Sendable () async -> Void) async throws {
        let entrance = token.map { ServerEntrance(host: host, token: $0) }
        let server = HTTPServer(configuration: configuration) { [host] request in
            if let answer = await entrance?.answer(request) { return answer }
            return await host.handle(request)
        }
        var runs: ScheduledRuns?
        if let store { runs = try await ScheduledRuns(Database(.sqlite(path: store))) }
        let address = try server.bind()
        ProcessEnvironment.note(
            "functions of \(host.project) on http://\(address): \(host.names.joined(separator: ", "))"
        )
        let watch = Task { [configuration, host] in
            await end()
            guard !Task.isCancelled else { return }
            await host.drain()
            server.drain(within: configuration.drainTimeout)
        }
        let schedules = Task { [host, runs] in await host.runSchedules(sharing: runs) }
        defer {
            watch.cancel()
            schedules.cancel()
        }
        try await server.run()
    }

    private static func trust(
        _ project: ProjectID,
        _ parameters: FunctionParameters,
        _ transport: any HTTPTransport
    ) throws -> CallerTrust {
        let origin = try identity(parameters)
        let users: TokenVerifier =
            try origin.map { try .hearth(origin: $0, project: project, transport: transport) }
            ?? .firebase(project: project, transport: transport)
        guard try isEmulator(parameters) else { return .signed(users) }
        return .emulator(EmulatorTokenVerifier(believingUnsignedTokensOf: project), users: users)
    }

    private static func blockingTrust(
        _ project: ProjectID,
        _ parameters: FunctionParameters,
        _ transport: any HTTPTransport,
        _ configuration: ServerConfiguration
    ) throws -> BlockingTrust {
        let kind = TokenKind.idToken
        let url = try identity(parameters).map { $0 + kind.localKeysPath } ?? kind.firebaseKeysURL
        let keys = try KeySet(url: url, transport: transport)
        let own = "http://\(configuration.host):\(configuration.port)"
        let origin = try parameters.text("FUNCTIONS_ORIGIN", default: own)
        let signed = BlockingTrust.signed(project: project, keys: keys, origin: origin)
        return try isEmulator(parameters) ? .emulator(project: project, else: signed) : signed
    }

    /// Where the identity service is; `nil` for Firebase's.
    private static func identity(_ parameters: FunctionParameters) throws -> String? {
        let address = try parameters.text("FIREBASE_AUTH_EMULATOR_HOST", default: "")
        return address.isEmpty ? nil : "http://\(address)"
    }

    private static func isEmulator(_ parameters: FunctionParameters) throws -> Bool {
        try parameters.boolean("FUNCTIONS_EMULATOR", default: false)
    }
}
