public import HearthCore
public import HearthCrashWire
public import HearthDatabase
public import HearthHTTP
internal import HearthJSON
public import HearthTelemetryServer

/// Collects reports of crashes and errors, and puts those together that are about the same thing.
///
/// | request | does |
/// |---|---|
/// | `POST /crash/v1/projects/P/reports` | stores a report |
/// | `POST /v1beta1/projects/P/events:report` | stores an event of Google's Error Reporting |
/// | `GET /crash/v1/projects/P/issues` | lists issues, the latest first: `status`, `limit` |
/// | `GET /crash/v1/projects/P/issues/I` | an issue with its versions and latest reports |
/// | `POST /crash/v1/projects/P/issues/I:resolve`, `:reopen`, `:mute` | changes its status |
/// | `DELETE /crash/v1/projects/P/users/U` | deletes the reports of a user |
/// | `DELETE /crash/v1/projects/P/issues` | deletes everything; on an emulator alone |
public final class CrashBackend: Sendable {
    /// What a backend is made of.
    public struct Configuration: Sendable {
        /// Where reports are: a file of its own, or memory.
        public var location: Database.Location
        /// Who may send and who may read.
        public var access: TelemetryAccess
        /// How many reports are kept of an issue; the oldest give way, and still count.
        ///
        /// Defaults to 100.
        public var reportsPerIssue = 100
        /// How many reports are kept altogether, of up to 256 KiB each.
        ///
        /// Defaults to 5,000.
        public var maximumReports = 5_000
        /// How many issues are kept; those that were not seen for longest give way.
        ///
        /// Defaults to 5,000.
        public var maximumIssues = 5_000
        /// Hears of every report that is stored, with the issue that it belongs to.
        ///
        /// Defaults to nothing.
        public var observer: @Sendable (_ report: CrashReport, _ issue: String) -> Void = { _, _ in }
        /// Tells the time.
        ///
        /// Defaults to the system's clock.
        public var now: @Sendable () -> UnixTime = { UnixTime.systemNow() }

        /// Describes a backend.
        ///
        /// - Parameters:
        ///   - location: Where reports are.
        ///   - access: Who may send and who may read.
        public init(location: Database.Location, access: TelemetryAccess) {
            self.location = location
            self.access = access
        }
    }

    /// The largest body of a request, in bytes.
    public static let maximumBody = CrashLimits.reportBytes

    private let configuration: Configuration
    private let database: Database
    private let limit = SenderLimit(perSender: 60, altogether: 6_000)

