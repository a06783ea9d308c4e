public import HearthCore
public import HearthCrashWire
public import HearthTelemetry

/// Tells of crashes and errors: what happened, where, and what the app did before.
///
/// ```swift
/// let crash = try CrashReporter.start(
///     CrashConfiguration(app: .init(id: "shop", version: "1.4.0")),
///     sink: BackendCrashSink(origin: "https://telemetry.example.com", project: "shop")
/// )
/// crash.setValue("checkout", forKey: "flow")
/// crash.record(error)
/// ```
///
/// A process that dies of a signal leaves what it knew; the next one makes the report, with functions and lines, and sends
/// it. On Linux that holds for every fatal signal, with overflows of the stack on threads that called
/// ``protectCurrentThread()`` and on the one that called ``start(_:sink:storage:clock:random:)``. On Apple's systems
/// frames are addresses with their images, which `atos` or Xcode turns into lines; what the system itself keeps of
/// crashes, out-of-memory ends included, is in MetricKit.
public final class CrashReporter: BreadcrumbRecorder, Sendable {
    private struct State: Sendable {
        var settings: CrashFolder.Settings
        var recorded: [String] = []
        var count = 0
        var fatalTimes: [UnixTime] = []
        /// The errors whose reports are being made.
        var making: [Int: Task<Void, Never>] = [:]
        var preparation: Task<Void, Never>?
    }

    /// Whether the process before this one, as far as it used the same storage, died of a crash.
    public let didCrashDuringPreviousExecution: Bool

    private let configuration: CrashConfiguration
    private let folder: CrashFolder
    private let facts: SessionFacts
    private let memory: CrashMemory
    private let lock: StoreFile
    private let courier: ReportCourier
    private let clock: TelemetryClock
    private let random: RandomSource
    private let state: Locked<State>
    private let path: String

    /// Begins a session: takes over what earlier ones left, and watches the process for fatal signals.
    ///
    /// Call it once, early, on the main thread. Takes a few milliseconds; reports are made and sent in the background.
    ///
    /// - Parameters:
    ///   - configuration: How it behaves.
    ///   - sink: Where reports go.
    ///   - storage: Where reports wait. Defaults to the user's own folder for state, by the app's identifier.
    ///   - clock: Tells the time. Defaults to the system's.
    ///   - random: Makes identifiers. Defaults to the system's.
    /// - Returns: The reporter.
    /// - Throws: ``CrashError`` if the storage cannot be written or no handler can be installed.
    public static func start(
        _ configuration: CrashConfiguration,
        sink: any CrashSink,
        storage: CrashStorage? = nil,
        clock: TelemetryClock = .system,
        random: RandomSource = .system
    ) throws(CrashError) -> CrashReporter {
        let storage = storage ?? .standard(app: configuration.app.id)
        let folder = try CrashFolder(storage.folder)
        let reporter = try CrashReporter(configuration, folder, sink, clock, random)
        if configuration.catchesCrashes {
            let captures =
                configuration.standardError == .captured
                || (configuration.standardError == .automatic && !CrashMemory.standardErrorIsTerminal)
            try reporter.memory.watch(capturingStandardError: captures)
            WatchedReporters.shared.keep(reporter)
        }
        return reporter
    }

    private init(
        _ configuration: CrashConfiguration,
        _ folder: CrashFolder,
        _ sink: any CrashSink,
        _ clock: TelemetryClock,
        _ random: RandomSource
    ) throws(CrashError) {
        let settings = folder.settings(random: random)
        let ended = folder.endedSessions()
        didCrashDuringPreviousExecution = ended.first?.hasCrashed ?? false
        let now = clock.now()
        let name = "\(now.milliseconds)-\(Hex.encode(random.bytes(6)))"
        path = folder.sessionPath(name)
        lock = try folder.begin(name)
        facts = SessionFacts(
            session: name,
            start: now,
            installation: settings.installation.rawValue,
            app: configuration.app,
            device: CrashReport.Device(system: Symbolication.system, architecture: Symbolication.architecture),
            images: ProcessImages.current()
        )
        do throws(StoreError) {
            try StoreFolder.replace(path + "/facts.json", with: facts.bytes)
        } catch {
            throw CrashError(.storage, error.reason)
        }
        memory = try CrashMemory(path: path + "/memory")
        let state = Locked(State(settings: settings))
        let isEnabled = configuration.isCollectionEnabled
        let courier = ReportCourier(folder: folder, sink: sink, clock: clock, random: random) {
            state.withLock { $0.settings.isCollectionEnabled } ?? isEnabled
        }
        let redacts = configuration.redactsPersonalData
        self.state = state
        (self.configuration, self.folder, self.courier) = (configuration, folder, courier)
        (self.clock, self.random) = (clock, random)
        let preparation = Task {
            // The first capture of a process takes longest: here nothing waits for it.
            _ = Symbolication.capture()
            for session in ended { folder.report(session, redacts: redacts) }
            _ = await courier.deliver()
        }
        state.withLock { $0.preparation = preparation }
    }

