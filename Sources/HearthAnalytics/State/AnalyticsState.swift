internal import HearthAnalyticsModel
internal import HearthCore
internal import HearthJSON
internal import HearthTelemetry

/// What ``Analytics`` knows between two calls; one thread at a time has it.
struct AnalyticsState {
    /// What became of an event that was logged.
    struct Entry: Sendable {
        var problems: [AnalyticsProblem] = []
        /// Whether it is the first that waits, so that time runs from here.
        var isFirst = false
        /// Whether so many wait that they are sent at once.
        var isEnough = false
    }

    private(set) var settings: AnalyticsSettings
    var session: SessionTracker
    var sessionTimeout: Duration
    /// Whether the sending loop knows that events wait.
    var hasSignalled = false

    private let stream: AnalyticsConfiguration.Stream
    private let isEnabledByDefault: Bool
    private let file: String?
    private let breadcrumbs: (any BreadcrumbRecorder)?
    private var identity: [UInt8] = []
    private let launch: String
    private var events = 0
    private var sinceSignal = 0

    init(
        _ configuration: AnalyticsConfiguration,
        _ storage: AnalyticsStorage,
        _ breadcrumbs: (any BreadcrumbRecorder)?,
        random: RandomSource,
        now: UnixTime
    ) {
        file = storage.folder.map { $0 + "/settings.json" }
        stream = configuration.stream
        isEnabledByDefault = configuration.isCollectionEnabled
        self.breadcrumbs = breadcrumbs
        sessionTimeout = configuration.sessionTimeout
        launch = Hex.encode(random.bytes(8))
        let kept = file.flatMap { StoreFolder.read($0) }.flatMap { AnalyticsSettings($0) }
        settings = kept ?? AnalyticsSettings(random: random, now: now)
        settings.consent.merge(configuration.consent) { kept, _ in kept }
        session = SessionTracker(sessionsBefore: settings.sessions)
        identity = JSON.serialize(.object(settings.identity(stream).json))
        if kept == nil { write() }
    }

    var isCollecting: Bool {
        (settings.isCollectionEnabled ?? isEnabledByDefault) && settings.consent[.analyticsStorage] != .denied
    }

    /// Changes settings, and keeps them.
    mutating func change(_ work: (inout AnalyticsSettings) -> Void) {
        work(&settings)
        identity = JSON.serialize(.object(settings.identity(stream).json))
        write()
    }

    /// Deletes what waits, and who it was about.
    mutating func stop(_ outbox: Outbox) {
        outbox.removeAll()
        session.end()
        change { settings in
            settings.userID = nil
            settings.userProperties = [:]
        }
    }

    /// Checks an event and puts it into the outbox.
    mutating func entry(
        _ event: AnalyticsEvent,
        _ given: AnalyticsParameters,
        _ configuration: AnalyticsConfiguration,
        at now: UnixTime,
        outbox: Outbox
    ) -> Entry {
        var entry = Entry()
        var parameters = given
        if !settings.defaults.isEmpty { parameters.merge(defaults: settings.defaults) }
        var check = EventCheck(personalData: configuration.personalData, path: event.rawValue)
        let kept = check.check(event.rawValue, parameters)
        entry.problems = check.problems
        guard var kept, isCollecting else { return entry }
        breadcrumbs?.addBreadcrumb(event.rawValue, kept.members.map { ($0.name.rawValue, $0.value.breadcrumb) })
        let (engagement, isNew) = session.event(at: now, timeout: sessionTimeout)
        if isNew {
            let number = session.number
            change { $0.sessions = number }
        }
        kept.append("session_id", .int(session.id ?? 0))
        kept.append("session_number", .int(session.number))
        kept.append("engagement_time_msec", .int(engagement))
        if configuration.isDebug { kept.append("debug_mode", .int(1)) }
        events += 1
        let logged = LoggedEvent(name: event, parameters: kept, time: now)
        let record = StoredEvent.record(id: "\(launch)-\(events)", identity: identity, event: logged)
        do throws(StoreError) {
            let dropped = try outbox.append(record)
            if dropped > 0 {
                let reason = "\(dropped) of the oldest events gave way: too many wait to be sent"
                entry.problems.append(AnalyticsProblem(.exceededMaxEntities, "events", reason, .refused))
            }
        } catch {
            let reason = "it cannot be kept (\(error))"
            entry.problems.append(AnalyticsProblem(.storage, event.rawValue, reason, .refused))
            return entry
        }
        sinceSignal += 1
        entry.isFirst = !hasSignalled
        hasSignalled = true
        entry.isEnough = configuration.isDebug || sinceSignal >= configuration.flushCount
        if entry.isEnough { sinceSignal = 0 }
        return entry
    }

    private func write() {
        // Settings that cannot be kept hold until the end of the process; the outbox reports that the disk fails.
        if let file { try? StoreFolder.replace(file, with: settings.bytes) }
    }
}

extension AnalyticsValue {
    /// The value as a breadcrumb shows it.
    fileprivate var breadcrumb: String {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .items(let items): "\(items.count) items"
        }
    }
}
