internal import HearthBackend
internal import HearthCore
internal import HearthDatabase
internal import HearthFirestoreBackend
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
    }

    /// Starts what was not named.
    static func set(backend: String?, api: String?, project: String) async throws -> Stage {
        var started: [Started] = []
        let backendAddress: String
        if let backend {
            backendAddress = withoutSlash(backend)
        } else {
            guard let id = ProjectID(rawValue: project) else {
                throw CommandFailure("--project \(project): expected letters, digits and - _ . :")
            }
            let configuration = BackendConfiguration(project: id)
            let service = try await Backend(configuration)
            let telemetry = try await TelemetryMount.open(configuration, of: service)
            let firestore = try await FirestoreBackend(.init(location: .memory, access: .emulator))
            backendAddress = try start(&started) { request in
                if let telemetry, telemetry.owns(path: request.path) { return await telemetry.answer(request) }
                if FirestoreBackend.owns(path: request.path) { return await firestore.handle(request) }
                return await service.handle(request)
            }
        }
        let apiAddress: String
        if let api {
            apiAddress = withoutSlash(api)
        } else {
            let greeter = try WhoAmI(project: project, backend: backendAddress)
            apiAddress = try start(&started) { request in await greeter.answer(request) }
        }
        return Stage(backend: backendAddress, api: apiAddress, hasNotes: api != nil, started: started)
    }

    /// Ends what was started.
    func clear() async {
        for one in started {
            one.server.drain(within: .seconds(2))
            _ = await one.running.result
        }
    }

    private static func start(
        _ started: inout [Started],
        _ handler: @escaping HTTPHandler
    ) throws -> String {
        let server = HTTPServer(handler: handler)
        let address = try server.bind()
        started.append(Started(server: server, running: Task { try await server.run() }))
        return "http://\(address)"
    }

    private static func withoutSlash(_ url: String) -> String {
        url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