    deinit {
        memory.markEnded()
    }

    /// Keeps an event for the reports that follow: the latest 64, of 232 bytes each.
    ///
    /// Takes less than a microsecond.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - fields: What is known about it, in order. Defaults to nothing.
    public func addBreadcrumb(_ name: String, _ fields: [(name: String, value: String)] = []) {
        memory.addBreadcrumb(BreadcrumbText.write(name, fields), at: clock.now())
    }

    /// Writes a line for the reports that follow, which hold the latest 64,000 bytes.
    ///
    /// - Parameter message: The line.
    public func log(_ message: String) {
        memory.append(log: Array(message.utf8.prefix(16_000)) + [UInt8(ascii: "\n")])
    }

    /// Tells of the app's state in the reports that follow.
    ///
    /// - Parameters:
    ///   - value: The value, at most 1,024 bytes; `nil` removes the key.
    ///   - key: The key, at most 1,024 bytes.
    /// - Returns: Whether there was room: there are 64 keys.
    @discardableResult
    public func setValue(_ value: CrashValue?, forKey key: String) -> Bool {
        memory.set(value, forKey: key)
    }

    /// Names the user in the reports that follow.
    ///
    /// - Parameter userID: The account's identifier, never an address or a name; `nil` for no user.
    /// - Returns: Whether it was taken; not if it seems to identify a person outside of the app.
    @discardableResult
    public func setUserID(_ userID: String?) -> Bool {
        if let userID, configuration.redactsPersonalData, PersonalData.kind(ofValue: userID) != nil { return false }
        memory.setUser(userID)
        return true
    }

    /// Lets an overflow of the calling thread's stack be noted too: gives the thread a stack for handlers.
    ///
    /// - Returns: Whether it has one now.
    @discardableResult
    public static func protectCurrentThread() -> Bool {
        CrashMemory.protectCurrentThread()
    }

    /// Records an error, with where it is recorded and what the app told until now.
    ///
    /// Returns in less than 5 milliseconds, and the error is on its way to the disk. Functions and lines are looked up in
    /// the background, and the report is sent. Of each session the latest 8 errors are kept until they are sent.
    ///
    /// - Parameters:
    ///   - error: The error. Its description is sent without addresses, tokens and card numbers.
    ///   - info: What else is known of it. Defaults to nothing.
    ///   - fileID: The file that records it.
    ///   - line: The line in it.
    public func record(
        _ error: any Error,
        info: [String: CrashValue] = [:],
        fileID: String = #fileID,
        line: Int = #line
    ) {
        let (type, message) = ErrorWords.of(error)
        let described = CrashReport.RecordedError(type: type, message: message, info: info, file: fileID, line: line)
        record(described, isFatal: false, frames: Symbolication.capture())
    }

    /// Records an error after which the app cannot go on; it counts as a crash.
    ///
    /// At most 10 a minute are recorded.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - info: What else is known of it. Defaults to nothing.
    ///   - fileID: The file that records it.
    ///   - line: The line in it.
    /// - Returns: Whether it was recorded.
    @discardableResult
    public func recordFatal(
        _ error: any Error,
        info: [String: CrashValue] = [:],
        fileID: String = #fileID,
        line: Int = #line
    ) -> Bool {
        let now = clock.now()
        let isAllowed = state.withLock { state in
            state.fatalTimes = state.fatalTimes.filter { now - $0 < .seconds(60) }
            guard state.fatalTimes.count < CrashLimits.fatalErrorsPerMinute else { return false }
            state.fatalTimes.append(now)
            return true
        }
        guard isAllowed else { return false }
        let (type, message) = ErrorWords.of(error)
        let described = CrashReport.RecordedError(type: type, message: message, info: info, file: fileID, line: line)
        record(described, isFatal: true, frames: Symbolication.capture())
        return true
    }