    /// Opens the storage.
    ///
    /// - Parameter configuration: What the backend is made of.
    /// - Throws: `DatabaseError` if the storage cannot be used.
    public init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        database = try Database(configuration.location)
        try await database.migrate(IssueTable.migrations)
    }

    /// Whether a path belongs to this service.
    ///
    /// - Parameter path: The path of a request.
    /// - Returns: Whether ``handle(_:)`` answers it.
    public static func owns(path: some StringProtocol) -> Bool {
        // The prefix first: this is asked about every request of the port.
        path.utf8.starts(with: "/crash/v1/".utf8)
            || path.utf8.starts(with: "/v1beta1/projects/".utf8) && CrashRoute(.post, String(path)) != nil
    }

    private static func isCollector(_ path: some StringProtocol) -> Bool {
        switch CrashRoute(.post, String(path)) {
        case .report, .googleReport: true
        default: false
        }
    }

    /// Decides by a request's head whether its body is read.
    ///
    /// - Parameter head: The head.
    /// - Returns: The refusal, or how large the body may be.
    public func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        if var refusal = refusal(of: head) {
            if Self.isCollector(head.path) { TelemetryCORS.allow(head, in: &refusal) }
            return .refuse(refusal)
        }
        return .accept(maximumBody: Self.maximumBody)
    }

    private func refusal(of head: HTTPRequestHead) -> HTTPResponse? {
        if Self.isCollector(head.path), head.method == .options { return TelemetryCORS.preflight(head) }
        return switch CrashRoute(head.method, String(head.path)) {
        case .report, .googleReport: configuration.access.refusalOfSender(head)
        default: configuration.access.refusalOfReader(head)
        }
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer; 404 for what is not this service's.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await answer(request)
        if Self.isCollector(request.path) { TelemetryCORS.allow(request.head, in: &response) }
        return response
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if let refusal = refusal(of: request.head) { return refusal }
        guard request.body.count <= Self.maximumBody else {
            return TelemetryAnswer.refusal(413, "INVALID_ARGUMENT", "A report has at most \(Self.maximumBody) bytes.")
        }
        do {
            switch CrashRoute(request.method, String(request.path)) {
            case .report(let project): return try await store(ReportReading.own(request.body), project, request)
            case .googleReport(let project):
                let reading = ReportReading.google(request.body, now: configuration.now())
                return try await store(reading, project, request)
            case .list(let project): return try await list(project, request.query)
            case .show(let project, let issue): return try await show(project, issue, request.query)
            case .change(let project, let issue, let status): return try await change(project, issue, to: status)
            case .deleteUser(let project, let user): return try await delete(user, project)
            case .clear(let project) where configuration.access.isEmulator:
                try await database.write { db in try IssueTable.clear(project, db) }
                return TelemetryAnswer.empty
            case .clear, nil: return TelemetryAnswer.notFound
            }
        } catch {
            return TelemetryAnswer.unavailable
        }
    }

    /// Closes the storage when everything that was asked before is done.
    public func close() async {
        await database.close()
    }

    private func store(_ reading: ReportReading, _ project: String, _ request: HTTPRequest) async throws -> HTTPResponse
    {
        guard case .report(let report) = reading else {
            guard case .refused(let reason) = reading else { return TelemetryAnswer.notFound }
            return TelemetryAnswer.refusal(400, "INVALID_ARGUMENT", reason)
        }
        let now = configuration.now()
        if !configuration.access.isEmulator, !limit.admits(report.installation, at: now) {
            return TelemetryAnswer.tooMany
        }
        let grouping = IssueGrouping(report)
        let limits = IssueTable.Limits(
            reportsPerIssue: configuration.reportsPerIssue,
            reports: configuration.maximumReports,
            issues: configuration.maximumIssues
        )
        let document = String(decoding: try JSON.encode(report), as: UTF8.self)
        try await database.write { db in
            try IssueTable.add(report, document, to: grouping, of: project, limits, now, db)
        }
        configuration.observer(report, grouping.id)
        return TelemetryAnswer.document(["issue": .string(grouping.id)])
    }

    private func list(_ project: String, _ query: FormParameters) async throws -> HTTPResponse {
        let limit = TelemetryAnswer.number(query["limit"], in: 1...500, default: 50)
        let status = query["status"]
        let issues = try await database.read { db in try IssueTable.list(project, status, limit, db) }
        return TelemetryAnswer.document(["issues": .array(issues.map { .object($0) })])
    }

    private func show(_ project: String, _ id: String, _ query: FormParameters) async throws -> HTTPResponse {
        let limit = TelemetryAnswer.number(query["reports"], in: 0...20, default: 1)
        let found = try await database.read { db in try IssueTable.show(project, id, reports: limit, db) }
        guard let found else {
            return TelemetryAnswer.refusal(404, "NOT_FOUND", "There is no issue '\(id.prefix(40))' in the project.")
        }
        return TelemetryAnswer.document(.object(found))
    }

    private func change(_ project: String, _ id: String, to status: String) async throws -> HTTPResponse {
        let found = try await database.write { db in
            try IssueTable.setStatus(status, of: id, project, db)
            return try IssueTable.show(project, id, reports: 0, db)
        }
        guard let found else {
            return TelemetryAnswer.refusal(404, "NOT_FOUND", "There is no issue '\(id.prefix(40))' in the project.")
        }
        return TelemetryAnswer.document(.object(found))
    }

    private func delete(_ user: String, _ project: String) async throws -> HTTPResponse {
        let count = try await database.write { db in try IssueTable.delete(user: user, project, db) }
        return TelemetryAnswer.document(["deleted": .integer(Int64(count))])
    }
}
