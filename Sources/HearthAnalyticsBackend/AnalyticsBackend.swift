public import HearthAnalyticsModel
public import HearthCore
public import HearthDatabase
public import HearthHTTP
internal import HearthJSON
public import HearthTelemetryServer

/// Collects events by the Measurement Protocol, holds them against Google's limits, and counts them.
///
/// | request | does |
/// |---|---|
/// | `POST /mp/collect` | stores what is valid; 204, or 200 with the problems, or 400 if nothing is valid |
/// | `POST /debug/mp/collect` | answers the problems and stores nothing |
/// | `GET /analytics/v1/events` | lists events, newest first: `stream`, `name`, `user`, `before`, `limit` |
/// | `GET /analytics/v1/counts` | events and users by name: `stream`, `days` |
/// | `GET /analytics/v1/users` | active users of 1, 7 and 28 days: `stream` |
/// | `GET /analytics/v1/funnel` | how many users took each step after the one before: `stream`, `steps`, `days` |
/// | `DELETE /analytics/v1/users/ID` | deletes the events of a user or an instance |
/// | `DELETE /analytics/v1/events` | deletes everything; on an emulator alone |
public final class AnalyticsBackend: Sendable {
    /// What a backend is made of.
    public struct Configuration: Sendable {
        /// Where events are: a file of its own, or memory.
        public var location: Database.Location
        /// Who may send and who may read.
        public var access: TelemetryAccess
        /// What happens to what identifies persons.
        ///
        /// Defaults to refusing it.
        public var personalData: PersonalDataPolicy = .refuse
        /// How long events are kept.
        ///
        /// Defaults to 60 days.
        public var retention: Duration = .seconds(60 * 86_400)
        /// How many events are kept; the oldest give way.
        ///
        /// Defaults to a million.
        public var maximumEvents = 1_000_000
        /// Hears of every event that is stored.
        ///
        /// Defaults to nothing.
        public var observer: @Sendable (LoggedEvent) -> Void = { _ in }
        /// Tells the time.
        ///
        /// Defaults to the system's clock.
        public var now: @Sendable () -> UnixTime = { UnixTime.systemNow() }

        /// Describes a backend.
        ///
        /// - Parameters:
        ///   - location: Where events are.
        ///   - access: Who may send and who may read.
        public init(location: Database.Location, access: TelemetryAccess) {
            self.location = location
            self.access = access
        }
    }

    /// The largest body of a request, in bytes.
    public static let maximumBody = AnalyticsLimits.requestBytes

    private let configuration: Configuration
    private let database: Database
    private let limit = SenderLimit(perSender: 100, altogether: 60_000)

