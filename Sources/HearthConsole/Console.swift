public import HearthBackend
internal import HearthCore
public import HearthHTTP
internal import HearthJSON

/// The console of an emulator: pages for `/console` on the port of the services, and a log of what they answer.
///
/// ```swift
/// let console = Console(.init(version: "1", projects: ["demo"], profile: "lenient"))
/// let backend = try await Backend(configuration, mailer: console, messenger: console)
/// console.attach(backend) { await backend.handle($0) }
/// let handler = { request in await console.answer(request) { await backend.handle($0) } }
/// ```
///
/// For emulators only: it has every privilege that `Bearer owner` has, and is open to pages and programs of this
/// machine alone.
public final class Console: Mailer, TextMessenger {
    /// What a console shows beside what it asks the services for.
    public struct Settings: Sendable {
        /// The version of the server.
        public var version: String
        /// The projects, the default first.
        public var projects: [String]
        /// The profile's name.
        public var profile: String
        /// Whether Firestore answers on the same port.
        public var hasFirestore: Bool
        /// Whether the collectors of events and crash reports answer on the same port.
        public var hasTelemetry: Bool
        /// Whether requests and their answers are kept for the log.
        public var recordsRequests = true
        /// Draws a text as a QR code, a row of `1` and `0` for each line; draws none unless set.
        public var qrCode: @Sendable (_ text: String) -> [String]? = { _ in nil }

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - version: The version of the server.
        ///   - projects: The projects, the default first.
        ///   - profile: The profile's name.
        ///   - hasFirestore: Whether Firestore answers on the same port.
        ///   - hasTelemetry: Whether the collectors of events and crash reports answer on the same port.
        public init(
            version: String,
            projects: [String],
            profile: String,
            hasFirestore: Bool = false,
            hasTelemetry: Bool = false
        ) {
            self.version = version
            self.projects = projects
            self.profile = profile
            self.hasFirestore = hasFirestore
            self.hasTelemetry = hasTelemetry
        }
    }

    private struct Services: Sendable {
        var handle: HTTPHandler
        var backend: Backend
        var gate: ConsoleGate
    }

    /// The largest body of a call, in bytes.
    public static let maximumBody = 16 << 20

    private let settings: Settings
    private let assets = Assets()
    private let log: TrafficLog
    private let now: @Sendable () -> UnixTime
    private let door = SettingsDoor()
    private let services = Locked<Services?>(nil)
    private let functions = Locked<(any ConsoleFunctions)?>(nil)
    private let snapshots = Locked<(any ConsoleSnapshots)?>(nil)

    /// Creates a console, which answers once services are attached.
    ///
    /// - Parameter settings: What it shows.
    public convenience init(_ settings: Settings) {
        self.init(settings, now: { .systemNow() })
    }

    init(_ settings: Settings, now: @escaping @Sendable () -> UnixTime) {
        self.settings = settings
        self.now = now
        let services = services
        log = TrafficLog(name: { Self.name(of: $0, services.withLock { $0 }) }, now: now)
    }

    /// Attaches what the console shows.
    ///
    /// - Parameters:
    ///   - backend: The identity service, whose rules for callers of this machine hold here.
    ///   - handle: Answers a request of any service on the port.
    public func attach(_ backend: Backend, handle: @escaping HTTPHandler) {
        let attached = Services(
            handle: handle,
            backend: backend,
            gate: ConsoleGate { backend.refusalOfRemote($0) }
        )
        services.withLock { $0 = attached }
    }

    /// Attaches the functions of the project, which get a page.
    ///
    /// - Parameter functions: The functions.
    public func attach(functions: any ConsoleFunctions) {
        self.functions.withLock { $0 = functions }
    }

    /// Attaches what saves and restores the state of the services, which gets a page.
    ///
    /// - Parameter snapshots: Saves and restores.
    public func attach(snapshots: any ConsoleSnapshots) {
        self.snapshots.withLock { $0 = snapshots }
    }

