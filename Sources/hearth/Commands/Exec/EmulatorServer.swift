internal import HearthBackend
internal import HearthCore
internal import HearthFirestoreBackend
internal import HearthServer
internal import HearthTransport

/// The emulators of `hearth exec`: in memory, each on a port of its own.
struct EmulatorServer {
    let service: FirebaseProject.Service
    let address: ServerAddress
    /// What of the service travels in an export folder; `nil` for nothing.
    let exported: (any ExportableService)?
    /// The documents, if it is Firestore.
    let documents: FirestoreBackend?
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    private let end: @Sendable () async -> Void

    /// Starts the emulators of a plan.
    ///
    /// - Throws: ``CommandFailure`` if one of them cannot listen.
    static func start(_ plan: ExecPlan, _ identity: Backend, _ functions: FunctionsLink?) async throws
        -> [EmulatorServer]
    {
        var servers: [EmulatorServer] = []
        do {
            for service in plan.services {
                switch service {
                case .auth: servers.append(try await auth(identity, plan, functions))
                case .firestore: servers.append(try await firestore(identity, plan, functions))
                }
            }
        } catch {
            for server in servers { server.stop() }
            throw error
        }
        return servers
    }

    /// The identity service, with the functions and the collectors of events and crash reports on its port.
    private static func auth(
        _ backend: Backend,
        _ plan: ExecPlan,
        _ functions: FunctionsLink?
    ) async throws -> EmulatorServer {
        let configuration = plan.serverConfiguration(of: .auth)
        let telemetry = try await TelemetryMount.open(settings(plan), of: backend)
        let mounted = functions.map { FunctionsMount(functions: $0, identity: backend) }
        let services: [(any MountedService)?] = [telemetry, mounted]
        let port = SharedPort(identity: backend, services: services.compactMap(\.self), console: nil)
        let server = port.server(configuration)
        let exported = ExportedAuth(backend: backend, project: plan.project)
        return try EmulatorServer(.auth, server, configuration, exported) {
            backend.endStreams()
            await telemetry?.close()
            await backend.close()
        } warmUp: {
            await backend.prepare()
        }
    }

    private static func firestore(
        _ identity: Backend,
        _ plan: ExecPlan,
        _ functions: FunctionsLink?
    ) async throws -> EmulatorServer {
        let configuration = plan.serverConfiguration(of: .firestore)
        let mount = try await FirestoreMount(
            beside: Self.settings(plan),
            of: identity,
            rules: plan.rules,
            indexes: plan.indexes,
            triggers: functions?.documents
        )
        let exported = ExportedFirestore(backend: mount.backend, project: plan.project)
        return try EmulatorServer(.firestore, mount.server(configuration), configuration, exported, mount.backend) {
            await mount.close()
        }
    }

    private init(
        _ service: FirebaseProject.Service,
        _ server: HTTPServer,
        _ configuration: ServerConfiguration,
        _ exported: (any ExportableService)?,
        _ documents: FirestoreBackend? = nil,
        end: @escaping @Sendable () async -> Void,
        warmUp: @escaping @Sendable () async -> Void = {}
    ) throws {
        self.service = service
        self.server = server
        self.exported = exported
        self.documents = documents
        self.end = end
        do {
            address = try server.bind()
        } catch {
            throw CommandFailure(ServeCommand.explain(error, configuration))
        }
        running = Task {
            async let ready: Void = warmUp()
            try await server.run()
            await ready
        }
    }

    /// The variables by which official clients find the emulator.
    var variables: [String: String] {
        switch service {
        case .auth: ["FIREBASE_AUTH_EMULATOR_HOST": "\(address)"]
        case .firestore:
            ["FIRESTORE_EMULATOR_HOST": "\(address)", "FIREBASE_FIRESTORE_EMULATOR_ADDRESS": "\(address)"]
        }
    }

    /// Takes no more connections, and lets the requests in flight be answered.
    func stop() { server.drain(within: .seconds(1)) }

    /// Stops, and waits until the last request is answered.
    func drain() async {
        stop()
        _ = try? await running.value
    }

    /// Stops, and waits until nothing is left.
    func close() async {
        await drain()
        await end()
    }

    private static func settings(_ plan: ExecPlan) -> BackendConfiguration {
        var configuration = BackendConfiguration(project: plan.project)
        configuration.profile = plan.profile
        configuration.storage = .memory
        // Blocking functions are called where they listen.
        if plan.functions != nil { configuration.internalHosts = ["127.0.0.1"] }
        return configuration
    }

    /// Opens the identity service.
    ///
    /// Firestore asks it which callers are local, also where only Firestore is wanted.
    static func identity(_ plan: ExecPlan, _ functions: FunctionsLink?) async throws -> Backend {
        let log = Log { level, message in Terminal.note("\(level.rawValue): \(message)") }
        do {
            return try await Backend(
                settings(plan),
                environment: BackendEnvironment(log: log),
                transport: SystemTransport(),
                triggers: functions?.accounts
            )
        } catch {
            throw CommandFailure(error.reason)
        }
    }
}

extension ExecPlan {
    /// Where a service listens: where firebase.json says, or on any free port of this machine.
    func serverConfiguration(of service: FirebaseProject.Service) -> ServerConfiguration {
        let place = places[service]
        var configuration = ServerConfiguration(host: place?.host ?? "127.0.0.1", port: place?.port ?? 0)
        configuration.limits.bodyBytes = ServeSettings.defaultBody
        return configuration
    }
}
