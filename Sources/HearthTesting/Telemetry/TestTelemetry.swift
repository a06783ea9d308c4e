internal import HearthAnalyticsBackend
internal import HearthAnalyticsModel
internal import HearthCrashBackend
internal import HearthCrashWire
internal import HearthDatabase
internal import HearthHTTP
public import HearthTelemetry
internal import HearthTelemetryServer

/// The collectors of a test: opened by the first request, in memory, by the clock of the test.
actor TestTelemetry {
    nonisolated let events = Tray<LoggedEvent>()
    nonisolated let reports = Tray<CollectedReport>()
    private let clock: ManualClock
    private var analytics: Task<AnalyticsBackend, any Error>?
    private var crashes: Task<CrashBackend, any Error>?

    init(clock: ManualClock) {
        self.clock = clock
    }

    /// Answers a request; `nil` if it is neither collector's.
    func answer(_ request: HTTPRequest) async -> HTTPResponse? {
        do {
            if AnalyticsBackend.owns(path: request.path) { return try await analyticsBackend().handle(request) }
            if CrashBackend.owns(path: request.path) { return try await crashBackend().handle(request) }
            return nil
        } catch {
            return HTTPResponse(status: 500, body: .failed(TransportError(.connectionLost, "\(error)")))
        }
    }

    private func analyticsBackend() async throws -> AnalyticsBackend {
        if let analytics { return try await analytics.value }
        var configuration = AnalyticsBackend.Configuration(location: .memory, access: .emulator())
        configuration.now = { [clock] in clock.now }
        configuration.observer = { [events] in events.put($0) }
        let task = Task { [configuration] in try await AnalyticsBackend(configuration) }
        analytics = task
        return try await task.value
    }

    private func crashBackend() async throws -> CrashBackend {
        if let crashes { return try await crashes.value }
        var configuration = CrashBackend.Configuration(location: .memory, access: .emulator())
        configuration.now = { [clock] in clock.now }
        configuration.observer = { [reports] in reports.put(CollectedReport(report: $0, issue: $1)) }
        let task = Task { [configuration] in try await CrashBackend(configuration) }
        crashes = task
        return try await task.value
    }
}

extension ManualClock {
    /// The clock for `Analytics` and `CrashReporter`.
    public nonisolated var telemetry: TelemetryClock {
        TelemetryClock(now: { self.now }, sleep: { try await self.sleep(for: $0) })
    }
}
