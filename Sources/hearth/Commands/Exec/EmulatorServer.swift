internal import HearthBackend
internal import HearthCore
internal import HearthServer
internal import HearthTransport

/// One emulator of `hearth exec`: in memory, on a port of its own.
struct EmulatorServer {
    let service: FirebaseProject.Service
    let address: ServerAddress
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    private let end: @Sendable () async -> Void

    /// Starts an emulator.
    ///
    /// - Throws: ``CommandFailure`` if it cannot listen.
    init(_ service: FirebaseProject.Service, _ plan: ExecPlan) async throws {
        self.service = service
        let backend = try await Self.identity(plan)
        let place = plan.places[service]
        let configuration = ServerConfiguration(host: place?.host ?? "127.0.0.1", port: place?.port ?? 0)
        let server = HTTPServer(configuration: configuration) { request in await backend.handle(request) }
        self.server = server
        do {
            address = try server.bind()
        } catch {
            throw CommandFailure(ServeCommand.explain(error, configuration))
        }
        end = { await backend.close() }
        running = Task {
            async let keys: Void = backend.prepare()
            try await server.run()
            await keys
        }
    }

    /// The variables by which official clients find the emulator.
    var variables: [String: String] {
        switch service {
        case .auth: ["FIREBASE_AUTH_EMULATOR_HOST": "\(address)"]
        }
    }

    /// Takes no more connections, and lets the requests in flight be answered.
    func stop() { server.drain(within: .seconds(1)) }

    /// Stops, and waits until nothing is left.
    func close() async {
        stop()
        _ = try? await running.value
        await end()
    }

    private static func identity(_ plan: ExecPlan) async throws -> Backend {
        var configuration = BackendConfiguration(project: plan.project)
        configuration.profile = plan.profile
        configuration.storage = .memory
        let log = Log { level, message in Terminal.note("\(level.rawValue): \(message)") }
        do {
            return try await Backend(
                configuration,
                environment: BackendEnvironment(log: log),
                transport: SystemTransport()
            )
        } catch {
            throw CommandFailure(error.reason)
        }
    }
}