    /// Keeps a mail for the log.
    ///
    /// - Parameter mail: The mail.
    public func deliver(_ mail: CodeMail) { log.deliver(mail) }

    /// Keeps a text message for the log.
    ///
    /// - Parameter text: The message.
    public func deliver(_ text: CodeText) { log.deliver(text) }

    /// Keeps an attempt to deliver an event to a function for the log, where it stands in the flow of its account.
    ///
    /// - Parameter delivery: The attempt, which has ended.
    public func note(_ delivery: ConsoleDelivery) { log.add(delivery) }

    /// Whether a path is the console's.
    public static func owns(path: Substring) -> Bool {
        path.utf8.starts(with: "/console".utf8) && (path == "/console" || path.hasPrefix("/console/"))
    }

    /// Decides by a request's head; `nil` if the request is not the console's.
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: What becomes of the request.
    public func admission(of head: HTTPRequestHead) -> HTTPAdmission? {
        guard Self.owns(path: head.path) else { return nil }
        guard let services = services.withLock({ $0 }) else { return .refuse(ConsoleGate.refusal(404, "No console.")) }
        if let refusal = services.gate.refusal(of: head) { return .refuse(Self.guarded(refusal)) }
        return .accept(maximumBody: Self.maximumBody)
    }

    /// Keeps a refusal that was made before a request's body was read.
    ///
    /// - Parameters:
    ///   - head: The head of the request.
    ///   - response: The refusal.
    public func note(_ head: HTTPRequestHead, refusedWith response: HTTPResponse) {
        let request = HTTPRequest(head.method, target: head.target, fields: head.fields)
        keep(request, response, start: now(), took: .zero, isFromConsole: false)
    }

    /// Answers the console's requests, and notes all others with their answers, but for health checks that pass.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - handle: Answers requests that are not the console's.
    /// - Returns: The answer.
    public func answer(_ request: HTTPRequest, else handle: HTTPHandler) async -> HTTPResponse {
        if Self.owns(path: request.path) { return await self.handle(request) }
        guard records(request) else { return await handle(request) }
        let (start, clock) = (now(), ContinuousClock.now)
        let response = await handle(request)
        if TrafficFacts.isPassedHealthCheck(request, response) { return response }
        keep(request, response, start: start, took: ContinuousClock.now - clock, isFromConsole: false)
        return response
    }

    /// Ends the streams, so that a server can be drained.
    public func endStreams() { log.close() }

    /// Waits until everything that was answered before stands in the log.
    func settle() async { await log.catchUp() }

    private func keep(
        _ request: HTTPRequest,
        _ response: HTTPResponse,
        start: UnixTime,
        took: Duration,
        isFromConsole: Bool
    ) {
        guard records(request) else { return }
        log.add(request, response, start: start, took: took, isFromConsole: isFromConsole)
    }

    private func records(_ request: HTTPRequest) -> Bool { settings.recordsRequests && request.method != .options }

    private static func name(of head: HTTPRequestHead, _ services: Services?) -> String {
        if let name = services?.backend.operationName(of: head) { return name }
        if head.path.contains("/databases/") { return "Firestore \(firestoreVerb(of: head))" }
        return "\(head.method) \(head.path.prefix(120))"
    }
}

// MARK: - The console's own requests

extension Console {
    private func handle(_ request: HTTPRequest) async -> HTTPResponse {
        let head = HTTPRequestHead(request)
        guard let services = services.withLock({ $0 }) else { return ConsoleGate.refusal(404, "No console.") }
        if let refusal = services.gate.refusal(of: head) { return Self.guarded(refusal) }
        let segments = request.pathSegments.dropFirst()
        switch segments.first {
        case "-" where segments.count >= 3:
            let name = segments.dropFirst(2).joined(separator: "/")
            return Self.guarded(assets.response(to: head, version: segments[segments.startIndex + 1], name: name))
        case "v1": return Self.guarded(await call(request, head, segments.dropFirst(), services))
        default: return Self.guarded(ShellPage(assets: assets, project: settings.projects.first).response(to: head))
        }
    }

