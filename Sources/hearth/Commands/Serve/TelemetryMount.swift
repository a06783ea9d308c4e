internal import HearthAnalyticsBackend
internal import HearthBackend
internal import HearthCore
internal import HearthCrashBackend
internal import HearthDatabase
internal import HearthHTTP
internal import HearthTelemetryServer

/// The collectors of events and crash reports, as `hearth serve` offers them on the identity service's port.
struct TelemetryMount: MountedService {
    private let analytics: AnalyticsBackend
    private let crashes: CrashBackend

    /// The variable that holds the keys of senders in production, with commas between.
    static let keysVariable = "HEARTH_TELEMETRY_KEYS"

    /// Opens the collectors; `nil` for a server in production without keys of senders.
    ///
    /// - Parameters:
    ///   - configuration: That of the identity service; events and reports go into files beside its storage.
    ///   - identity: The identity service, which knows which callers are local.
    /// - Returns: The collectors.
    /// - Throws: ``CommandFailure`` if a file cannot be opened.
    static func open(_ configuration: BackendConfiguration, of identity: Backend) async throws -> TelemetryMount? {
        guard let access = access(configuration, identity) else { return nil }
        do {
            return TelemetryMount(
                analytics: try await AnalyticsBackend(
                    .init(location: location("analytics", beside: configuration.storage), access: access)
                ),
                crashes: try await CrashBackend(
                    .init(location: location("crashes", beside: configuration.storage), access: access)
                )
            )
        } catch {
            throw CommandFailure("cannot open the storage of events and crash reports: \(error)")
        }
    }

    private static func access(_ configuration: BackendConfiguration, _ identity: Backend) -> TelemetryAccess? {
        if configuration.isEmulator { return .emulator { identity.refusalOfRemote($0) } }
        let keys = (SystemEnvironment.variable(keysVariable) ?? "").split(separator: ",").map { Secret(String($0)) }
        guard !keys.isEmpty, let token = configuration.administratorToken else { return nil }
        return .server(keys: keys, administratorToken: token)
    }

    /// `shop.analytics.db` for `shop.db`.
    static func location(_ name: String, beside storage: BackendConfiguration.Storage) -> Database.Location {
        switch storage {
        case .memory: .memory
        case .sqlite(let path):
            .sqlite(path: path.hasSuffix(".db") ? "\(path.dropLast(3)).\(name).db" : "\(path).\(name)")
        }
    }

    /// Whether a path is one of the collectors'.
    func owns(path: Substring) -> Bool { AnalyticsBackend.owns(path: path) || CrashBackend.owns(path: path) }

    /// Decides by the head of a request that is one of the collectors'.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        AnalyticsBackend.owns(path: head.path) ? analytics.admission(of: head) : crashes.admission(of: head)
    }

    /// Answers a request that is one of the collectors'.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        AnalyticsBackend.owns(path: request.path) ? await analytics.handle(request) : await crashes.handle(request)
    }

    /// Closes the files.
    func close() async {
        await analytics.close()
        await crashes.close()
    }
}
