internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The calls of administrators who are signed in: each is allowed by the role, and each write is in the audit before it
/// happens.
struct AdministratorCalls: Sendable {
    let store: AdministratorStore
    let accounts: AdministratorAccounts
    let services: AdministrationConsole.Services
    let origin: String
    let overview: OverviewCall
    private let door = SettingsDoor()

    init(
        store: AdministratorStore,
        accounts: AdministratorAccounts,
        services: AdministrationConsole.Services,
        origin: String,
        overview: OverviewCall
    ) {
        self.store = store
        self.accounts = accounts
        self.services = services
        self.origin = origin
        self.overview = overview
    }

    /// The administrator who calls.
    struct Caller: Sendable {
        let session: ConsoleSession
        let source: String?
        var administrator: Administrator { session.administrator }
        var actor: AuditActor { AuditActor(administrator: administrator, source: source) }

        init(_ session: ConsoleSession, _ source: String?) {
            self.session = session
            self.source = source
        }

        func may(_ permission: ConsolePermission) -> Bool { administrator.role.may(permission) }
    }

    func answer(
        _ request: HTTPRequest,
        _ name: String,
        _ segments: ArraySlice<Substring>,
        _ caller: Caller
    ) async throws(ConsoleRefusal) -> HTTPResponse {
        switch (request.method, segments.first, segments.count) {
        case (_, "api", 2...): return try await forward(request, caller)
        case (.post, let name?, 1) where name.hasPrefix("users:"): return try await users(request, name, caller)
        case (.post, "users", 3) where segments.last == "factors:remove":
            return try await removeFactor(request, segments, caller)
        case (_, "users", 3): return try await sessions(request, segments, caller)
        case (_, let name?, 1) where name.split(separator: ":").first == "administrators":
            return try await administrators(request, String(name), caller)
        case (.get, "settings", 1):
            try check([.viewSettings], caller)
            return ConsoleGate.document(try await SettingsCall(backend: services.backend).answer())
        case (.post, "providers:try", 1):
            try check([.viewSettings], caller)
            let trial = try ProviderTrial(try AdministrationConsole.document(of: request))
            return ConsoleGate.document(try await trial.answer(services.backend))
        case (.post, "keys:rotate", 1): return try await rotateKey(request, caller)
        case (.post, "keys:withdraw", 1): return try await withdrawKey(request, caller)
        case (.get, "overview", 1):
            try check([.viewSettings], caller)
            return ConsoleGate.document(try await overview.answer())
        case (.get, "audit", 1): return try await audit(request, caller)
        case (.get, "mail", 1):
            try check([.viewSettings], caller)
            return ConsoleGate.document(try await MailCall(request).answer(services.backend))
        default: throw .notFound
        }
    }

    /// Refuses what the role does not allow, and what needs a proof that is too old.
    func check(_ permissions: [ConsolePermission], _ caller: Caller) throws(ConsoleRefusal) {
        for permission in permissions where !caller.may(permission) { throw .forbidden(permission) }
        guard permissions.contains(where: \.needsRecentProof) else { return }
        guard caller.session.hasRecentProof(at: store.now()) else { throw .needsProof }
    }

    /// Sends a request to the services as an administrator of the projects.
    private func forward(_ request: HTTPRequest, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        var forwarded = HTTPRequest(
            request.method,
            target: String(request.target.dropFirst("/console/v1/api".count)),
            body: request.body
        )
        // What a write says stands in its body alone, where it is looked at; only a mask of fields is part of an address.
        if request.method != .get {
            let mask = Self.masks.compactMap { name in request.query[name].map { (name, $0) } }
            forwarded.target = String(forwarded.path) + Self.query(mask)
        }
        let body = try AdministrationConsole.document(of: request)
        let head = HTTPRequestHead(forwarded)
        guard let operation = ConsoleOperation(forwarded, named: services.backend.operationName(of: head), body) else {
            throw ConsoleRefusal(403, "The console of a server for real users does not offer this.")
        }
        try check(operation.needs, caller)
        if !request.body.isEmpty { forwarded.fields["Content-Type"] = "application/json" }
        forwarded.fields["Authorization"] = "Bearer \(services.token.reveal())"
        let isSetting = SettingsDoor.owns(operation.name)
        var detail = body
        if isSetting, operation.isWrite {
            detail["updateMask"] = forwarded.query["updateMask"].map(JSONValue.string)
            detail["before"] = await door.before(forwarded, by: services.handle).map(JSONValue.object)
        }
        let line = operation.isWrite ? try await begin(operation.name, operation.target, detail, caller) : nil
        let response =
            isSetting
            ? await door.answer(
                forwarded,
                operation.name,
                expected: request.fields["if-match"],
                by: services.handle
            ) : await services.handle(forwarded)
        if let line { await finish(line, response.status) }
        // What the door answers holds no secret, and no user.
        return isSetting ? response : shown(response, of: operation, to: caller)
    }

