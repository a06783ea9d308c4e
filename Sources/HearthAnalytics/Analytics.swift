public import HearthAnalyticsModel
public import HearthCore
public import HearthTelemetry

/// Counts what happens in an app: events, screens, purchases, and what is known of the user without naming the person.
///
/// ```swift
/// let analytics = Analytics(sink: MeasurementSink.backend(origin: "https://telemetry.example.com", app: "shop"))
/// analytics.logEvent("level_won", ["level": 12, "mode": "hard"])
/// ```
///
/// A call returns when the event is on its way to the disk: it survives `kill -9` and is sent later, with others, for up
/// to 72 hours. Names and limits are Google Analytics'; what breaks one is reported where the call is made.
public final class Analytics: Sendable {
    let configuration: AnalyticsConfiguration
    let state: Locked<AnalyticsState>
    let outbox: Outbox
    let courier: Courier
    private let clock: TelemetryClock
    private let random: RandomSource
    private let signals: AsyncStream<AnalyticsSignal>.Continuation
    private let loop: Task<Void, Never>

    /// Opens the storage and begins to send what earlier launches left.
    ///
    /// Where the storage cannot be used, events are kept in memory and the problem is reported.
    ///
    /// - Parameters:
    ///   - configuration: How it behaves. Defaults to the usual.
    ///   - sink: Where events go.
    ///   - storage: Where events wait. Defaults to the user's own folder for state, by the program's name.
    ///   - breadcrumbs: Keeps every event for a crash report. Defaults to none.
    ///   - clock: Tells the time. Defaults to the system's.
    ///   - random: Makes identifiers. Defaults to the system's.
    public init(
        _ configuration: AnalyticsConfiguration = AnalyticsConfiguration(),
        sink: any AnalyticsSink,
        storage: AnalyticsStorage = .standard(app: ProgramName.current),
        breadcrumbs: (any BreadcrumbRecorder)? = nil,
        clock: TelemetryClock = .system,
        random: RandomSource = .system
    ) {
        let place = AnalyticsCallPlace(fileID: "HearthAnalytics", line: 0)
        let report = configuration.report
        let outbox = Self.outbox(storage) { report($0, place) }
        let state = Locked(AnalyticsState(configuration, storage, breadcrumbs, random: random, now: clock.now()))
        if !state.withLock({ $0.isCollecting }) { outbox.removeAll() }
        let courier = Courier(
            outbox: outbox,
            sink: sink,
            clock: clock,
            random: random,
            consent: { state.withLock { $0.settings.consent } },
            report: { report($0, place) }
        )
        let (stream, signals) = AsyncStream.makeStream(of: AnalyticsSignal.self, bufferingPolicy: .bufferingNewest(8))
        let interval = configuration.isDebug ? Duration.zero : configuration.flushInterval
        let sending = SendingLoop(courier: courier, clock: clock, interval: interval, alarm: signals) {
            state.withLock { $0.hasSignalled = false }
        }
        loop = Task { await sending.run(stream) }
        if outbox.count > 0 { signals.yield(.first) }
        (self.configuration, self.outbox, self.state, self.courier) = (configuration, outbox, state, courier)
        (self.clock, self.random, self.signals) = (clock, random, signals)
    }

    deinit {
        loop.cancel()
    }

    private static func outbox(_ storage: AnalyticsStorage, _ report: (AnalyticsProblem) -> Void) -> Outbox {
        guard let folder = storage.folder else { return .inMemory() }
        do throws(StoreError) {
            return try Outbox.open(folder: folder + "/events")
        } catch {
            report(AnalyticsProblem(.storage, "events", "events are kept in memory alone (\(error))", .accepted))
            return .inMemory()
        }
    }

    /// Logs an event.
    ///
    /// Takes a few microseconds. The event is dropped if collection is off or the user denies
    /// `ConsentType.analyticsStorage`.
    ///
    /// - Parameters:
    ///   - event: The event's name: letters, digits and `_`, at most 40, none of those that Google reserves.
    ///   - parameters: At most 25; texts have at most 100 characters. Defaults to none.
    ///   - fileID: The file that logs it, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: What is wrong with it and what became of that; empty for a good event.
    @discardableResult
    public func logEvent(
        _ event: AnalyticsEvent,
        _ parameters: AnalyticsParameters = [:],
        fileID: String = #fileID,
        line: Int = #line
    ) -> [AnalyticsProblem] {
        let now = clock.now()
        let entry = state.withLock { state in
            state.entry(event, parameters, configuration, at: now, outbox: outbox)
        }
        if entry.isFirst { signals.yield(.first) }
        if entry.isEnough { signals.yield(.enough) }
        let place = AnalyticsCallPlace(fileID: fileID, line: line)
        for problem in entry.problems { configuration.report(problem, place) }
        return entry.problems
    }

    /// Sends everything that waits, without patience for earlier failures.
    ///
    /// - Returns: Whether nothing waits any more.
    @discardableResult
    public func flush() async -> Bool {
        repeat {
            guard await courier.deliver() == .done else { return false }
        } while outbox.count > 0
        state.withLock { $0.hasSignalled = false }
        return true
    }

    /// The number of events that wait to be sent.
    public var waitingEvents: Int { outbox.count }

    /// Tells that the app is no longer seen: what waits is sent, and time passes without engagement.
    ///
    /// Apps on Linux and servers need not call it: there a session ends by its time-out or with the process.
    public func moveToBackground() async {
        state.withLock { $0.session.moveToBackground() }
        await flush()
    }

    /// Tells that the app is seen again; a session goes on unless the time-out has passed.
    public func moveToForeground() {
        let now = clock.now()
        state.withLock { $0.session.moveToForeground(at: now, timeout: $0.sessionTimeout) }
    }

    /// Deletes what waits and what is known of the user, and names the installation anew.
    public func resetAnalyticsData() {
        let now = clock.now()
        state.withLock { state in
            state.change { $0.forget(random: random, now: now) }
            state.session.end()
            outbox.removeAll()
        }
    }

    /// Turns collection on or off, also for later launches.
    ///
    /// Turning it off deletes every event that waits; turning it on again names the installation anew.
    ///
    /// - Parameter isEnabled: Whether events are collected.
    public func setAnalyticsCollectionEnabled(_ isEnabled: Bool) {
        let now = clock.now()
        state.withLock { state in
            let was = state.isCollecting
            state.change { settings in
                settings.isCollectionEnabled = isEnabled
                if isEnabled, !was { settings.forget(random: random, now: now) }
            }
            if !state.isCollecting { state.stop(outbox) }
        }
    }

    /// Sets what the user allows, also for later launches.
    ///
    /// Denying `ConsentType.analyticsStorage` deletes every event that waits.
    ///
    /// - Parameter consent: The answers; what is not named stays as it was.
    public func setConsent(_ consent: [ConsentType: ConsentStatus]) {
        let now = clock.now()
        state.withLock { state in
            let was = state.isCollecting
            state.change { settings in
                settings.consent.merge(consent) { $1 }
                if !was, consent[.analyticsStorage] == .granted { settings.forget(random: random, now: now) }
            }
            if !state.isCollecting { state.stop(outbox) }
        }
    }
}