    /// Does work, records what it throws as fatal, and throws it again: put the program's work into it, so that an error
    /// that nothing else catches is reported with its type.
    ///
    /// - Parameter work: The work.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func recordingUncaughtErrors<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch {
            recordFatal(error)
            throw error
        }
    }

    /// Records an error that is described already, for foreign runtimes and other modules' words.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - places: Where it happened, if the caller knows better than this process's stack.
    package func record(described error: CrashReport.RecordedError, at places: [CrashReport.Frame]? = nil) {
        record(error, isFatal: false, frames: places == nil ? Symbolication.capture() : [], places: places)
    }

    private func record(
        _ error: CrashReport.RecordedError,
        isFatal: Bool,
        frames: [RawFrame],
        places: [CrashReport.Frame]? = nil
    ) {
        var error = error
        error.message = String(error.message.prefix(1_000))
        let file: (number: Int, name: String) = state.withLock { state in
            state.count += 1
            let name = "\(path)/errors/\(1_000_000 + state.count)"
            state.recorded.append(name)
            return (state.count, name)
        }
        let record = ErrorRecord(
            id: "\(facts.session)-\(file.number)",
            time: clock.now(),
            isFatal: isFatal,
            error: error,
            frames: frames,
            places: places
        )
        try? StoreFolder.replace(file.name, with: record.bytes)
        let surplus = state.withLock { state -> [String] in
            let surplus = state.recorded.dropLast(CrashLimits.recordedErrorsPerSession)
            state.recorded.removeFirst(surplus.count)
            return Array(surplus)
        }
        for name in surplus { StoreFolder.remove(name) }
        makeReport(of: record, number: file.number, name: file.name)
    }

    private func makeReport(of record: ErrorRecord, number: Int, name: String) {
        let snapshot = memory.snapshot()
        let builder = ReportBuilder(facts: facts, redacts: configuration.redactsPersonalData)
        let task = Task { [weak self, folder] in
            // An error that gave way to later ones is not reported.
            guard StoreFolder.read(name) != nil else { return }
            let report = builder.report(of: record, memory: CrashMemoryReader(snapshot), isThisProcess: true)
            folder.keep(report)
            StoreFolder.remove(name)
            self?.didMake(number, name)
            _ = await self?.courier.deliver()
        }
        state.withLock { state in
            // It may be made already.
            if state.recorded.contains(name) { state.making[number] = task }
        }
    }

    private func didMake(_ number: Int, _ name: String) {
        state.withLock { state in
            state.making[number] = nil
            state.recorded.removeAll { $0 == name }
        }
    }

    /// Whether reports are sent by themselves.
    public var isCollectionEnabled: Bool {
        state.withLock { $0.settings.isCollectionEnabled } ?? configuration.isCollectionEnabled
    }

    /// Turns sending on or off, also for later launches.
    ///
    /// Turned off, reports are kept, the latest 4 of crashes and 32 of errors, until
    /// ``sendUnsentReports()`` or ``deleteUnsentReports()``; turned on, they are sent.
    ///
    /// - Parameter isEnabled: Whether reports are sent.
    public func setCollectionEnabled(_ isEnabled: Bool) {
        let task = isEnabled ? Task { _ = await self.settledDelivery() } : nil
        state.withLock { state in
            state.settings.isCollectionEnabled = isEnabled
            folder.write(state.settings)
            if let task { state.making[-1] = task }
        }
        if !isEnabled { Task { await courier.stop() } }
    }

    private func settledDelivery() async -> Bool {
        await settle()
        return await courier.deliver()
    }

    /// Waits until everything that happened until now is a report.
    private func settle() async {
        let tasks = state.withLock { state in
            state.making.filter { $0.key > 0 }.values + [state.preparation].compactMap(\.self)
        }
        for task in tasks { await task.value }
    }

    /// The reports that wait to be sent, the oldest first.
    ///
    /// - Returns: The reports; at the launch after a crash its report is among them.
    public func unsentReports() async -> [CrashReport] {
        await settle()
        return folder.reportNames().compactMap { folder.report(named: $0) }
    }

    /// Sends what waits, whatever ``isCollectionEnabled`` says: the user has agreed to this once.
    ///
    /// - Throws: ``CrashError`` with code ``CrashError/Code/undelivered`` if a report has to wait longer.
    public func sendUnsentReports() async throws(CrashError) {
        await settle()
        guard await courier.deliver(isAsked: true) else {
            throw CrashError(.undelivered, "\(folder.reportNames().count) reports wait for the next attempt")
        }
    }

    /// Deletes what waits.
    public func deleteUnsentReports() async {
        await settle()
        for name in folder.reportNames() { folder.removeReport(named: name) }
    }
}

/// Keeps the reporters that handlers write for: their files stay mapped until the process ends.
private final class WatchedReporters: Sendable {
    static let shared = WatchedReporters()
    private let reporters = Locked<[CrashReporter]>([])

    func keep(_ reporter: CrashReporter) {
        reporters.withLock { $0.append(reporter) }
    }
}
