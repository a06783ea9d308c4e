public import HearthCore
public import HearthDatabase
public import HearthFirestoreRules
public import HearthHTTP
public import HearthHTTP2
public import HearthJSON
public import HearthServer
public import HearthTriggers
internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire

/// Firestore for a server: documents in a file, and the interface that Firebase's clients speak.
///
/// ```swift
/// let firestore = try await FirestoreBackend(.init(location: .sqlite(path: "firestore.db"), access: .emulator))
/// let server = HTTPServer(
///     configuration: ServerConfiguration(host: "127.0.0.1", port: 8080),
///     protocols: firestore.protocols,
///     handler: firestore.handle
/// )
/// async let upkeep: Void = firestore.run()
/// try await server.run()
/// ```
public final class FirestoreBackend: Sendable {
    let store: FirestoreStore
    private let rest: RESTFront
    private let grpc: GRPCFront
    private let web: WebChannelFront
    private let emulator: EmulatorFront?
    private let rules: RulesAuthorizer
    private let tidiesEvery: Duration
    private let allowsOrigin: @Sendable (String) -> Bool
    private let triggers: TriggerOutbox?

    /// What a backend is made of.
    public struct Configuration: Sendable {
        /// Who is believed, and what callers may do that are no administrators.
        public enum Access: Sendable {
            /// Every token is believed, unsigned ones too, and without rules everything is allowed, as in the official
            /// emulator; only for a server that its own machine alone can reach.
            case emulator
            /// Some projects are served, to those alone whose token is verified; without rules only to administrators.
            ///
            /// A user's token is good for the project that it was issued for, which is its claim `aud`.
            case server(projects: [String], verify: TokenVerification)
        }

        /// Verifies a bearer token: returns its claims, `nil` for an administrator's token, or throws.
        public typealias TokenVerification = @Sendable (_ token: String) async throws -> JSONObject?

        /// Where the documents are: a file of its own, or memory.
        public var location: Database.Location
        /// What a commit survives.
        public var durability: Database.Durability
        /// Who is believed.
        public var access: Access
        /// The source of the security rules, at most 256 KiB; `nil` for none.
        public var rules: String?
        /// Verifies tokens with a signature in an emulator; `nil` believes them unseen, as the official emulator does.
        ///
        /// Unsigned tokens are believed by an emulator in any case.
        public var verifySignedTokens: TokenVerification?
        /// Whether the sender of a request is a program of this machine, and may be an emulator's administrator.
        ///
        /// It is asked where credentials come in a body. Defaults to yes: what hands requests over looks at their heads.
        public var isLocalCaller: @Sendable (HTTPRequestHead) -> Bool = { _ in true }
        /// Whether pages of an origin may read answers; defaults to yes, as in the official emulator.
        public var allowsOrigin: @Sendable (_ origin: String) -> Bool = { _ in true }
        /// The composite indexes that the project declares.
        public var indexes = IndexFile()
        /// Whether a query whose index is missing is refused, as in production; defaults to no.
        public var demandsIndexes = false
        /// The files that the emulator's paths for export and import may use; `nil` refuses them.
        public var exportFiles: ExportFiles?
        /// The functions that act on changes of documents; see ``FirestoreBackend/runTriggers()``.
        public var triggers: TriggerOutbox?
        /// Tells the time; defaults to the system's clock.
        public var now: @Sendable () -> UnixTime
        /// Waits, for heartbeats and time limits; defaults to the system's continuous clock.
        public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// How long old versions of documents can be read.
        public var historyLength: Duration

        /// Describes a backend.
        ///
        /// - Parameters:
        ///   - location: Where the documents are.
        ///   - durability: What a commit survives. Defaults to the end of the process.
        ///   - access: Who is believed.
        ///   - rules: The source of the security rules. Defaults to none.
        ///   - now: Tells the time. Defaults to the system's clock.
        ///   - historyLength: How long old versions can be read. Defaults to one hour.
        public init(
            location: Database.Location,
            durability: Database.Durability = .process,
            access: Access,
            rules: String? = nil,
            now: @escaping @Sendable () -> UnixTime = { UnixTime.systemNow() },
            historyLength: Duration = .hours(1)
        ) {
            self.location = location
            self.durability = durability
            self.access = access
            self.rules = rules
            self.now = now
            self.historyLength = historyLength
        }
    }

    /// Opens the documents.
    ///
    /// - Parameter configuration: What the backend is made of.
    /// - Throws: `DatabaseError` if the file cannot be opened, `RulesetError` with the line and the column of every issue
    ///   if the rules do not compile.
    public convenience init(_ configuration: Configuration) async throws {
        try await self.init(configuration, authorizer: nil)
    }