    /// Opens the storage.
    ///
    /// - Parameter configuration: What the backend is made of.
    /// - Throws: `DatabaseError` if the storage cannot be used.
    public init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        database = try Database(configuration.location)
        try await database.migrate(EventTable.migrations)
    }

    /// Whether a path belongs to this service.
    ///
    /// - Parameter path: The path of a request.
    /// - Returns: Whether ``handle(_:)`` answers it.
    public static func owns(path: some StringProtocol) -> Bool {
        isCollector(path) || path.utf8.starts(with: "/analytics/v1/".utf8)
    }

    private static func isCollector(_ path: some StringProtocol) -> Bool {
        path == "/mp/collect" || path == "/debug/mp/collect"
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
        return head.path.hasPrefix("/analytics/v1/")
            ? configuration.access.refusalOfReader(head) : configuration.access.refusalOfSender(head)
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
        do {
            switch (request.method, String(request.path)) {
            case (.post, "/mp/collect"): return try await collect(request)
            case (.post, "/debug/mp/collect"): return validate(request)
            case (.get, "/analytics/v1/events"): return try await list(request.query)
            case (.get, "/analytics/v1/counts"): return try await counts(request.query)
            case (.get, "/analytics/v1/users"): return try await users(request.query)
            case (.get, "/analytics/v1/funnel"): return try await funnel(request.query)
            case (.delete, "/analytics/v1/events"): return try await clear()
            case (.delete, let path) where path.hasPrefix("/analytics/v1/users/"):
                return try await deleteUser(String(path.dropFirst(20)))
            default: return TelemetryAnswer.notFound
            }
        } catch {
            return TelemetryAnswer.unavailable
        }
    }

    /// Closes the storage when everything that was asked before is done.
    public func close() async {
        await database.close()
    }

    private func collect(_ request: HTTPRequest) async throws -> HTTPResponse {
        let now = configuration.now()
        guard let stream = stream(of: request.query) else {
            return TelemetryAnswer.refusal(
                400,
                "INVALID_ARGUMENT",
                "The query names a stream: firebase_app_id or measurement_id."
            )
        }
        let reading = MeasurementReading(request.body, now: now, personalData: configuration.personalData)
        let owner = reading.identity.appInstanceID ?? reading.identity.clientID ?? ""
        if !configuration.access.isEmulator, !limit.admits(owner, at: now) { return TelemetryAnswer.tooMany }
        let refused = reading.problems.filter { $0.outcome != .accepted }
        guard !reading.events.isEmpty else {
            return TelemetryAnswer.document(reading.validationMessages, status: 400)
        }
        let table = EventTable(maximum: configuration.maximumEvents, retention: configuration.retention)
        try await database.write { db in
            for event in reading.events { try table.insert(event, reading.identity, stream, now, db) }
            try table.prune(now, db)
        }
        for event in reading.events { configuration.observer(event) }
        return refused.isEmpty ? TelemetryAnswer.empty : TelemetryAnswer.document(reading.validationMessages)
    }

    private func validate(_ request: HTTPRequest) -> HTTPResponse {
        let reading = MeasurementReading(
            request.body,
            now: configuration.now(),
            personalData: configuration.personalData
        )
        return TelemetryAnswer.document(reading.validationMessages)
    }

    private func stream(of query: FormParameters) -> String? {
        guard let name = query["firebase_app_id"] ?? query["measurement_id"], (1...200).contains(name.utf8.count) else {
            return nil
        }
        return name
    }

    private func list(_ query: FormParameters) async throws -> HTTPResponse {
        let limit = TelemetryAnswer.number(query["limit"], in: 1...1_000, default: 100)
        let before = query["before"].flatMap { Int64($0) } ?? .max
        let filter = EventTable.Filter(stream: query["stream"], name: query["name"], user: query["user"])
        let events = try await database.read { db in try EventTable.list(filter, before: before, limit: limit, db) }
        var document: JSONObject = ["events": .array(events.map { .object($0.json) })]
        if events.count == limit { document["before"] = events.last.map { .integer($0.id) } }
        return TelemetryAnswer.document(.object(document))
    }

    private func since(_ query: FormParameters) -> UnixTime {
        configuration.now() - .seconds(86_400 * TelemetryAnswer.number(query["days"], in: 1...400, default: 28))
    }

    private func counts(_ query: FormParameters) async throws -> HTTPResponse {
        let since = since(query)
        let stream = query["stream"]
        let counts = try await database.read { db in try EventTable.counts(stream, since: since, db) }
        return TelemetryAnswer.document([
            "counts": .array(
                counts.map { count in
                    [
                        "name": .string(count.name), "events": .integer(count.events), "users": .integer(count.users),
                        "last": .string(CivilTime(count.last).rfc3339),
                    ]
                }
            )
        ])
    }

    private func users(_ query: FormParameters) async throws -> HTTPResponse {
        let now = configuration.now()
        let stream = query["stream"]
        let counts = try await database.read { db in
            try [1, 7, 28].map { try EventTable.users(stream, since: now - .seconds(86_400 * $0), db) }
        }
        return TelemetryAnswer.document([
            "active1Day": .integer(counts[0]), "active7Days": .integer(counts[1]), "active28Days": .integer(counts[2]),
        ])
    }

    private func funnel(_ query: FormParameters) async throws -> HTTPResponse {
        let steps = (query["steps"] ?? "").split(separator: ",").map(String.init)
        guard (2...5).contains(steps.count) else {
            return TelemetryAnswer.refusal(400, "INVALID_ARGUMENT", "A funnel has 2 to 5 steps: steps=a,b,c.")
        }
        let since = since(query)
        let stream = query["stream"]
        let counts = try await database.read { db in try EventTable.funnel(steps, stream, since: since, db) }
        return TelemetryAnswer.document([
            "steps": .array(zip(steps, counts).map { ["name": .string($0), "users": .integer($1)] })
        ])
    }

    private func clear() async throws -> HTTPResponse {
        guard configuration.access.isEmulator else { return TelemetryAnswer.notFound }
        try await database.write { db in try EventTable.clear(db) }
        return TelemetryAnswer.empty
    }

    private func deleteUser(_ path: String) async throws -> HTTPResponse {
        guard let id = PercentEncoding.decode(path), !id.isEmpty else { return TelemetryAnswer.notFound }
        let count = try await database.write { db in try EventTable.delete(user: id, db) }
        return TelemetryAnswer.document(["deleted": .integer(Int64(count))])
    }
}
