internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Everything that is answered and is not an operation: readiness, public keys, and the pages behind mailed links.
struct Documents: Sendable {
    typealias Answer = @Sendable (HTTPRequest, Call) async throws(APIError) -> HTTPResponse

    private var router = Router<Answer>()
    /// What is answered, in the order of its adding.
    private(set) var routes: [Route] = []

    init(_ parts: BackendParts) {
        addReadiness(parts)
        addKeys(parts)
        addMetrics(parts.ledger)
        let tokens = parts.tokenEndpoint
        for (path, service) in [("/token", Route.Service.oauth), ("/oauth2/v4/token", .legacy)] {
            add(.post, path, service) { (request, call) throws(APIError) in try await tokens.answer(request, in: call) }
        }
        let page = ActionPage(parts)
        if parts.configuration.isEmulator {
            addWidget(parts)
            addDescription()
        }
        // In lenient the emulator's own page stands for every provider.
        if !parts.policy.believesEveryProvider { addHandler(parts) }
        add(.get, "/emulator/action") { (request, call) throws(APIError) in
            await page.show(request, in: call)
        }
        add(.post, "/emulator/action") { (request, call) throws(APIError) in
            await page.submit(request, in: call)
        }
    }

    /// Finds what answers a method and a path.
    func match(_ method: HTTPMethod, _ path: Substring) -> Router<Answer>.Match? {
        router.match(method, path)
    }

    /// The pages that stand for identity providers.
    private mutating func addWidget(_ parts: BackendParts) {
        let widget = WidgetPage(configuration: parts.configuration, policy: parts.policy, store: parts.store)
        let relay = RelayPage(configuration: parts.configuration, store: parts.store)
        add(.get, "/emulator/auth/handler") { (request, call) throws(APIError) in
            await widget.show(request, in: call)
        }
        add(.get, "/emulator/auth/iframe") { (request, call) throws(APIError) in
            try await relay.show(request, in: call)
        }
    }

    /// The page that sends browsers to providers and takes their answers.
    private mutating func addHandler(_ parts: BackendParts) {
        let handler = SignInHandler(
            configuration: parts.configuration,
            policy: parts.policy,
            store: parts.store,
            authorizations: parts.authorizations
        )
        let relay = RelayPage(configuration: parts.configuration, store: parts.store)
        add(.get, SignInHandler.path) { (request, call) throws(APIError) in
            try await handler.show(request, in: call)
        }
        add(.post, SignInHandler.path, maximumBody: SignInHandler.maximumBody) { (request, call) throws(APIError) in
            try await handler.take(request, in: call)
        }
        add(.get, "/__/auth/iframe") { (request, call) throws(APIError) in
            try await relay.show(request, in: call)
        }
    }

    private static let descriptionPath = "/emulator/openapi.json"

    /// The description of the API, made each time it is asked for, which is seldom.
    private mutating func addDescription() {
        add(.get, Self.descriptionPath) { (_, _) throws(APIError) in
            do {
                return Self.json(try APIDescription.document())
            } catch {
                throw .internalError
            }
        }
    }

    private mutating func addReadiness(_ parts: BackendParts) {
        let ready: JSONValue =
            parts.configuration.isEmulator
            ? [
                "authEmulator": [
                    "ready": true, "docs": "https://firebase.google.com/docs/emulator-suite",
                    "apiSpec": .string(Self.descriptionPath),
                ]
            ]
            : ["hearth": ["ready": true]]
        add(.get, "/") { (_, _) throws(APIError) in Self.json(ready) }
        // Anyone who balances load must learn of a process that answers, not of one that waits for its disk.
        add(.get, "/healthz") { (_, _) throws(APIError) in Self.json(["status": "ok"]) }
        let readiness = parts.readiness
        add(.get, "/readyz") { (_, _) throws(APIError) in
            try await readiness.check()
            return Self.json(["status": "ok"])
        }
    }

    /// The numbers that monitoring collects, for the holder of the administrator's token.
    private mutating func addMetrics(_ ledger: SecurityLedger) {
        add(.get, "/metrics", access: .operator) { (_, _) throws(APIError) in
            HTTPResponse(
                status: 200,
                fields: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
                body: .bytes(Array(ledger.counts.exposition.utf8))
            )
        }
    }

    private mutating func addKeys(_ parts: BackendParts) {
        let documents = KeyDocuments(keys: parts.keys)
        let account = "securetoken@system.gserviceaccount.com"
        for path in ["/robot/v1/metadata/x509/\(account)", "/service_accounts/v1/metadata/x509/\(account)"] {
            add(.get, path, .legacy) { (_, call) throws(APIError) in try await documents.certificates(in: call) }
        }
        for path in [
            "/service_accounts/v1/jwk/\(account)", "/service_accounts/v1/metadata/jwk/\(account)",
            "/robot/v1/metadata/jwk/\(account)",
        ] {
            add(.get, path, .legacy) { (_, call) throws(APIError) in try await documents.keySet(in: call) }
        }
        let cookies = KeyDocuments(keys: parts.sessionCookieKeys)
        // One document with two names: the certificates of the keys that sign session cookies.
        for (path, service) in [
            ("/identitytoolkit/v3/relyingparty/publicKeys", Route.Service.legacy), ("/v1/publicKeys", .identityToolkit),
        ] {
            add(.get, path, service) { (_, call) throws(APIError) in try await cookies.certificates(in: call) }
        }
        add(.get, "/v1/sessionCookiePublicKeys", .identityToolkit) { (_, call) throws(APIError) in
            try await cookies.keySet(in: call)
        }
        add(.get, "/.well-known/jwks.json") { (_, call) throws(APIError) in try await documents.keySet(in: call) }
        let (projects, isEmulator) = (parts.configuration.projects, parts.configuration.isEmulator)
        add(.get, "/{project}/.well-known/openid-configuration", .issuer) { (request, call) throws(APIError) in
            let name = request.path.split(separator: "/").dropLast(2).last.map(String.init) ?? ""
            guard let project = ProjectID(rawValue: name), isEmulator || projects.contains(project) else {
                throw .notFound
            }
            return documents.discovery(of: project, in: call)
        }
    }

    private mutating func add(
        _ method: HTTPMethod,
        _ path: String,
        _ service: Route.Service = .own,
        access: Route.Access = .open,
        maximumBody: Int? = nil,
        _ answer: @escaping Answer
    ) {
        let route = Route(method, path, service: service, access: access, maximumBody: maximumBody)
        routes.append(route)
        router.add(route, answer)
    }

    private static func json(_ document: JSONValue) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(JSON.serialize(document, isPretty: true))
        )
    }
}
