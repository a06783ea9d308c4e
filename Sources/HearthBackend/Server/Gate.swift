internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Decides who calls, for which project, and whether the route lets them in.
struct Gate: Sendable {
    let configuration: BackendConfiguration
    let environment: BackendEnvironment
    let warnings: ProjectWarnings
    let local: LocalClient
    let accessTokens: AccessTokens
    private let source: ClientSource

    init(
        configuration: BackendConfiguration,
        environment: BackendEnvironment,
        warnings: ProjectWarnings,
        accessTokens: AccessTokens
    ) {
        self.configuration = configuration
        self.environment = environment
        self.warnings = warnings
        self.accessTokens = accessTokens
        local = LocalClient(configuration)
        source = ClientSource(trusting: configuration.trustedProxies)
    }

    /// What the head of a request proves about its caller.
    struct Credentials: Sendable {
        /// `nil` for a user.
        let administrator: Administrator?
        let key: String?

        var isPrivileged: Bool { administrator != nil }

        /// What the service account's token says; `nil` for everyone else.
        var serviceAccount: AccessToken? {
            if case .serviceAccount(let token) = administrator { token } else { nil }
        }
    }

    /// Lets the caller of a route in, or refuses it, by the head of the request alone.
    ///
    /// - Throws: `APIError` with status 401, 403 or 404.
    func authorize(_ head: HTTPRequestHead, _ access: Route.Access) throws(APIError) -> Credentials {
        // Where anyone may call, a credential that is meant for something in between does no harm.
        let administrator = access == .open || access == .emulator ? nil : try administrator(head)
        let key = apiKey(of: head)
        switch access {
        case .open: break
        case .apiKey:
            guard administrator != nil || key != nil else { throw .missingKey }
        case .administrator, .signer, .operator:
            guard administrator != nil else { throw .missingCredential }
        case .emulator:
            guard configuration.isEmulator else { throw .notFound }
            try local.check(head)
        }
        if let administrator { try check(administrator, access) }
        return Credentials(administrator: administrator, key: key)
    }

    /// The call that a request makes; its project and its tenant are read from the request's parameters.
    func call(
        _ head: HTTPRequestHead,
        _ credentials: Credentials,
        access: Route.Access,
        document: JSONObject
    ) throws(APIError) -> Call {
        let isNamable = credentials.isPrivileged || access == .emulator
        let account = credentials.serviceAccount
        let project = try project(document, key: credentials.key, isNamable: isNamable, own: account?.project)
        if let account, account.project != project {
            throw .permissionDenied("The service account \(account.email) belongs to another project.")
        }
        let (network, details) = source.client(of: head)
        return Call(
            scope: Scope(project: project, tenant: try tenant(document)),
            isPrivileged: credentials.isPrivileged,
            base: configuration.publicURL.map { .fixed($0) } ?? .host(head.fields["host"]),
            now: environment.now(),
            source: network,
            locale: head.fields["x-firebase-locale"],
            client: details,
            settings: access == .apiKey && !credentials.isPrivileged ? CallSettings() : nil,
            serviceAccount: account
        )
    }

    /// The network that a request comes from; `nil` within the process.
    func network(of head: HTTPRequestHead) -> String? { source.network(of: head) }

    private func apiKey(of request: HTTPRequestHead) -> String? {
        let key = request.query["key"] ?? request.fields["x-goog-api-key"]
        return key.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The project that the request names, that the caller belongs to, that the key stands for, or the default.
    private func project(
        _ document: JSONObject,
        key: String?,
        isNamable: Bool,
        own: ProjectID?
    ) throws(APIError) -> ProjectID {
        guard let fallback = configuration.defaultProject else { throw .internalError }
        guard let name = document["targetProjectId"]?.string else {
            return own ?? configuration.projects.first { $0.rawValue == key } ?? fallback
        }
        guard isNamable else {
            throw APIError(
                .insufficientPermission,
                "Only authenticated requests can specify target_project_id."
            )
        }
        guard let project = ProjectID(rawValue: name) else { throw APIError(.invalidProjectID) }
        if !configuration.projects.contains(project) {
            // A production server administers the projects that it was given, and no other.
            guard configuration.isEmulator else { throw APIError(.projectNotFound) }
            try meet(project, expected: fallback)
        }
        return project
    }

    private func meet(_ project: ProjectID, expected: ProjectID) throws(APIError) {
        switch configuration.singleProject {
        case .off: break
        case .warn:
            if warnings.isNew(project) {
                environment.log.warning("a request names the project \(project), which this server was not given")
            }
        case .error:
            throw .invalidArgument(
                """
                Multiple projectIds are not recommended in single project mode. Requested project ID \(project), but \
                the emulator is configured for \(expected). To opt-out of single project mode start the server with \
                --single-project off.
                """
            )
        }
    }

    private func tenant(_ document: JSONObject) throws(APIError) -> TenantID? {
        guard let name = document["tenantId"]?.string, !name.isEmpty else { return nil }
        guard let tenant = TenantID(rawValue: name) else { throw APIError(.invalidTenantID) }
        return tenant
    }
}

/// Remembers which foreign projects the log has named, so that each is named once.
final class ProjectWarnings: Sendable {
    private let seen = Locked<Set<ProjectID>>([])
    // Names come from requests: the list must not grow without end.
    private static let limit = 1000

    func isNew(_ project: ProjectID) -> Bool {
        seen.withLock { $0.count < Self.limit && $0.insert(project).inserted }
    }
}