    private func call(
        _ request: HTTPRequest,
        _ head: HTTPRequestHead,
        _ segments: ArraySlice<Substring>,
        _ services: Services
    ) async -> HTTPResponse {
        switch (request.method, segments.first, segments.count) {
        case (.get, "console", 1): return ConsoleGate.document(state)
        case (.get, "live", 1):
            let last = request.fields["last-event-id"] ?? request.query["after"]
            return LiveStream(log: log, digest: assets.digest).response(after: last)
        case (.get, "log", 1): return ConsoleGate.document(await newest(request))
        case (.get, "log", 2), (.post, "log", 2):
            return await entry(request, segments[segments.startIndex + 1], services)
        case _ where UserCalls.owns(segments): return await users(request, segments, services)
        case (.get, "settings", 1): return await Self.answer(SettingsCall(backend: services.backend))
        case (_, "api", 2...): return await forward(request, "api", credential: "Bearer owner", services)
        case (_, "app", 2...): return await forward(request, "app", credential: nil, services)
        default: return await bench(request, segments, services)
        }
    }

    /// Functions, saved states, and tests made of them.
    private func bench(
        _ request: HTTPRequest,
        _ segments: ArraySlice<Substring>,
        _ services: Services
    ) async -> HTTPResponse {
        do throws(ConsoleRefusal) {
            let tools = EmulatorTools(backend: services.backend, qrCode: settings.qrCode)
            if let answer = try await tools.answer(request, segments) { return ConsoleGate.document(answer) }
            if FunctionCalls.owns(segments), let functions = functions.withLock({ $0 }) {
                return ConsoleGate.document(try await FunctionCalls(functions: functions).answer(request, segments))
            }
            if segments.first == "snapshots", let snapshots = snapshots.withLock({ $0 }) {
                return ConsoleGate.document(try await SnapshotCalls(snapshots: snapshots).answer(request, segments))
            }
            if request.method == .post, segments.first == "fixture", segments.count == 1 {
                let call = try FixtureCall(try AdministrationConsole.document(of: request))
                return ConsoleGate.document(
                    try await call.source(services.handle, hasFirestore: settings.hasFirestore)
                )
            }
            if request.method == .get, segments.first == "mail", segments.count == 1 {
                return ConsoleGate.document(try await MailCall(request).answer(services.backend))
            }
            if request.method == .get, segments.first == "flows", segments.last == "test", segments.count == 3 {
                return ConsoleGate.document(try await test(of: request, services.handle))
            }
            throw .notFound
        } catch {
            return error.response
        }
    }

    /// A flow of the log as a Swift test.
    private func test(of request: HTTPRequest, _ handle: @escaping HTTPHandler) async throws(ConsoleRefusal)
        -> JSONValue
    {
        guard let number = request.pathSegments.dropLast().last.flatMap({ Int($0) }) else {
            throw ConsoleRefusal(400, "A flow has a number.")
        }
        let project = try UserScope(request.query["project"], nil).project
        let call = FlowTestCall(log: log, services: ServiceReader(handle: handle), profile: settings.profile)
        return try await call.source(of: number, project)
    }

    /// What the pages of users ask for; what it leads to stands in the log.
    private func users(
        _ request: HTTPRequest,
        _ segments: ArraySlice<Substring>,
        _ services: Services
    ) async -> HTTPResponse {
        let calls = UserCalls(backend: services.backend) { sent in
            var sent = sent
            sent.fields["Authorization"] = "Bearer owner"
            let (start, clock) = (self.now(), ContinuousClock.now)
            let response = await services.handle(sent)
            self.keep(sent, response, start: start, took: ContinuousClock.now - clock, isFromConsole: true)
            return response
        }
        do throws(ConsoleRefusal) {
            return try await calls.answer(request, segments)
        } catch {
            return error.response
        }
    }

