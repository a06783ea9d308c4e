internal import HearthBackend
internal import HearthConsole
internal import HearthCore
internal import HearthDatabase
internal import HearthHTTP
internal import HearthModels
internal import HearthServer

/// The console of a server for real users, on a listener of its own: never on the public one, so that no mistake of a
/// proxy can publish it.
struct ConsoleListener {
    /// Where it listens, and under which address browsers reach it.
    struct Settings: Sendable {
        let host: String
        let port: Int
        /// Scheme, host and port; `nil` for `http://localhost` at the port that it listens on.
        let url: String?

        /// The port unless the option names one.
        static let defaultPort = 9098

        init?(_ options: Options, isEmulator: Bool) throws {
            guard let text = options.last("console-listen") else {
                guard options.last("console-url") == nil || isEmulator else {
                    throw UsageError("--console-url needs --console-listen", hint: "hearth serve --help explains both")
                }
                return nil
            }
            guard !isEmulator else {
                throw CommandFailure("--console-listen: an emulator's console is at /console of its port; leave it out")
            }
            let parts = text.hasSuffix("]") ? [text[...]] : Self.split(text)
            guard let host = parts.first, !host.isEmpty, let port = parts.count == 2 ? Int(parts[1]) : Self.defaultPort,
                (0...65_535).contains(port)
            else { throw options.refusal("console-listen", text, expected: "ADDRESS:PORT, as 127.0.0.1:9098") }
            self.host = String(host)
            self.port = port
            url = try options.last("console-url").map { try Self.origin($0, options) }
            guard url != nil || ServeSettings.isLoopback(self.host) else {
                throw CommandFailure(
                    "--console-listen \(text): for other machines the console needs --console-url https://HOST, the address "
                        + "of the proxy that speaks TLS before it"
                )
            }
        }

        private static func split(_ text: String) -> [Substring] {
            guard let mark = text.lastIndex(of: ":") else { return [text[...]] }
            return [text[..<mark], text[text.index(after: mark)...]]
        }

        /// An origin: cookies are kept from other pages over TLS, or on this machine by the name `localhost`.
        static func origin(_ text: String, _ options: Options) throws -> String {
            let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
            let rest = origin.hasPrefix("https://") ? origin.dropFirst(8) : origin.dropFirst(7)
            let isLocal = origin.hasPrefix("http://localhost:") || origin == "http://localhost"
            guard origin.hasPrefix("https://") || isLocal, !rest.isEmpty,
                !rest.contains(where: { "/?#@ ".contains($0) })
            else {
                throw options.refusal("console-url", text, expected: "https://HOST, or http://localhost:PORT")
            }
            return origin.lowercased()
        }
    }

    let server: HTTPServer
    let address: ServerAddress
    let origin: String
    private let store: AdministratorStore
    private let accounts: AdministratorAccounts

    /// Opens the administrators' files beside the storage, and listens.
    static func open(
        _ settings: Settings,
        beside configuration: BackendConfiguration,
        showing shown: AdministrationConsole.Settings,
        _ port: SharedPort
    ) async throws -> ConsoleListener {
        guard let token = configuration.administratorToken else {
            throw CommandFailure("the console of a server needs HEARTH_ADMIN_TOKEN")
        }
        let log = Log { level, message in Terminal.note("\(level.rawValue): console: \(message)") }
        let console = Locked<AdministrationConsole?>(nil)
        var listening = ServerConfiguration(host: settings.host, port: settings.port)
        listening.loops = 1
        listening.limits.bodyBytes = 1 << 20
        let server = HTTPServer(
            configuration: listening,
            admission: { head in
                console.withLock { $0 }?.admission(of: head) ?? .refuse(HTTPResponse(status: 503))
            },
            handler: { request in
                await console.withLock { $0 }?.answer(request) ?? HTTPResponse(status: 503)
            }
        )
        let address = try ServeCommand.bind(server, listening)
        let origin = settings.url ?? "http://localhost:\(address.port)"
        let store: AdministratorStore
        let accounts: AdministratorAccounts
        do {
            store = try await AdministratorStore(path: path("console", beside: configuration.storage))
            accounts = try await AdministratorAccounts(
                path: path("administrators", beside: configuration.storage),
                publicURL: origin,
                trustedProxies: configuration.trustedProxies,
                sealingKey: configuration.sealingKey,
                environment: BackendEnvironment(log: log)
            )
        } catch {
            throw CommandFailure("cannot open the console's storage: \(error)")
        }
        var shown = shown
        shown.origin = origin
        if case .sqlite(let path) = configuration.storage { shown.storage = path }
        shown.qrCode = { QRCode.rows(of: $0) }
        let services = AdministrationConsole.Services(backend: port.identity, token: token) { await port.answer($0) }
        let made = AdministrationConsole(shown, store: store, accounts: accounts, services: services)
        console.withLock { $0 = made }
        return ConsoleListener(server: server, address: address, origin: origin, store: store, accounts: accounts)
    }

    /// Closes the files.
    func close() async {
        await accounts.close()
        await store.close()
    }

    /// `shop.console.db` for `shop.db`; `nil` in memory.
    static func path(_ name: String, beside storage: BackendConfiguration.Storage) -> String? {
        guard case .sqlite(let path) = TelemetryMount.location(name, beside: storage) else { return nil }
        return path
    }
}
