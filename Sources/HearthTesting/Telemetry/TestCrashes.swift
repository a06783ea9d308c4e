internal import HearthCore
public import HearthCrash
public import HearthCrashWire

/// A report that a collector got.
public struct CollectedReport: Sendable, Hashable {
    /// The report.
    public let report: CrashReport
    /// The issue that it belongs to.
    public let issue: String
}

/// What apps of a test reported, as the collector got it.
///
/// ```swift
/// let crash = try backend.crashes.reporter(folder: folder)
/// crash.record(error)
/// try await crash.sendUnsentReports()
/// let report = try await backend.crashes.next().report
/// #expect(report.error?.type == "Shop.CartError")
/// ```
public struct TestCrashes: Sendable {
    let telemetry: TestTelemetry
    let clock: ManualClock
    let project: String
    let transport: InProcessTransport

    /// Every report so far, oldest first, read or not.
    public var reports: [CollectedReport] { telemetry.reports.all }

    /// Takes the oldest unread report, and waits for one if there is none.
    ///
    /// - Parameters:
    ///   - kind: What kind of report. Defaults to any.
    ///   - patience: How long it waits, by the real clock. Defaults to two minutes.
    /// - Returns: The report, with the issue that it belongs to.
    /// - Throws: ``NothingArrived`` when the patience is over; `CancellationError` if the task is cancelled before.
    public func next(
        _ kind: CrashReport.Kind? = nil,
        within patience: Duration = .seconds(120)
    ) async throws -> CollectedReport {
        try await telemetry.reports.next("a report of a crash or an error", within: patience) {
            kind == nil || $0.report.kind == kind
        }
    }

    /// Sends reports to the collector of this backend.
    public var sink: BackendCrashSink {
        BackendCrashSink(origin: "http://127.0.0.1:9099", project: project, transport: transport)
    }

    /// A reporter of this test, which watches for no signals.
    ///
    /// - Parameters:
    ///   - folder: Where reports wait: a folder of the test's own.
    ///   - app: The app. Defaults to `test` of version `1.0`.
    /// - Returns: The reporter.
    /// - Throws: `CrashError` if the folder cannot be written.
    public func reporter(
        folder: String,
        app: CrashReport.App = CrashReport.App(id: "test", version: "1.0")
    ) throws(CrashError) -> CrashReporter {
        var configuration = CrashConfiguration(app: app)
        configuration.catchesCrashes = false
        return try CrashReporter.start(
            configuration,
            sink: sink,
            storage: .folder(folder),
            clock: clock.telemetry
        )
    }
}

extension TestBackend {
    /// What apps of this test reported: the collector of this backend, opened by the first report.
    public var crashes: TestCrashes {
        TestCrashes(telemetry: telemetry, clock: clock, project: project.rawValue, transport: transport)
    }
}
