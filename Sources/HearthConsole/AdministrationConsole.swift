public import HearthBackend
public import HearthCore
public import HearthHTTP
internal import HearthJSON

/// The console of a server for real users: a listener of its own, administrators with two factors, roles, and an audit.
///
/// ```swift
/// let store = try await AdministratorStore(path: "shop.console.db")
/// let accounts = try await AdministratorAccounts(path: "shop.administrators.db", publicURL: origin)
/// let console = AdministrationConsole(settings, store: store, accounts: accounts, services: services)
/// HTTPServer(admission: { console.admission(of: $0) }, handler: { await console.answer($0) })
/// ```
///
/// The bearer token of the project's servers opens nothing here, and never reaches a browser.
public struct AdministrationConsole: Sendable {
    /// What a console shows, and where it is.
    public struct Settings: Sendable {
        /// The version of the server.
        public var version: String
        /// The projects, the default first.
        public var projects: [String]
        /// Scheme, host and port under which browsers reach the console, for example `https://admin.example.com`.
        public var origin: String
        /// Whether Firestore answers.
        public var hasFirestore: Bool
        /// Whether the collectors of events and crash reports answer.
        public var hasTelemetry: Bool
        /// The proxies in front of the console, whose word about their clients is believed.
        public var trustedProxies: [String]
        /// The file of the accounts, whose size the overview shows; `nil` in memory.
        public var storage: String?
        /// Whether codes reach their readers by mail; no unless set, and then the overview warns.
        public var sendsMails = false
        /// Draws a text as a QR code; draws none unless set.
        ///
        /// Gives the rows, a `1` for each dark module and a `0` for each light one, without a margin; `nil` for a text that
        /// is too long. Without it, invited administrators type the key of their authenticator app.
        public var qrCode: @Sendable (_ text: String) -> [String]? = { _ in nil }

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - version: The version of the server.
        ///   - projects: The projects, the default first.
        ///   - origin: Scheme, host and port under which browsers reach the console.
        ///   - hasFirestore: Whether Firestore answers.
        ///   - hasTelemetry: Whether the collectors of events and crash reports answer.
        ///   - trustedProxies: The proxies in front of the console.
        public init(
            version: String,
            projects: [String],
            origin: String,
            hasFirestore: Bool,
            hasTelemetry: Bool,
            trustedProxies: [String]
        ) {
            self.version = version
            self.projects = projects
            self.origin = origin
            self.hasFirestore = hasFirestore
            self.hasTelemetry = hasTelemetry
            self.trustedProxies = trustedProxies
        }
    }

    /// What the console administers.
    public struct Services: Sendable {
        let backend: Backend
        let token: Secret<String>
        let handle: HTTPHandler

        /// Names the services.
        ///
        /// - Parameters:
        ///   - backend: The identity service.
        ///   - token: Its administrator's token, with which the console calls on behalf of administrators.
        ///   - handle: Answers a request of any service.
        public init(backend: Backend, token: Secret<String>, handle: @escaping HTTPHandler) {
            self.backend = backend
            self.token = token
            self.handle = handle
        }

        /// Sends a request with the right to administer the projects.
        func administer(_ request: HTTPRequest) async -> HTTPResponse {
            var request = request
            request.fields["Authorization"] = "Bearer \(token.reveal())"
            return await handle(request)
        }
    }

    private let settings: Settings
    private let gate: AdministrationGate
    private let signIn: AdministratorSignIn
    private let store: AdministratorStore
    private let calls: AdministratorCalls
    private let passkeys: OwnPasskeys
    private let assets = Assets()

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - settings: What it shows, and where it is.
    ///   - store: The administrators, their sessions and the audit.
    ///   - accounts: Their passwords and second factors.
    ///   - services: What it administers.
    public init(
        _ settings: Settings,
        store: AdministratorStore,
        accounts: AdministratorAccounts,
        services: Services
    ) {
        self.settings = settings
        self.store = store
        let gate = AdministrationGate(origin: settings.origin)
        self.gate = gate
        let proxies = settings.trustedProxies
        let address: @Sendable (HTTPRequestHead) -> String? = { Backend.address(of: $0, trusting: proxies) }
        let proofs = AdministratorProofs()
        passkeys = OwnPasskeys(store: store, accounts: accounts, proofs: proofs)
        signIn = AdministratorSignIn(
            store: store,
            accounts: accounts,
            host: gate.authority,
            proofs: proofs,
            qrCode: settings.qrCode,
            address: address
        )
        let overview = OverviewCall(
            backend: services.backend,
            storage: settings.storage,
            sendsMails: settings.sendsMails,
            startedAt: store.now()
        )
        calls = AdministratorCalls(
            store: store,
            accounts: accounts,
            services: services,
            origin: settings.origin,
            overview: overview
        )
    }

