internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthServer

/// Where the demo plays: the addresses, and what it started itself.
struct Stage: Sendable {
    /// The backend's address, without a slash at the end.
    let backend: String
    /// The protected API's address, without a slash at the end.
    let api: String
    /// Whether the API keeps notes, or only tells who calls.
    let hasNotes: Bool
    private let started: [Started]

    private struct Started: Sendable {
        let server: HTTPServer
        let running: Task<Void, any Error>
        /// Closes what the server answered with.
        let close: @Sendable () async -> Void
    }

    /// Starts what was not named.
    static func set(backend: String?, api: String?, project: String) async throws -> Stage {
        var started: [Started] = []
        let backendAddress: String
        if let backend {
            backendAddress = withoutSlash(backend)
        } else {
            backendAddress = try await startBackend(&started, project: project)
        }
        let apiAddress: String
        if let api {
            apiAddress = withoutSlash(api)
        } else {
            let greeter = try WhoAmI(project: project, backend: backendAddress)
            apiAddress = try start(&started, HTTPServer { request in await greeter.answer(request) })
        }
        return Stage(backend: backendAddress, api: apiAddress, hasNotes: api != nil, started: started)
    }

    /// Ends what was started.
    func clear() async {
        for one in started {
            one.server.drain(within: .seconds(2))
            _ = await one.running.result
            await one.close()
        }
    }

    /// Starts an emulator of all services on one port, as `hearth serve` does.
    private static func startBackend(_ started: inout [Started], project: String) async throws -> String {
        guard let id = ProjectID(rawValue: project) else {
            throw CommandFailure("--project \(project): expected letters, digits and - _ . :")
        }
        let configuration = BackendConfiguration(project: id)
        let identity = try await Backend(configuration)
        let telemetry = try await TelemetryMount.open(configuration, of: identity)
        let documents = try await FirestoreMount(beside: configuration, of: identity, rules: nil, indexes: .none)
        let services: [(any MountedService)?] = [telemetry, documents]
        let port = SharedPort(identity: identity, services: services.compactMap(\.self), console: nil)
        return try start(&started, port.server(ServerConfiguration())) {
            await documents.close()
            await telemetry?.close()
            await identity.close()
        }
    }

    private static func start(
        _ started: inout [Started],
        _ server: HTTPServer,
        close: @escaping @Sendable () async -> Void = {}
    ) throws -> String {
        let address = try server.bind()
        started.append(Started(server: server, running: Task { try await server.run() }, close: close))
        return "http://\(address)"
    }

    private static func withoutSlash(_ url: String) -> String {
        url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
