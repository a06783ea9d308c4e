internal import HearthCore
internal import HearthDatabase
public import HearthHTTP
internal import HearthJSON
internal import HearthTokens
public import HearthTriggers
internal import HearthWire

/// The identity service: accounts, sessions, codes and tokens behind one function from request to response.
///
/// ```swift
/// let backend = try await Backend(BackendConfiguration(project: project))
/// let response = await backend.handle(request)
/// ```
///
/// It knows no socket: the HTTP engine, a test and a preview call ``handle(_:)`` alike.
public final class Backend: Sendable {
    let environment: BackendEnvironment
    let faults: FaultPlan

    let configuration: BackendConfiguration
    let imports: ImportAccountsEndpoint
    private let messages: MessageLog
    let inspected: InspectedParts
    private let appAttestation: (any AppAttestationVerifier)?
    private let triggers: TriggerOutbox?
    let store: Store
    private let database: Database
    private let keys: SigningKeys
    let identityTokens: IdentityTokenReader
    let gate: Gate
    let accessTokens: AccessTokens
    let operations: Router<Handler>
    let documents: Documents
    private let cors: CORS
    private let tenants: TenantAdmission
    let ledger: SecurityLedger

    /// Opens the storage, brings it up to date, and puts the service together.
    ///
    /// - Parameters:
    ///   - configuration: How the backend behaves.
    ///   - environment: What the backend takes from the world around it. Defaults to the system's.
    ///   - mailer: Takes mails with codes to their readers. Defaults to sending nothing.
    ///   - messenger: Takes text messages with codes to their readers. Defaults to sending nothing.
    ///   - transport: Speaks to identity providers. Defaults to none: without one the strict profile signs
    ///     in with no provider.
    ///   - guardedTransport: Speaks to addresses that administrators write down while the backend runs: it connects to
    ///     those of ``PublicAddress`` alone. Defaults to `transport`, which is enough where only the operator administers.
    ///   - appAttestation: Checks the proof that a request comes from the real app and from no robot. Defaults to none:
    ///     then no proof is asked for.
    ///   - triggers: The functions that act on accounts that were created and deleted, for this backend alone; see
    ///     ``runTriggers()``. Defaults to none.
    /// - Throws: ``BackendError`` if the configuration contradicts itself or the storage cannot be used.
    public init(
        _ configuration: BackendConfiguration,
        environment: BackendEnvironment = BackendEnvironment(),
        mailer: any Mailer = SilentMailer(),
        messenger: any TextMessenger = SilentTextMessenger(),
        transport: (any HTTPTransport)? = nil,
        guardedTransport: (any HTTPTransport)? = nil,
        appAttestation: (any AppAttestationVerifier)? = nil,
        triggers: TriggerOutbox? = nil
    ) async throws(BackendError) {
        try configuration.check()
        let clock = EmulatorClock(environment.now)
        var environment = environment
        if configuration.isEmulator { environment.now = { clock.now() } }
        if let logged = environment.probe?.logged { environment.log = Log(logged) }
        database = try await Self.open(configuration, environment, triggers)
        store = Store(database: database, log: environment.log)
        let sealing = try Sealing(configuration, random: environment.random)
        accessTokens = AccessTokens(store: store, sealer: sealing.accessTokens)
        let parts = BackendParts(
            configuration,
            environment,
            sealing: sealing,
            store: store,
            clock: clock,
            mailer: mailer,
            messenger: messenger,
            providers: try Self.providers(configuration, environment, store, sealing, transport, guardedTransport)
        )
        keys = parts.keys
        identityTokens = parts.identityTokens
        faults = parts.faults
        messages = parts.messages
        inspected = InspectedParts(parts)
        gate = Gate(
            configuration: configuration,
            environment: environment,
            warnings: ProjectWarnings(),
            accessTokens: accessTokens
        )
        operations = Self.router(Routes(parts).handlers, isEmulator: configuration.isEmulator)
        documents = Documents(parts)
        cors = CORS(configuration)
        imports = parts.imports
        tenants = parts.admission
        ledger = parts.ledger
        self.appAttestation = appAttestation
        self.triggers = triggers
        self.configuration = configuration
        self.environment = environment
    }