    /// Opens the documents, with what callers may do that are no administrators: without an authorizer what the rules
    /// allow.
    package init(_ configuration: Configuration, authorizer: (any FirestoreAuthorizer)?) async throws {
        var isEmulator = false
        var options = FirestoreService.Options()
        let callers: CallerResolver
        switch configuration.access {
        case .emulator:
            isEmulator = true
            callers = .emulator(verifying: configuration.verifySignedTokens)
        case .server(let projects, let verify):
            options.projects = projects
            options.answersAsEmulator = false
            callers = .verifying(verify)
        }
        let now = configuration.now
        rules = RulesAuthorizer(isEmulator: isEmulator) { Timestamp(now()) }
        if let source = configuration.rules { _ = try rules.replace(source, project: nil) }
        var stored = FirestoreStore.Configuration(
            now: { Timestamp(now()) },
            sleep: configuration.sleep,
            random: isEmulator ? nil : .system,
            historyLength: configuration.historyLength
        )
        triggers = configuration.triggers
        if let triggers { DocumentEvents.keep(in: triggers, of: &stored) }
        store = try await FirestoreStore(
            configuration.location,
            durability: configuration.durability,
            configuration: stored
        )
        try await triggers?.open(store.tables)
        let advisor = IndexAdvisor(declared: configuration.indexes.indexes, isStrict: configuration.demandsIndexes)
        options.advisor = advisor
        let service = FirestoreService(store: store, authorizer: authorizer ?? rules, options: options)
        rest = RESTFront(service: service, callers: callers, style: JSONStyle(hasEmulatorNumbers: isEmulator))
        let isLocal = configuration.isLocalCaller
        web = WebChannelFront(
            service: service,
            callers: callers,
            style: JSONStyle(isPretty: false, hasEmulatorNumbers: isEmulator),
            sleep: store.sleep,
            now: now,
            isLocal: { [isEmulator] head in !isEmulator || isLocal(head) }
        )
        grpc = GRPCFront(service: service, callers: callers, sleep: store.sleep, now: now)
        emulator =
            isEmulator
            ? EmulatorFront(
                store: store,
                rules: EmulatorRules(rules: rules),
                indexes: EmulatorIndexes(advisor: advisor),
                files: configuration.exportFiles
            ) : nil
        allowsOrigin = configuration.allowsOrigin
        tidiesEvery = .seconds(10)
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request; its body is at most 16 MiB.
    /// - Returns: The answer; 404 for what is not Firestore's.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        if request.method == .options { return preflight(request) }
        var response = await rest.answer(request)
        if response == nil { response = await web.answer(request) }
        if response == nil { response = await emulator?.answer(request) }
        return allowOrigin(of: request, in: response ?? RESTAnswer.notFound)
    }

    /// Replaces the security rules.
    ///
    /// The next request is decided by the new ones. What open streams listen to is decided again when they look for
    /// changes the next time, at most 30 seconds later.
    ///
    /// - Parameters:
    ///   - source: The source of the new rules, at most 256 KiB.
    ///   - project: The project that they are for. Defaults to every project for which no rules of its own were given,
    ///     here or by an upload to the emulator.
    /// - Returns: What the compiler found suspicious.
    /// - Throws: `RulesetError` if the source does not compile; the old rules hold on.
    @discardableResult
    public func replaceRules(_ source: String, project: String? = nil) throws(RulesetError) -> [RulesIssue] {
        try rules.replace(source, project: project)
    }

    /// The lines of `allow` statements that no request has reached since the rules of a project were set.
    ///
    /// - Parameter project: The project.
    /// - Returns: Numbers of lines, from 1, ascending; none without rules, and none outside of emulator mode.
    public func uncoveredRuleLines(project: String) -> [Int] {
        let lines = rules.rules(of: project)?.coverage?.unusedStatements.map { Int($0.line) } ?? []
        return Set(lines).sorted()
    }

    /// What a server speaks beside HTTP/1.1 on the port of ``handle(_:)``: HTTP/2 with prior knowledge, for gRPC and for
    /// everything that HTTP/1.1 serves.
    public var protocols: [WireProtocol] { [.http2(route: callHandler)] }

    /// How many web channels are open.
    package var openChannels: Int { web.sessions.count }

    /// Finds out what answers a request over HTTP/2, for a server that shares its connections with other services.
    ///
    /// - Parameter head: The head of any request.
    /// - Returns: What answers the request if it is a call of gRPC; `nil` for every other.
    public func callHandler(for head: HTTPRequestHead) -> HTTP2Handler? {
        grpc.handler(for: head)
    }

    /// Ends transactions that last too long and forgets versions that are too old, until the task is cancelled.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func run() async throws {
        while true {
            try await store.sleep(tidiesEvery)
            // A store that is busy now is tidied the next time.
            try? await store.tidy()
        }
    }

    /// Delivers the changes of documents to the functions of the configuration, until its task is cancelled.
    ///
    /// Call it once, in one process. Changes that were not delivered wait in the store.
    ///
    /// - Throws: `DatabaseError`.
    public func runTriggers() async throws {
        try await triggers?.run(on: store.tables)
    }

    /// How many changes of documents wait for each function, also for functions that no program has any more.
    ///
    /// - Returns: The counts, by the functions' names; none without triggers.
    /// - Throws: `DatabaseError`.
    public func waitingEvents() async throws -> [String: Int] {
        try await triggers?.waiting(in: store.tables) ?? [:]
    }

    /// Closes the file when everything that was asked before is done.
    public func close() async {
        web.sessions.close()
        await store.close()
    }
}

extension FirestoreBackend {
    private func preflight(_ request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(status: 204)
        response.fields.append("Access-Control-Allow-Methods", "GET,HEAD,PUT,PATCH,POST,DELETE")
        response.fields.append("Access-Control-Max-Age", "600")
        if let asked = request.fields["Access-Control-Request-Headers"] {
            response.fields.append("Access-Control-Allow-Headers", asked)
        }
        return allowOrigin(of: request, in: response)
    }

    private func allowOrigin(of request: HTTPRequest, in response: HTTPResponse) -> HTTPResponse {
        guard let origin = request.fields["Origin"] else { return response }
        var response = response
        response.fields["Vary"] = "Origin"
        guard allowsOrigin(origin) else { return response }
        response.fields["Access-Control-Allow-Origin"] = origin
        response.fields["Access-Control-Allow-Credentials"] = "true"
        response.fields["Access-Control-Expose-Headers"] =
            "X-Client-Wire-Protocol, X-HTTP-Session-Id, X-HTTP-Initial-Response"
        return response
    }
}
