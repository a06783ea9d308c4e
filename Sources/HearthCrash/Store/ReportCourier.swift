internal import HearthCore
internal import HearthCrashWire
internal import HearthTelemetry

/// Takes reports from the folder to the sink, one at a time.
actor ReportCourier {
    private let folder: CrashFolder
    private let sink: any CrashSink
    private let clock: TelemetryClock
    /// Whether the app lets reports be sent by themselves.
    private let isAllowed: @Sendable () -> Bool
    private var backoff: Backoff
    private var current: Task<Bool, Never>?
    private var retry: Task<Void, Never>?

    init(
        folder: CrashFolder,
        sink: any CrashSink,
        clock: TelemetryClock,
        random: RandomSource,
        isAllowed: @escaping @Sendable () -> Bool
    ) {
        self.isAllowed = isAllowed
        self.folder = folder
        self.sink = sink
        self.clock = clock
        backoff = Backoff(first: .seconds(60), longest: .seconds(6 * 3600), random: random)
    }

    /// Sends what waits; calls that come meanwhile get the same answer.
    ///
    /// - Parameter isAsked: Whether the app asked for it, whatever it allows by itself.
    /// - Returns: Whether everything was taken or dropped.
    func deliver(isAsked: Bool = false) async -> Bool {
        while let current {
            let isDone = await current.value
            if !isAsked { return isDone }
        }
        let task = Task {
            let isDone = await run(isAsked)
            current = nil
            return isDone
        }
        current = task
        return await task.value
    }

    /// Ends the attempts; nothing is sent any more.
    func stop() {
        retry?.cancel()
        retry = nil
    }

    private func run(_ isAsked: Bool) async -> Bool {
        while let name = folder.reportNames().first {
            guard isAsked || isAllowed() else { return false }
            guard let report = folder.report(named: name),
                report.time > clock.now() - CrashLimits.longestWait
            else {
                folder.removeReport(named: name)
                continue
            }
            switch await sink.send(report) {
            case .accepted, .refused:
                folder.removeReport(named: name)
                backoff.reset()
            case .later(let retryAfter):
                let wait = backoff.next(retryAfter: retryAfter)
                retry?.cancel()
                retry = Task { [clock] in
                    guard (try? await clock.sleep(wait)) != nil else { return }
                    _ = await self.deliver()
                }
                return false
            }
        }
        return true
    }
}