    /// Answers a request; what goes wrong is an answer too.
    ///
    /// The limits of `HTTPAdmission` hold here too, so that a call in process meets what a call over a socket meets.
    ///
    /// - Parameter request: The request, its target without scheme and host.
    /// - Returns: The response.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        let head = HTTPRequestHead(request)
        if request.method == .options { return cors.preflight(head) }
        do throws(APIError) {
            return await answer(request, try admit(head))
        } catch {
            return refuse(error, of: head)
        }
    }

    /// Answers a request that was let in.
    func answer(_ request: HTTPRequest, _ admission: Admission) async -> HTTPResponse {
        let admitted = AdmittedRequest(request, admission)
        do throws(APIError) {
            return close(admitted, with: try await answer(admitted))
        } catch {
            return refuse(error, of: admitted.head, admitted.record)
        }
    }

    private func close(_ admitted: AdmittedRequest, with response: HTTPResponse) -> HTTPResponse {
        var response = response
        ledger.close(admitted.record, answer: response.status, operation: name(of: admitted.head))
        cors.allowOrigin(of: admitted.head, in: &response)
        return response
    }

    /// Refuses a request, and writes down that it was.
    func refuse(_ error: APIError, of head: HTTPRequestHead, _ record: CallRecord = CallRecord()) -> HTTPResponse {
        record.begin(source: gate.network(of: head))
        ledger.refuse(record, operation: name(of: head), code: error.code, status: error.httpStatus)
        return refusal(error, of: head)
    }

    /// The answer to a request that is refused.
    func refusal(_ error: APIError, of head: HTTPRequestHead) -> HTTPResponse {
        var response = Self.response(error.envelope, status: error.httpStatus)
        cors.allowOrigin(of: head, in: &response)
        return response
    }

    /// Makes ready what the first sign-in would otherwise wait for: the signing key.
    public func prepare() async {
        _ = try? await keys.all()
    }

    /// Ends the answers that have no end of their own, so that a server can be drained.
    public func endStreams() {
        messages.close()
    }

    /// Delivers what happened to accounts to the functions of the triggers, until its task is cancelled.
    ///
    /// Call it once, in one process. An event is written in the transaction of the account that it tells of, and waits
    /// in the store until its function is done with it: also while no process runs.
    ///
    /// - Throws: ``BackendError`` if the storage cannot be used.
    public func runTriggers() async throws(BackendError) {
        do {
            try await triggers?.run(on: database)
        } catch {
            throw BackendError(.storage, "\(error)")
        }
    }

    /// How many events about accounts wait for each function, also for functions that no program has any more.
    ///
    /// - Returns: The counts, by the functions' names; none without triggers.
    /// - Throws: ``BackendError`` if the storage cannot be used.
    public func waitingEvents() async throws(BackendError) -> [String: Int] {
        do {
            return try await triggers?.waiting(in: database) ?? [:]
        } catch {
            throw BackendError(.storage, "\(error)")
        }
    }

    /// Closes the storage when everything that was asked before is done.
    public func close() async {
        endStreams()
        await database.close()
    }

    private func answer(_ admitted: AdmittedRequest) async throws(APIError) -> HTTPResponse {
        let (request, admission) = (admitted.request, admitted.admission)
        guard request.body.count <= admission.maximumBody else {
            throw .payloadTooLarge(limit: admission.maximumBody)
        }
        switch admission.target {
        case .operation(let match):
            // What administrators send and get may be large: it is worked on beside the event loops.
            guard match.access == .apiKey else { return try await answerAside(match, admitted) }
            return try await answer(match, admitted)
        case .document(let match):
            let document = try RequestReader.parameters(of: request, pathParameters: match.parameters)
            return try await match.target(request, try call(of: admitted, access: match.access, document))
        }
    }

    private func answerAside(
        _ match: Router<Handler>.Match,
        _ admitted: AdmittedRequest
    ) async throws(APIError) -> HTTPResponse {
        guard #available(iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            return try await answer(match, admitted)
        }
        // A task that a loop has started prefers the loop's thread, for functions that are concurrent too.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(APIError) in
            try await answer(match, admitted)
        }
    }

    private func answer(
        _ match: Router<Handler>.Match,
        _ admitted: AdmittedRequest
    ) async throws(APIError) -> HTTPResponse {
        let (document, call) = try read(admitted, match)
        if let token = call.serviceAccount { try await accessTokens.checkLive(token) }
        try await tenants.admit(match.target.operation, document, match.access, call)
        guard match.access != .emulator, let fault = faults.take(match.target.operation, in: call.scope.project)
        else { return try await answer(match, admitted, document, call) }
        return try await meet(fault) { () throws(APIError) in
            try await answer(match, admitted, document, call)
        }
    }

    // What stands between two waits is not inlined: its variables would take a place in the frame of every call, for as
    // long as the call lasts.

    /// What a request asks for, and on whose behalf.
    @inline(never)
    private func read(
        _ admitted: AdmittedRequest,
        _ match: Router<Handler>.Match
    ) throws(APIError) -> (document: JSONObject, call: Call) {
        let document = try RequestReader.document(of: admitted.request, pathParameters: match.parameters)
        var call = try call(of: admitted, access: match.access, document)
        call.events = triggers.map { AccountEventWriter(outbox: $0, random: environment.random) }
        return (document, call)
    }

    @inline(never)
    private func call(
        of admitted: AdmittedRequest,
        access: Route.Access,
        _ document: JSONObject
    ) throws(APIError) -> Call {
        var call = try gate.call(admitted.head, admitted.admission.credentials, access: access, document: document)
        admitted.record.begin(call)
        call.record = admitted.record
        return call
    }

    @inline(never)
    private func attest(
        _ operation: OperationName,
        _ admitted: AdmittedRequest,
        _ document: JSONObject,
        _ call: Call,
        _ verifier: any AppAttestationVerifier
    ) async throws(APIError) {
        do throws(AppAttestationRefusal) {
            try await verifier.verify(AppAttestationAttempt(operation, admitted.request, document, in: call))
        } catch {
            throw APIError(APIError.Code(rawValue: error.rawValue))
        }
    }

    private func answer(
        _ match: Router<Handler>.Match,
        _ admitted: AdmittedRequest,
        _ document: JSONObject,
        _ call: Call
    ) async throws(APIError) -> HTTPResponse {
        if let appAttestation, match.access == .apiKey, !call.isPrivileged {
            try await attest(match.target.operation, admitted, document, call, appAttestation)
        }
        if let stream = try stream(match.target, admitted, call) { return stream }
        return Self.response(try await match.target.run(.object(document), call), status: 200)
    }

    /// The events of an answer, if the client wants to follow it.
    @inline(never)
    private func stream(
        _ handler: Handler,
        _ admitted: AdmittedRequest,
        _ call: Call
    ) throws(APIError) -> HTTPResponse? {
        let fields = admitted.request.fields
        guard let follow = handler.follow, fields["accept"]?.contains("text/event-stream") == true else { return nil }
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
            body: try follow(Follower(fields, call), call)
        )
    }

    /// An answer of the API; it may hold tokens, and is kept by no cache and taken for nothing but JSON.
    @inline(never)
    static func response(_ document: JSONValue, status: Int) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: [
                "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ],
            body: .bytes(JSON.serialize(document, isPretty: true))
        )
    }

    private static func router(_ handlers: [Handler], isEmulator: Bool) -> Router<Handler> {
        var router = Router<Handler>()
        for handler in handlers {
            for route in handler.routes where isEmulator || route.access != .emulator { router.add(route, handler) }
        }
        return router
    }

    private static func providers(
        _ configuration: BackendConfiguration,
        _ environment: BackendEnvironment,
        _ store: Store,
        _ sealing: Sealing,
        _ transport: (any HTTPTransport)?,
        _ guarded: (any HTTPTransport)?
    ) throws(BackendError) -> Providers {
        let configured = configuration.policy.believesEveryProvider ? [] : configuration.providers
        guard configured.isEmpty || transport != nil else {
            throw BackendError(.configuration, "identity providers need a transport")
        }
        do throws(KeySourceError) {
            return try Providers(
                configured,
                store: store,
                sealer: sealing.secrets,
                transport: transport,
                administered: transport.map { open in
                    OutboundTransport(rule: OutboundRule(configuration), open: open, guarded: guarded ?? open)
                },
                environment: environment
            )
        } catch {
            throw BackendError(.configuration, "a provider's address is refused: \(error.reason)")
        }
    }

    private static func open(
        _ configuration: BackendConfiguration,
        _ environment: BackendEnvironment,
        _ triggers: TriggerOutbox?
    ) async throws(BackendError) -> Database {
        do {
            let location: Database.Location =
                switch configuration.storage {
                case .memory: .memory
                case .sqlite(let path): .sqlite(path: path)
                }
            let database = try Database(
                location,
                durability: configuration.policy.durability,
                probe: environment.probe?.database
            )
            for warning in database.warnings { environment.log.warning("\(warning)") }
            try await database.migrate(Store.history)
            try await triggers?.open(database)
            return database
        } catch {
            throw BackendError(.storage, "\(error)")
        }
    }
}
