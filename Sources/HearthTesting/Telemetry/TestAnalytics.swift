public import HearthAnalytics
public import HearthAnalyticsModel
public import HearthTelemetry

/// What apps of a test logged, as the collector got it.
///
/// ```swift
/// let analytics = backend.analytics.client()
/// analytics.logEvent("level_won", ["level": 3])
/// await analytics.flush()
/// let event = try await backend.analytics.next("level_won")
/// #expect(event.parameters["level"] == 3)
/// ```
///
/// Events arrive as they travel, in JSON: a `double` without a fraction is an `int` then.
public struct TestAnalytics: Sendable {
    let telemetry: TestTelemetry
    let clock: ManualClock
    let transport: InProcessTransport

    /// Every event so far, oldest first, read or not.
    public var events: [LoggedEvent] { telemetry.events.all }

    /// Takes the oldest unread event of a name, and waits for one if there is none.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - patience: How long it waits, by the real clock. Defaults to two minutes.
    /// - Returns: The event.
    /// - Throws: ``NothingArrived`` when the patience is over; `CancellationError` if the task is cancelled before.
    public func next(_ name: AnalyticsEvent, within patience: Duration = .seconds(120)) async throws -> LoggedEvent {
        try await telemetry.events.next("an event \(name.rawValue)", within: patience) { $0.name == name }
    }

    /// Sends events to the collector of this backend.
    ///
    /// - Parameter app: The app's identifier. Defaults to `test`.
    /// - Returns: The sink.
    public func sink(app: String = "test") -> MeasurementSink {
        .backend(origin: "http://127.0.0.1:9099", app: app, transport: transport)
    }

    /// An app that logs to the collector of this backend, in memory and by the backend's clock.
    ///
    /// - Parameters:
    ///   - configuration: How it behaves. Defaults to the usual.
    ///   - breadcrumbs: Keeps every event for a crash report. Defaults to none.
    /// - Returns: The app's analytics.
    public func client(
        _ configuration: AnalyticsConfiguration = AnalyticsConfiguration(),
        breadcrumbs: (any BreadcrumbRecorder)? = nil
    ) -> Analytics {
        Analytics(
            configuration,
            sink: sink(),
            storage: .memory,
            breadcrumbs: breadcrumbs,
            clock: clock.telemetry
        )
    }
}

extension TestBackend {
    /// What apps of this test logged: the collector of this backend, opened by the first event.
    public var analytics: TestAnalytics {
        TestAnalytics(telemetry: telemetry, clock: clock, transport: transport)
    }
}
