internal import HearthCore
internal import HearthCrashWire
internal import HearthJSON
internal import HearthTelemetry

/// The folder that sessions and reports are kept in.
///
/// Each session has a folder of its own, locked for as long as its process lives: `facts.json`, `memory`, and a file for
/// each error that was recorded. Reports that wait to be sent are in `reports`.
struct CrashFolder: Sendable {
    /// The sessions of earlier processes that are kept; a process that crashes at once again and again adds no more.
    static let keptSessions = 4
    /// The reports that are kept besides those of crashes.
    static let keptErrors = 32

    let path: String
    private var reports: String { path + "/reports" }

    init(_ path: String) throws(CrashError) {
        self.path = path
        do throws(StoreError) {
            try StoreFolder.create(path + "/reports")
            try StoreFolder.create(path + "/sessions")
        } catch {
            throw CrashError(.storage, error.reason)
        }
    }

    /// A session that ended.
    struct Ended: Sendable {
        let path: String
        let lock: StoreFile
        /// Whether its process crashed.
        let hasCrashed: Bool
    }

    func sessionPath(_ name: String) -> String { "\(path)/sessions/\(name)" }

    /// Makes the folder of a session that begins.
    ///
    /// - Returns: What keeps it locked.
    func begin(_ name: String) throws(CrashError) -> StoreFile {
        do throws(StoreError) {
            try StoreFolder.create(sessionPath(name) + "/errors")
            let lock = try StoreFile(path: sessionPath(name) + "/lock")
            guard lock.lock() else { throw StoreError(.busy, "\(sessionPath(name)) is taken") }
            return lock
        } catch {
            throw CrashError(.storage, error.reason)
        }
    }

    /// The sessions that ended and left something to report, the newest first; the others are removed.
    func endedSessions() -> [Ended] {
        var found: [Ended] = []
        for name in StoreFolder.names(in: path + "/sessions").reversed() {
            let folder = sessionPath(name)
            guard let lock = try? StoreFile(path: folder + "/lock"), lock.lock() else { continue }
            let memory = StoreFolder.read(folder + "/memory").flatMap { CrashMemoryReader($0) }
            let hasCrashed = memory?.crash != nil
            let hasErrors = !StoreFolder.names(in: folder + "/errors").isEmpty
            if found.count < Self.keptSessions, hasCrashed || hasErrors {
                found.append(Ended(path: folder, lock: lock, hasCrashed: hasCrashed))
            } else {
                StoreFolder.removeAll(folder)
            }
        }
        return found
    }

    /// Makes reports of a session that ended, and removes the session.
    func report(_ ended: Ended, redacts: Bool) {
        defer { StoreFolder.removeAll(ended.path) }
        guard let facts = StoreFolder.read(ended.path + "/facts.json").flatMap({ SessionFacts($0) }) else { return }
        let memory = StoreFolder.read(ended.path + "/memory").flatMap { CrashMemoryReader($0) }
        let builder = ReportBuilder(facts: facts, redacts: redacts)
        for name in StoreFolder.names(in: ended.path + "/errors") {
            guard let record = StoreFolder.read("\(ended.path)/errors/\(name)").flatMap({ ErrorRecord($0) }) else {
                continue
            }
            keep(builder.report(of: record, memory: memory, isThisProcess: false))
        }
        if let memory, let crash = memory.crash { keep(builder.report(of: crash, in: memory)) }
    }

    /// Keeps a report until it is sent; the oldest of its kind give way.
    func keep(_ report: CrashReport) {
        var report = report
        guard var bytes = try? JSON.encode(report) else { return }
        for shorten in Self.shortenings where bytes.count > CrashLimits.reportBytes {
            shorten(&report)
            guard let shorter = try? JSON.encode(report) else { return }
            bytes = shorter
        }
        guard bytes.count <= CrashLimits.reportBytes else { return }
        let kind = report.kind == .crash ? "crash" : "error"
        // Names sort by time.
        let time = String(report.time.milliseconds)
        let name = String(repeating: "0", count: max(0, 15 - time.count)) + time + "-\(report.id).\(kind)"
        try? StoreFolder.replace("\(reports)/\(name)", with: bytes)
        let kept = StoreFolder.names(in: reports).filter { $0.hasSuffix(".\(kind)") }
        let limit = kind == "crash" ? CrashLimits.unsentReports : Self.keptErrors
        for old in kept.dropLast(limit) { StoreFolder.remove("\(reports)/\(old)") }
    }

    /// What a report that is too large loses, one after the other, until it fits: what happened and where stays.
    private static let shortenings: [@Sendable (inout CrashReport) -> Void] = [
        { $0.log = String($0.log.suffix(16_000)) },
        { $0.error?.info = [:] },
        { $0.log = "" },
        { $0.breadcrumbs = [] },
        { $0.keys = [:] },
        { $0.error?.message = "" },
        { $0.crash?.text = nil },
    ]

    /// The names of reports that wait, the oldest first.
    func reportNames() -> [String] {
        StoreFolder.names(in: reports).filter { $0.hasSuffix(".crash") || $0.hasSuffix(".error") }
    }

    /// A report that waits; `nil` if it is gone or damaged.
    func report(named name: String) -> CrashReport? {
        StoreFolder.read("\(reports)/\(name)").flatMap { try? JSON.decode(CrashReport.self, from: $0) }
    }

    func removeReport(named name: String) {
        StoreFolder.remove("\(reports)/\(name)")
    }

    /// What the app decided, and the installation's name.
    struct Settings: Sendable {
        var installation: InstanceID
        var isCollectionEnabled: Bool?
    }

    func settings(random: RandomSource) -> Settings {
        let document = StoreFolder.read(path + "/settings.json").flatMap { try? JSON.parse($0) }
        if let id = document?["installation"]?.string.flatMap(InstanceID.init(rawValue:)) {
            return Settings(installation: id, isCollectionEnabled: document?["collection"]?.bool)
        }
        let settings = Settings(installation: InstanceID(random: random), isCollectionEnabled: nil)
        write(settings)
        return settings
    }

    func write(_ settings: Settings) {
        var document: JSONObject = ["installation": .string(settings.installation.rawValue)]
        document["collection"] = settings.isCollectionEnabled.map { .bool($0) }
        try? StoreFolder.replace(path + "/settings.json", with: JSON.serialize(.object(document)))
    }
}
