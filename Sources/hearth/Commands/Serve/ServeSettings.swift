internal import HearthBackend
internal import HearthConsole
internal import HearthCore
internal import HearthHTTP
internal import HearthModels
internal import HearthServer

/// What the options of `hearth serve` mean.
struct ServeSettings {
    let backend: BackendConfiguration
    let server: ServerConfiguration
    /// Where Firestore listens; `nil` for nowhere.
    let firestore: FirestoreMount.Port?
    /// The program with functions, which is for development alone.
    let functions: FunctionsPlan?
    /// Firestore's security rules; `nil` allows everything.
    let rules: RulesFile?
    /// The composite indexes of Firestore, and whether queries must have theirs.
    let indexes: IndexOptions
    /// Where Admin SDKs of this machine ask who they are; `nil` for nowhere.
    let metadata: MetadataListener.Settings?
    /// What is imported before the start, and exported at the end.
    let export: EmulatorExport
    /// What the console shows; `nil` for none.
    let console: Console.Settings?
    let opensConsole: Bool
    /// Where administrators reach the console of a server for real users; `nil` for nowhere.
    let consoleListener: ConsoleListener.Settings?
    let isQuiet: Bool

    private static let largestBody = 1_073_741_824
    static let defaultBody = 16_777_216

    init(_ words: [String]) throws {
        let valued: Set<String> = [
            "host", "port", "project", "storage", "profile", "token-signing", "single-project", "public-url",
            "public-name",
            "authorized-domain", "service-account", "passkey-domain", "passkey-origin", "threads", "max-body",
            "config", "provider", "firebase-json", "firestore-port", "rules", "indexes", "metadata-port",
            "metadata-account", "console", "console-listen", "console-url", "trusted-proxy", "internal-host",
        ]
        var options = try Options(
            EmulatorExport.spellOut(words),
            of: ServeCommand.name,
            valued: valued.union(EmulatorExport.valued).union(FunctionsPlan.options),
            switches: [
                "production", "allow-remote-emulator", "allow-proxied-emulator", "quiet", "open", "no-record",
                "strict-indexes",
            ]
        )
        if let word = options.operands.first {
            throw UsageError("serve takes no '\(word)'", hint: "hearth serve --help explains the options")
        }
        let file = try options.last("config").map { try ServeFile(path: $0) }
        if let file { options.adopt(file.values, switches: file.switches, from: file.places) }
        if let path = options.last("firebase-json") { options.adopt(try FirebaseProject(path: path), from: path) }
        isQuiet = options.has("quiet")
        metadata = try MetadataListener.Settings(options)
        var backend = try Self.backend(options, administratorToken: file?.administratorToken)
        try file?.apply(to: &backend)
        if !options.all("provider").isEmpty {
            backend.providers = try options.all("provider").map { try ProviderEntry.configuration(words: $0) }
        }
        let functions = try FunctionsPlan(options, port: 5001)
        // Its blocking functions are called where it listens.
        if functions != nil { backend.internalHosts.append("127.0.0.1") }
        self.functions = functions
        self.backend = backend
        server = try Self.server(options)
        export = try EmulatorExport(options, of: ServeCommand.name, isEmulator: backend.isEmulator)
        try Self.refuseOpenEmulator(options, host: server.host, isEmulator: backend.isEmulator)
        firestore = try Self.firestore(options, host: server.host, isEmulator: backend.isEmulator)
        guard backend.isEmulator || functions == nil else {
            throw UsageError(
                "--functions is for development: with --production, run the functions by themselves",
                hint: "hearth serve --help explains the options"
            )
        }
        console = try Self.console(options, backend, host: server.host, hasFirestore: firestore == .same)
        consoleListener = try ConsoleListener.Settings(options, isEmulator: backend.isEmulator)
        opensConsole = options.has("open")
        if opensConsole, console == nil { throw CommandFailure("--open: there is no console to open") }
        if options.has("no-record"), console == nil {
            throw CommandFailure("--no-record: there is no console that records requests")
        }
        rules = firestore == nil ? nil : try options.last("rules").map { try RulesFile(path: $0) }
        indexes = try IndexOptions(options)
    }

