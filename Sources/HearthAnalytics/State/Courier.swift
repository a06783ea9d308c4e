internal import HearthAnalyticsModel
internal import HearthCore
internal import HearthTelemetry

/// Takes events from the outbox to the sink, one batch at a time.
actor Courier {
    /// How a delivery ended.
    enum Outcome: Sendable {
        case done
        case later
    }

    private let outbox: Outbox
    private let sink: any AnalyticsSink
    private let clock: TelemetryClock
    private let report: @Sendable (AnalyticsProblem) -> Void
    /// What the user allows now, for events that were logged when more was allowed.
    private let consent: @Sendable () -> [ConsentType: ConsentStatus]
    private var backoff: Backoff
    private var current: Task<Outcome, Never>?
    private var notBefore: UnixTime?

    init(
        outbox: Outbox,
        sink: any AnalyticsSink,
        clock: TelemetryClock,
        random: RandomSource,
        consent: @escaping @Sendable () -> [ConsentType: ConsentStatus],
        report: @escaping @Sendable (AnalyticsProblem) -> Void
    ) {
        self.outbox = outbox
        self.sink = sink
        self.clock = clock
        self.consent = consent
        self.report = report
        backoff = Backoff(first: .seconds(30), longest: .seconds(3600), random: random)
    }

    /// How long to wait before the next attempt; `nil` if there is no need to.
    var wait: Duration? {
        notBefore.map { max($0 - clock.now(), .zero) }
    }

    /// Sends what waits, unless an earlier failure asks for patience.
    func deliverIfDue() async -> Outcome {
        if let notBefore, clock.now() < notBefore { return .later }
        return await deliver()
    }

    /// Sends what waits; calls that come meanwhile get the same answer.
    func deliver() async -> Outcome {
        if let current { return await current.value }
        let task = Task {
            let outcome = await run()
            current = nil
            return outcome
        }
        current = task
        return await task.value
    }

    private func run() async -> Outcome {
        while let (batch, last) = next() {
            guard !batch.events.isEmpty else {
                outbox.remove(through: last)
                continue
            }
            switch await sink.send(batch) {
            case .accepted:
                outbox.remove(through: last)
            case .refused(let reason):
                outbox.remove(through: last)
                let text = "\(batch.events.count) events were not taken by the receiver (\(reason))"
                report(AnalyticsProblem(.valueInvalid, "events", text, .refused))
            case .later(let retryAfter):
                notBefore = clock.now() + backoff.next(retryAfter: retryAfter)
                return .later
            }
            backoff.reset()
            notBefore = nil
        }
        return .done
    }

    /// The next events of one identity, and the last record that is done with them.
    private func next() -> (AnalyticsBatch, Outbox.Record)? {
        // Room for what surrounds the events.
        let room = AnalyticsLimits.requestBytes - 16_000
        let records = outbox.first(AnalyticsLimits.eventsPerRequest, bytes: room)
        guard var last = records.first else { return nil }
        var events: [StoredEvent] = []
        for record in records {
            guard let stored = StoredEvent(record: record.payload), isFresh(stored.event) else {
                last = record
                continue
            }
            if let first = events.first, first.identity != stored.identity { break }
            events.append(stored)
            last = record
        }
        var identity = events.first?.identity ?? AnalyticsIdentity()
        for (type, status) in consent() where status == .denied && (type == .adUserData || type == .adPersonalization) {
            identity.consent[type] = .denied
        }
        return (AnalyticsBatch(identity: identity, events: events.map(\.event), eventIDs: events.map(\.id)), last)
    }

    private func isFresh(_ event: LoggedEvent) -> Bool {
        if event.time > clock.now() - AnalyticsLimits.oldestEvent { return true }
        let reason = "an event waited for more than 72 hours and is no longer accepted"
        report(AnalyticsProblem(.valueOutOfBounds, event.name.rawValue, reason, .refused))
        return false
    }
}
