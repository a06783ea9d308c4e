internal import HearthBackend
internal import HearthConsole
internal import HearthCore
internal import HearthFirestoreBackend
internal import HearthServer
internal import HearthTransport

/// `hearth serve`: the backend on a port, until the process is asked to end.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "run the emulator, or a server of your own"

    static let help = """
        hearth serve: run the emulator, or with --production a server for real users.

        Usage: hearth serve [OPTIONS]

        Listening
          --host ADDRESS           the address to listen on (127.0.0.1)
          --port NUMBER            the port, 0 for any free one (9099)
          --threads NUMBER         event loops (half of the processors)
          --max-body BYTES         the largest request (16777216)
          --firestore-port WHERE   Cloud Firestore, by REST, gRPC and WebChannel: a port
                                   of its own, same, or off (same; with --production
                                   off unless there are --rules)
          --rules FILE             Firestore's security rules (an emulator allows
                                   everything, a server administrators alone)
          --indexes FILE           Firestore's indexes (firestore.indexes.json's form)
          --strict-indexes         refuse queries whose index is missing, as production
                                   does
          --functions PROGRAM      run a program with functions beside the emulator; it
                                   listens where FUNCTIONS_PORT says, is started again
                                   when it ends, and gets the events that it wants
          --functions-port NUMBER  the port of the functions, 0 for any free one (5001)
          --console on|off         the console at /console, for pages and programs of
                                   this machine (on; off with --production and for
                                   other machines)
          --no-record              keep no requests and answers for the console's log
          --open                   open the console in the browser
          --console-listen ADDRESS:PORT
                                   with --production: a console on a listener of its
                                   own, for administrators with two factors, whom
                                   'hearth console administrators add' invites (off)
          --console-url URL        the address under which browsers reach it, behind a
                                   proxy with TLS (http://localhost:PORT)
          --allow-remote-emulator  let other machines reach the emulator; each of them
                                   then owns every account
          --trusted-proxy RANGE    a proxy in front, as an address or a range such as
                                   10.0.0.0/8, may be repeated: its X-Forwarded-For says
                                   which client the limits count
          --allow-proxied-emulator
                                   give the emulator's privileges also to requests that
                                   come through a proxy, from any machine

        Projects and storage
          --project ID             a project, may be repeated; a request that names none
                                   means the first one, and an API key that equals a
                                   project's ID selects that project (demo-hearth)
          --single-project WHAT    answer requests for other projects: error, warn or
                                   off (warn)
          --storage sqlite:PATH    keep accounts in an SQLite file, created if missing
                                   (hearth/PROJECT.db in the user's state folder)
          --storage memory         keep accounts in memory
          --config FILE            read settings from a JSON file; command-line options
                                   take precedence
          --firebase-json FILE     read host and port of the auth emulator, and from
                                   .firebaserc beside it the project
          --import FOLDER          take over what the official emulators, or hearth,
                                   exported; accounts that are there already stay
          --export-on-exit [FOLDER]
                                   export at the end, in place of an earlier export
                                   (the folder of --import)

        Rules
          --profile lenient        behave as the official emulator (default)
          --profile strict         apply production's rules: argon2id, recent sign-in,
                                   revocation, codes that expire, hidden addresses. It
                                   is still an emulator: 'Bearer owner' owns everything
          --production             be a server for real users: strict rules, no 'Bearer
                                   owner', no listed codes, no clearing. Needs
                                   HEARTH_ADMIN_TOKEN in the environment (a secret of at
                                   least 32 bytes) and --public-url
          --public-url URL         the address in mailed links (in emulator mode: the
                                   address that the request came to)
          --public-name NAME       the app's name on pages and in mails (the project's
                                   publicName, or its ID)
          --authorized-domain HOST a host that mailed links may lead back to, may be
                                   repeated (localhost, 127.0.0.1)
          --token-signing rs256    sign identity tokens with RSA, as production does
                                   (default)
          --token-signing none     leave them unsigned, as the official emulator does

        Sign-in methods
          --internal-host HOST     a host on this machine or on a private network that
                                   the server may call for a blocking function or an
                                   issuer, may be repeated (strict rules: none, only
                                   public addresses over HTTPS)
          --provider SETTINGS      an identity provider, may be repeated, for example
                                   id=oidc.staff,issuer=https://sso.example.com,
                                   clientIDs=app,secretEnv=SSO_SECRET (one word) with
                                   the members of a provider in the file
          --service-account EMAIL=FILE
                                   a service account's public key or certificate in PEM;
                                   its custom tokens pass strict rules, may be repeated;
                                   'hearth service-accounts' makes accounts that may
                                   also administer
          --metadata-account EMAIL answer the metadata requests of Admin SDKs as this
                                   service account: every program of this machine then
                                   has its rights
          --metadata-port NUMBER   the port for them on 127.0.0.1, as in
                                   GCE_METADATA_HOST=127.0.0.1:NUMBER (any free one)
          --passkey-domain DOMAIN  the domain that passkeys belong to for good (lenient:
                                   localhost, strict: no passkeys)
          --passkey-origin ORIGIN  a page or app that may ask for passkeys, may be
                                   repeated (https://DOMAIN)

          --quiet                  print no greeting

        Members of the file: host, port, projects, storage, profile, tokenSigning,
        singleProject, production, publicURL, publicName, authorizedDomains,
        passkeyDomain, passkeyOrigins, serviceAccounts {EMAIL: FILE}, threads, maxBody,
        firestorePort, rules, indexes, strictIndexes, metadataAccount, metadataPort,
        consoleListen, consoleURL, trustedProxies, internalHosts, allowRemoteEmulator,
        allowProxiedEmulator and quiet mean what the options mean. More members:
        administratorTokenEnv or administratorTokenFile; emailLinks (true);
        secondFactors ["phone", "totp"]; testPhoneNumbers {NUMBER: CODE}; and providers,
        a list of objects with
          id, clientIDs            the name, for example google.com, apple.com,
                                   microsoft.com, facebook.com, github.com,
                                   twitter.com, yahoo.com or oidc.NAME, and the
                                   provider's names for the apps
          issuer, directory        the signer of oidc.NAME's tokens; Microsoft's
                                   directory
          secretEnv, secretFile    where the secret is
          authentication           how the secret is sent: post (default) or basic
          appleTeam, appleKey, appleKeyFile
                                   Apple's key in place of a secret
          emailTrust               never, always, or a list of domains
          repeatedTokens           tokens without a nonce may be used again: accepted,
                                   refused, or fromOneNetwork (default)
          scopes, keysURL, authorizationEndpoint, tokenEndpoint, revocationEndpoint
        Paths in the file start at its folder. The file names secrets and contains none.

        Secrets in the storage are sealed with HEARTH_SEALING_KEY from the environment,
        32 bytes in base64; without that variable, with the key in PATH.key beside the
        database, which is made on the first start. Back the key up apart from the
        database.

        Events and crash reports of apps are collected beside the accounts, in
        NAME.analytics.db and NAME.crashes.db; see hearth analytics and hearth crashes.
        With --production, senders need one of the API keys in HEARTH_TELEMETRY_KEYS,
        which are separated by commas; without that variable nothing is collected.

        The log goes to standard error. SIGTERM and Ctrl-C end the server after it has
        answered the requests in flight.
        """

    static func run(_ words: [String]) async throws {
        let settings = try ServeSettings(words)
        let signals = try ShutdownSignals()
        let console = settings.console.map { Console($0) }
        let functions = settings.functions.map { FunctionsLink($0, isQuiet: settings.isQuiet) }
        let backend = try await start(settings, console, functions)
        let firestore = try await mount(settings, of: backend, functions)
        let exported = Self.exported(backend, firestore, settings)
        try await settings.export.load(into: exported)
        let shelf = SnapshotShelf.attach(to: console, functions, settings.backend, backend, firestore, exported)
        let shared = settings.firestore == .same ? firestore : nil
        let telemetry = try await TelemetryMount.open(settings.backend, of: backend)
        let mounted = functions.map { FunctionsMount(functions: $0, identity: backend) }
        let services: [(any MountedService)?] = [telemetry, shared, mounted]
        let port = SharedPort(identity: backend, services: services.compactMap(\.self), console: console)
        let server = port.server(settings.server, protocols: shared?.backend.protocols ?? [])
        let address = try bind(server, settings.server)
        var servers = [server]
        if let metadata = settings.metadata {
            servers.append(try await metadataServer(metadata, of: backend, settings))
        }
        let administration = try await administration(settings, port, hasTelemetry: telemetry != nil)
        if let administration { servers.append(administration.server) }
        var documents = shared == nil ? nil : address
        if let firestore, case .own(let port) = settings.firestore {
            let own = try firestoreServer(firestore, port: port, settings)
            documents = own.address
            servers.append(own.server)
        }
        if !settings.isQuiet { Terminal.note(Greeting.text(address, firestore: documents, settings)) }
        try await functions?.start(
            beside: settings.variables(identity: address, documents: documents),
            identity: backend,
            project: settings.backend.defaultProject,
            firestore: firestore?.backend
        )
        if settings.opensConsole { open("http://\(address)/console") }
        let warmUp = Task { await backend.prepare() }
        defer { warmUp.cancel() }
        try await run(servers, until: signals, settings) {
            console?.endStreams()
            backend.endStreams()
        }
        await functions?.stop()
        await administration?.close()
        await shelf?.close()
        try await settings.export.save(exported)
        await firestore?.close()
        await telemetry?.close()
        await backend.close()
    }

    /// Firestore beside the identity service, unless it is off.
    private static func mount(
        _ settings: ServeSettings,
        of backend: Backend,
        _ functions: FunctionsLink?
    ) async throws -> FirestoreMount? {
        guard settings.firestore != nil else { return nil }
        return try await FirestoreMount(
            beside: settings.backend,
            of: backend,
            rules: settings.rules,
            indexes: settings.indexes,
            triggers: functions?.documents
        )
    }

    /// Where Admin SDKs of this machine ask who they are.
    private static func metadataServer(
        _ metadata: MetadataListener.Settings,
        of backend: Backend,
        _ settings: ServeSettings
    ) async throws -> HTTPServer {
        let listener = try await MetadataListener.server(metadata, of: backend, like: settings.server)
        let place = try bind(listener.server, listener.configuration)
        if !settings.isQuiet { Terminal.note("metadata for \(metadata.account): \(place)") }
        return listener.server
    }

    /// The console of a server for real users.
    private static func administration(
        _ settings: ServeSettings,
        _ port: SharedPort,
        hasTelemetry: Bool
    ) async throws -> ConsoleListener? {
        guard let place = settings.consoleListener else { return nil }
        let shown = AdministrationConsole.Settings(
            version: Version.current,
            projects: settings.backend.projects.map(\.rawValue),
            origin: "",
            hasFirestore: settings.firestore == .same,
            hasTelemetry: hasTelemetry,
            trustedProxies: settings.backend.trustedProxies
        )
        let listener = try await ConsoleListener.open(place, beside: settings.backend, showing: shown, port)
        if !settings.isQuiet { Terminal.note("console for administrators: \(listener.origin)/console") }
        return listener
    }

    /// Firestore on a port of its own.
    private static func firestoreServer(
        _ firestore: FirestoreMount,
        port: Int,
        _ settings: ServeSettings
    ) throws -> (server: HTTPServer, address: ServerAddress) {
        var configuration = settings.server
        configuration.port = port
        let server = firestore.server(configuration)
        return (server, try bind(server, configuration))
    }

    /// The services whose data travels in an export folder.
    private static func exported(
        _ backend: Backend,
        _ firestore: FirestoreMount?,
        _ settings: ServeSettings
    ) -> [any ExportableService] {
        guard let project = settings.backend.defaultProject else { return [] }
        var services: [any ExportableService] = [ExportedAuth(backend: backend, project: project)]
        if let firestore { services.append(ExportedFirestore(backend: firestore.backend, project: project)) }
        return services
    }

    /// Runs servers until the process is asked to end.
    private static func run(
        _ servers: [HTTPServer],
        until signals: ShutdownSignals,
        _ settings: ServeSettings,
        endStreams: @escaping @Sendable () -> Void
    ) async throws {
        let watch = Task {
            guard await signals.first() != nil else { return }
            endStreams()
            for server in servers { server.drain(within: settings.server.drainTimeout) }
        }
        defer { watch.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { try await server.run() } }
            try await group.waitForAll()
        }
    }

    /// Opens a page in the browser; where there is none, the greeting has the address.
    private static func open(_ address: String) {
        for program in ["open", "xdg-open"] where (try? ChildProcess([program, address], environment: [:])) != nil {
            return
        }
        Terminal.note("no browser was found for \(address)")
    }

    static func bind(_ server: HTTPServer, _ configuration: ServerConfiguration) throws -> ServerAddress {
        do {
            return try server.bind()
        } catch {
            throw CommandFailure(explain(error, configuration))
        }
    }

    private static func start(
        _ settings: ServeSettings,
        _ console: Console?,
        _ functions: FunctionsLink?
    ) async throws -> Backend {
        let log = Log { level, message in Terminal.note("\(level.rawValue): \(message)") }
        var guarded = TransportConfiguration()
        guarded.acceptsAddress = { PublicAddress.contains($0) }
        guarded.maximumResponseBytes = 1 << 20
        do {
            return try await Backend(
                settings.backend,
                environment: BackendEnvironment(log: log),
                mailer: console ?? SilentMailer(),
                messenger: console ?? SilentTextMessenger(),
                transport: SystemTransport(),
                guardedTransport: SystemTransport(guarded),
                triggers: functions?.accounts
            )
        } catch {
            throw CommandFailure(error.reason)
        }
    }

    /// Says why a server cannot listen, and what helps.
    static func explain(_ error: ServerError, _ server: ServerConfiguration) -> String {
        let place = "\(server.host):\(server.port)"
        switch error.code {
        case .addressInUse: return "\(place) is in use; choose another --port, or end the process that listens there"
        case .permissionDenied: return "\(place): permission denied; ports below 1024 belong to the administrator"
        case .invalidHost: return "--host \(server.host): not an address of this machine"
        case .addressNotAvailable: return "--host \(server.host): this machine does not have this address"
        default: return "cannot listen on \(place): \(error.reason)"
        }
    }
}