    /// Decides by a request's head, before its body is read.
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: What becomes of the request.
    public func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        if let refusal = gate.refusal(of: head) { return .refuse(guarded(refusal)) }
        let hasCookie = AdministrationGate.cookie(of: head.fields) != nil
        return .accept(maximumBody: hasCookie ? AdministrationGate.callBody : AdministrationGate.signInBody)
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    public func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let head = HTTPRequestHead(request)
        if let refusal = gate.refusal(of: head) { return guarded(refusal) }
        let segments = request.pathSegments
        guard segments.first == "console" else {
            guard request.path == "/" else {
                return guarded(ConsoleRefusal(404, "The console is at /console.").response)
            }
            return guarded(HTTPResponse(status: 302, fields: ["Location": "/console"]))
        }
        switch segments.dropFirst().first {
        case "-" where segments.count >= 4:
            let name = segments.dropFirst(3).joined(separator: "/")
            return guarded(assets.response(to: head, version: segments[2], name: name))
        case "v1":
            do throws(ConsoleRefusal) {
                return guarded(try await call(request, head, segments.dropFirst(2)))
            } catch {
                return guarded(error.response)
            }
        default: return guarded(ShellPage(assets: assets).response(to: head))
        }
    }

    private func call(
        _ request: HTTPRequest,
        _ head: HTTPRequestHead,
        _ segments: ArraySlice<Substring>
    ) async throws(ConsoleRefusal) -> HTTPResponse {
        let name = segments.joined(separator: "/")
        switch (request.method, name) {
        case (.post, "session"):
            return ConsoleGate.document(try await signIn.check(try Self.document(of: request), from: head))
        case (.post, "session:finish"):
            return begun(try await signIn.finish(try Self.document(of: request), from: head))
        case (.post, "invitation"):
            return ConsoleGate.document(try await signIn.accept(try Self.document(of: request), from: head))
        case (.post, "invitation:finish"):
            return begun(try await signIn.enroll(try Self.document(of: request), from: head))
        default: break
        }
        let (session, cookie) = try await session(of: head)
        guard request.method == .get || AdministrationGate.hasWriteToken(head.fields, of: cookie) else {
            throw ConsoleRefusal(403, "The write token is not that of this session. Load the page again.")
        }
        switch (request.method, name) {
        case (.get, "console"): return ConsoleGate.document(state(of: session, cookie))
        case (.post, "session:confirm"):
            return begun(try await signIn.confirm(session, try Self.document(of: request), from: head))
        case (.delete, "session"):
            try await ConsoleRefusal.wrap { () throws(AdministratorError) in
                try await store.write { [store] db in try store.sessions.delete(session.digest, db) }
            }
            return HTTPResponse(status: 204, fields: ["Set-Cookie": AdministrationGate.clearedCookie])
        default:
            let caller = AdministratorCalls.Caller(session, signIn.address(head))
            if OwnPasskeys.owns(name) {
                return ConsoleGate.document(try await passkeys.answer(request, name, caller))
            }
            return try await calls.answer(request, name, segments, caller)
        }
    }

    /// The session of the request's cookie.
    private func session(of head: HTTPRequestHead) async throws(ConsoleRefusal) -> (ConsoleSession, String) {
        guard let cookie = AdministrationGate.cookie(of: head.fields) else { throw .signedOut }
        let (digest, now) = (ConsoleSession.digest(of: cookie), store.now())
        let found = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.read { [store] db in try store.sessions.find(digest, at: now, db) }
        }
        guard let session = found else { throw .signedOut }
        if now >= session.lastUsedAt + .minutes(1) {
            try await ConsoleRefusal.wrap { () throws(AdministratorError) in
                try await store.write { [store] db in try store.sessions.noteUse(of: digest, at: now, db) }
            }
        }
        return (session, cookie)
    }

    private func begun(_ started: AdministratorSignIn.Started) -> HTTPResponse {
        var response = ConsoleGate.document(state(of: started.session, started.value.reveal()))
        response.fields["Set-Cookie"] = AdministrationGate.setCookie(started.value)
        return response
    }

    /// What the pages know of the server and of their reader.
    private func state(of session: ConsoleSession, _ cookie: String) -> JSONValue {
        let role = session.administrator.role
        var state = JSONObject()
        state["mode"] = .string("production")
        state["version"] = .string(settings.version)
        state["digest"] = .string(assets.digest)
        state["profile"] = .string("strict")
        state["projects"] = .array(settings.projects.map(JSONValue.string))
        state["firestore"] = .bool(settings.hasFirestore)
        state["telemetry"] = .bool(settings.hasTelemetry)
        state["email"] = .string(session.administrator.email.text)
        state["role"] = .string(role.rawValue)
        state["may"] = .array(ConsolePermission.allCases.filter { role.may($0) }.map { .string($0.rawValue) })
        state["writeToken"] = .string(ConsoleSession.writeToken(of: cookie))
        return .object(state)
    }

    /// The document of a call; only JSON, because a form of another page could send anything else.
    static func document(of request: HTTPRequest) throws(ConsoleRefusal) -> JSONObject {
        guard !request.body.isEmpty else { return JSONObject() }
        guard request.fields["content-type"]?.lowercased().hasPrefix("application/json") == true,
            let object = (try? JSON.parse(request.body, maximumValues: 50_000))?.object
        else { throw ConsoleRefusal(400, "The body must be a JSON object.") }
        return object
    }

    private func guarded(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        for (name, value) in ShellPage.policy { response.fields[name] = value }
        if settings.origin.hasPrefix("https:") { response.fields["Strict-Transport-Security"] = "max-age=31536000" }
        if response.fields["cache-control"] == nil { response.fields["Cache-Control"] = "no-store" }
        return response
    }
}
