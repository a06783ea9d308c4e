internal import HearthCore
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
///
/// Port 0 takes any that is free.
public struct FunctionsProcess: Sendable {
    /// The host, for the functions to be added to.
    public let host: FunctionsHost
    private let configuration: ServerConfiguration

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
        (host, configuration) = try FunctionParameters.read(from: variable) { parameters in
            let name = try parameters.text("GCLOUD_PROJECT")
            guard let project = ProjectID(rawValue: name) else {
                throw FunctionParameters.Problem(name: "GCLOUD_PROJECT", reason: "is no project's identifier")
            }
            let trust = try Self.trust(project, parameters, transport)
            let log = Log { level, message in ProcessEnvironment.note("\(level.rawValue): \(message)") }
            var configuration = ServerConfiguration(
                host: try parameters.text("FUNCTIONS_HOST", default: "127.0.0.1"),
                port: try parameters.integer("FUNCTIONS_PORT", default: 5001)
            )
            configuration.limits.bodyBytes = FunctionsHost.maximumBody
            let host = FunctionsHost(project: name, trust: trust, environment: FunctionsEnvironment(log: log))
            return (host, configuration)
        }
    }

    /// Serves until it is told to end, and lets the calls in flight end first.
    ///
    /// - Parameter end: Waits for the end; cancelled when the server ends by itself.
    /// - Throws: `ServerError` if it cannot listen.
    public func run(until end: @escaping @Sendable () async -> Void) async throws {
        let server = HTTPServer(configuration: configuration) { [host] in await host.handle($0) }
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
        try await server.run()
        watch.cancel()
    }

    private static func trust(
        _ project: ProjectID,
        _ parameters: FunctionParameters,
        _ transport: any HTTPTransport
    ) throws -> CallerTrust {
        let emulator = try parameters.text("FIREBASE_AUTH_EMULATOR_HOST", default: "")
        let users: TokenVerifier =
            emulator.isEmpty
            ? .firebase(project: project, transport: transport)
            : try .hearth(origin: "http://\(emulator)", project: project, transport: transport)
        guard try parameters.boolean("FUNCTIONS_EMULATOR", default: false) else { return .signed(users) }
        return .emulator(EmulatorTokenVerifier(believingUnsignedTokensOf: project), users: users)
    }
}