    /// Where Firestore listens.
    ///
    /// An emulator believes unsigned tokens, and allows everything without rules: only programs of this machine may
    /// use it. A server for real users offers Firestore where it is asked for.
    private static func firestore(_ options: Options, host: String, isEmulator: Bool) throws -> FirestoreMount.Port? {
        let isOffered = isEmulator ? isLoopback(host) : options.last("rules") != nil
        guard let text = options.last("firestore-port") else { return isOffered ? .same : nil }
        if text == "off" { return nil }
        guard isOffered || !isEmulator else {
            throw CommandFailure(
                "--firestore-port \(text): the emulator of Firestore is for this machine alone; leave the option out, "
                    + "serve on 127.0.0.1, or be a server with --production"
            )
        }
        if text == "same" { return .same }
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw options.refusal("firestore-port", text, expected: "same, off, or a number from 0 to 65535")
        }
        return .own(port)
    }

    /// The console has every privilege, so that only programs and pages of this machine may reach it.
    private static func console(
        _ options: Options,
        _ backend: BackendConfiguration,
        host: String,
        hasFirestore: Bool
    ) throws -> Console.Settings? {
        let isOffered = backend.isEmulator && isLoopback(host)
        switch options.last("console") {
        case "off": return nil
        case "on", nil:
            guard isOffered else {
                guard options.last("console") == nil else {
                    throw CommandFailure(
                        "--console on: this console knows no administrators and is for an emulator on this machine; a server "
                            + "with --production has one with sign-in: --console-listen 127.0.0.1:9098"
                    )
                }
                return nil
            }
            var settings = Console.Settings(
                version: Version.current,
                projects: backend.projects.map(\.rawValue),
                profile: backend.profile.rawValue,
                hasFirestore: hasFirestore,
                hasTelemetry: true
            )
            settings.recordsRequests = !options.has("no-record")
            settings.qrCode = { QRCode.rows(of: $0) }
            return settings
        case let text?: throw options.refusal("console", text, expected: "on or off")
        }
    }

    private static func backend(
        _ options: Options,
        administratorToken: Secret<String>?
    ) throws -> BackendConfiguration {
        let names = options.all("project").isEmpty ? ["demo-hearth"] : options.all("project")
        let projects = try names.map { name in
            guard let project = ProjectID(rawValue: name) else {
                throw options.refusal("project", name, expected: "letters, digits and - _ . :")
            }
            return project
        }
        var configuration = BackendConfiguration(project: projects[0], others: Array(projects.dropFirst()))
        configuration.isEmulator = !options.has("production")
        configuration.profile = try options.choice(
            "profile",
            default: configuration.isEmulator ? .lenient : .strict
        )
        configuration.tokenSigning = try options.choice("token-signing", default: .rs256)
        configuration.singleProject = try options.choice("single-project", default: .warn)
        configuration.storage = try storage(options, project: projects[0])
        configuration.publicURL = options.last("public-url").map { String($0.hasSuffix("/") ? $0.dropLast() : $0[...]) }
        configuration.publicName = options.last("public-name")
        configuration.serviceAccountKeys = try serviceAccounts(options)
        configuration.sealingKey = try sealingKey()
        configuration.internalHosts = options.all("internal-host")
        configuration.relyingParty = try relyingParty(options)
        if !options.all("authorized-domain").isEmpty {
            configuration.authorizedDomains = options.all("authorized-domain")
        }
        configuration.trustedProxies = options.all("trusted-proxy")
        configuration.allowsProxiedEmulator = options.has("allow-proxied-emulator")
        if configuration.profile == .strict, configuration.tokenSigning == .none {
            throw CommandFailure("--token-signing none is not for strict rules: leave it out, or use --profile lenient")
        }
        if options.has("production") {
            let variable = SystemEnvironment.variable("HEARTH_ADMIN_TOKEN").map { Secret($0) }
            guard let token = administratorToken ?? variable else {
                throw CommandFailure("--production needs HEARTH_ADMIN_TOKEN in the environment")
            }
            configuration.administratorToken = token
            guard configuration.publicURL != nil else {
                throw CommandFailure("--production needs --public-url: mailed links must not follow a request's Host")
            }
        }
        return configuration
    }

    private static func sealingKey() throws -> Secret<[UInt8]>? {
        guard let text = SystemEnvironment.variable("HEARTH_SEALING_KEY") else { return nil }
        guard let key = Base64.decode(text.utf8, .standard), key.count == 32 else {
            throw CommandFailure("HEARTH_SEALING_KEY: expected 32 bytes in base64, as 'openssl rand -base64 32' prints")
        }
        return Secret(key)
    }

    static func storage(_ options: Options, project: ProjectID) throws -> BackendConfiguration.Storage {
        guard let text = options.last("storage") else {
            let folder =
                SystemEnvironment.variable("XDG_STATE_HOME")
                ?? SystemEnvironment.variable("HOME").map { $0 + "/.local/state" }
            guard let folder else { throw CommandFailure("there is no home folder; name the --storage") }
            return .sqlite(path: "\(folder)/hearth/\(project).db")
        }
        if text == "memory" { return .memory }
        guard text.hasPrefix("sqlite:"), text.utf8.count > 7 else {
            throw options.refusal("storage", text, expected: "memory or sqlite:PATH")
        }
        return .sqlite(path: String(text.dropFirst(7)))
    }

    private static func relyingParty(_ options: Options) throws -> RelyingParty? {
        let origins = options.all("passkey-origin")
        guard let domain = options.last("passkey-domain") else {
            guard origins.isEmpty else {
                throw UsageError("--passkey-origin needs a --passkey-domain", hint: "hearth serve --help explains both")
            }
            return nil
        }
        return RelyingParty(id: domain, origins: origins.isEmpty ? nil : origins)
    }

    private static func serviceAccounts(_ options: Options) throws -> [String: String] {
        var keys: [String: String] = [:]
        for text in options.all("service-account") {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw options.refusal("service-account", text, expected: "EMAIL=FILE") }
            keys[String(parts[0])] = try SystemEnvironment.text(ofFile: String(parts[1]))
        }
        return keys
    }

    private static func server(_ options: Options) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(
            host: options.last("host") ?? "127.0.0.1",
            port: try options.integer("port", in: 0...65_535, default: 9099)
        )
        configuration.loops = try options.integer("threads", in: 1...64, default: configuration.loops)
        configuration.limits.bodyBytes = try options.integer("max-body", in: 1024...largestBody, default: defaultBody)
        return configuration
    }

    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    private static func refuseOpenEmulator(_ options: Options, host: String, isEmulator: Bool) throws {
        guard isEmulator, !isLoopback(host), !options.has("allow-remote-emulator") else { return }
        throw CommandFailure(
            """
            --host \(host) would let everyone who reaches it own every account of the emulator; \
            add --allow-remote-emulator if that is what you want
            """
        )
    }
}