    private var state: JSONValue {
        var state = JSONObject()
        state["mode"] = .string("emulator")
        state["version"] = .string(settings.version)
        state["digest"] = .string(assets.digest)
        state["profile"] = .string(settings.profile)
        state["projects"] = .array(settings.projects.map(JSONValue.string))
        state["records"] = .bool(settings.recordsRequests)
        state["firestore"] = .bool(settings.hasFirestore)
        state["telemetry"] = .bool(settings.hasTelemetry)
        state["functions"] = .bool(functions.withLock { $0 != nil })
        state["snapshots"] = .bool(snapshots.withLock { $0 != nil })
        return .object(state)
    }

    private func newest(_ request: HTTPRequest) async -> JSONValue {
        let limit = min(max(Int(request.query["limit"] ?? "") ?? 500, 1), 2000)
        let (lines, flows, last) = await log.newest(limit: limit)
        var page = JSONObject()
        page["entries"] = .array(lines)
        page["flows"] = .array(flows)
        page["last"] = .string("\(log.run).\(last)")
        return .object(page)
    }

    /// Sends a request to the services, as an Admin SDK or as an app would.
    private func forward(
        _ request: HTTPRequest,
        _ prefix: String,
        credential: String?,
        _ services: Services
    ) async -> HTTPResponse {
        var forwarded = request
        forwarded.target = String(request.target.dropFirst("/console/v1/\(prefix)".count))
        forwarded.fields = [:]
        for name in ["Content-Type", "Accept", "Host"] { forwarded.fields[name] = request.fields[name] }
        forwarded.fields["Authorization"] = credential
        let (start, clock) = (now(), ContinuousClock.now)
        let name = services.backend.operationName(of: HTTPRequestHead(forwarded))
        let response: HTTPResponse
        if let name, credential != nil, SettingsDoor.owns(name) {
            let tag = request.fields["if-match"]
            response = await door.answer(forwarded, name, expected: tag, by: services.handle)
        } else {
            response = await services.handle(forwarded)
        }
        if request.method != .get {
            keep(forwarded, response, start: start, took: ContinuousClock.now - clock, isFromConsole: true)
        }
        var shown = HTTPResponse(status: response.status, body: response.body)
        for name in ["Content-Type", "Cache-Control", "ETag"] { shown.fields[name] = response.fields[name] }
        return shown
    }

    private func entry(_ request: HTTPRequest, _ name: Substring, _ services: Services) async -> HTTPResponse {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard let number = Int(parts[0]) else { return ConsoleGate.refusal(400, "An entry has a number.") }
        guard let entry = log.entry(number) else {
            return ConsoleGate.refusal(410, "The log has no entry \(number) any more.")
        }
        guard parts.count == 2 else {
            guard request.method == .get else { return ConsoleGate.refusal(405, "An entry is read by GET.") }
            return ConsoleGate.document(EntryDetail(entry, showsSecrets: request.query["secrets"] == "1").json)
        }
        guard request.method == .post, parts[1] == "replay", case .exchange(let exchange) = entry.kind, !exchange.isCut
        else { return ConsoleGate.refusal(400, "Only whole requests can be sent again, by POST to :replay.") }
        do throws(ConsoleRefusal) {
            return await replay(try exchange.edited(by: try AdministrationConsole.document(of: request)), services)
        } catch {
            return error.response
        }
    }

    private func replay(_ request: HTTPRequest, _ services: Services) async -> HTTPResponse {
        let (start, clock) = (now(), ContinuousClock.now)
        let response = await services.handle(request)
        keep(request, response, start: start, took: ContinuousClock.now - clock, isFromConsole: false)
        var result = JSONObject()
        result["status"] = .integer(Int64(response.status))
        return ConsoleGate.document(.object(result))
    }

    private static func answer(_ call: SettingsCall) async -> HTTPResponse {
        do throws(ConsoleRefusal) { return ConsoleGate.document(try await call.answer()) } catch {
            return error.response
        }
    }

    /// Adds to an answer what every answer of the console says.
    private static func guarded(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        for (name, value) in ShellPage.policy { response.fields[name] = value }
        return response
    }
}