    private static let masks = ["updateMask", "updateMask.fieldPaths", "documentId", "currentDocument.updateTime"]

    private static func query(_ parameters: [(String, String)]) -> String {
        guard !parameters.isEmpty else { return "" }
        return "?" + parameters.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }

    /// An answer without secrets, and for some roles without addresses.
    private func shown(
        _ response: HTTPResponse,
        of operation: ConsoleOperation,
        to caller: Caller
    ) -> HTTPResponse {
        guard operation.service == .identity else {
            var shown = HTTPResponse(status: response.status, body: response.body)
            shown.fields["Content-Type"] = response.fields["Content-Type"]
            return shown
        }
        guard let document = try? JSON.parse(response.bytes, maximumValues: 2_000_000) else {
            return ConsoleRefusal(503, "The service did not answer in JSON.").response
        }
        return ConsoleGate.document(readable(Redaction.apply(to: document), by: caller), status: response.status)
    }

    func readable(_ document: JSONValue, by caller: Caller) -> JSONValue {
        caller.may(.viewAddresses) ? document : Masking.apply(to: document)
    }

    private func sessions(
        _ request: HTTPRequest,
        _ segments: ArraySlice<Substring>,
        _ caller: Caller
    ) async throws(ConsoleRefusal) -> HTTPResponse {
        let call = try UserSessions(request, segments)
        try check([call.isWrite ? .assistUsers : .viewUsers], caller)
        let line = call.isWrite ? try await begin("EndSession", call.target, call.detail, caller) : nil
        let answer = try await call.answer(services.backend)
        if let line { await finish(line, 200) }
        return ConsoleGate.document(.object(answer))
    }

    /// Removes a second factor of a user, and nothing else: to write the list of factors as such would allow adding one.
    private func removeFactor(
        _ request: HTTPRequest,
        _ segments: ArraySlice<Substring>,
        _ caller: Caller
    ) async throws(ConsoleRefusal) -> HTTPResponse {
        try check([.removeFactors], caller)
        let removal = try FactorRemoval(request, segments)
        let line = try await begin("RemoveSecondFactor", removal.target, ["id": .string(removal.factor)], caller)
        let response = await removal.perform(by: services)
        await finish(line, response.status)
        guard response.status == 200 else { return response }
        return ConsoleGate.document(.object([:]))
    }

    func begin(
        _ action: String,
        _ target: String,
        _ detail: JSONObject,
        _ caller: Caller
    ) async throws(ConsoleRefusal) -> Int64 {
        var line = caller.actor.line(action, target, "", at: store.now())
        line.detail = String(decoding: JSON.serialize(Redaction.apply(to: .object(detail))).prefix(4000), as: UTF8.self)
        line.status = nil
        let begun = line
        return try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.write { [store] db in try store.audit.append(begun, db) }
        }
    }

    /// Notes what came of a write.
    ///
    /// A line without an answer says that it began.
    func finish(_ number: Int64, _ status: Int) async {
        _ = try? await store.write { [store] db in try store.audit.finish(number, status: status, db) }
    }

    private func audit(_ request: HTTPRequest, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        let own = caller.may(.administer) ? nil : caller.administrator.id
        let before = request.query["before"].flatMap { Int64($0) } ?? .max
        let size = min(max(request.query["size"].flatMap { Int($0) } ?? 50, 1), 1000)
        let (lines, isIntact) = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.read { [store] db in
                let lines = try store.audit.list(before: before, of: own, limit: size, db)
                return (lines, own == nil ? try store.audit.isIntact(newest: 1000, db) : true)
            }
        }
        if request.query["format"] == "lines" {
            let text = lines.map { String(decoding: JSON.serialize($0.json), as: UTF8.self) + "\n" }.joined()
            return HTTPResponse(
                status: 200,
                fields: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
                body: .bytes(Array(text.utf8))
            )
        }
        var page = JSONObject()
        page["lines"] = .array(lines.map(\.json))
        page["next"] = lines.count == size ? lines.last.map { .integer($0.number) } : nil
        page["intact"] = .bool(isIntact)
        return ConsoleGate.document(.object(page))
    }
}
