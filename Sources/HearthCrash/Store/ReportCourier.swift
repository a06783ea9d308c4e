internal import HearthCore
internal import HearthCrashWire
internal import HearthTelemetry

/// Takes reports from the folder to the sink, one at a time.
actor ReportCourier {
    private let folder: CrashFolder
    private let sink: any CrashSink
    private let clock: TelemetryClock
    private var backoff: Backoff
    private var current: Task<Bool, Never>?
    private var retry: Task<Void, Never>?

    init(folder: CrashFolder, sink: any CrashSink, clock: TelemetryClock, random: RandomSource) {
        self.folder = folder
        self.sink = sink
        self.clock = clock
        backoff = Backoff(first: .seconds(60), longest: .seconds(6 * 3600), random: random)
    }

    /// Sends what waits; calls that come meanwhile get the same answer.
    ///
    /// - Returns: Whether everything was taken or dropped.
    func deliver() async -> Bool {
        if let current { return await current.value }
        let task = Task { await run() }
        current = task
        let isDone = await task.value
        current = nil
        return isDone
    }

    /// Ends the attempts; nothing is sent any more.
    func stop() {
        retry?.cancel()
        retry = nil
    }

    private func run() async -> Bool {
        while let name = folder.reportNames().first {
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
