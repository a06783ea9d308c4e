internal import HearthBackend
internal import HearthCore
internal import HearthServer
internal import HearthTransport

/// `hearth serve`: the backend on a port, until the process is asked to end.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "run the emulator, or a server of your own"

    static let help = """
        hearth serve: run the emulator, or a server of your own.

        Usage: hearth serve [OPTIONS]

          --config FILE             settings in a JSON file, whose members are explained below; what is given on
                                    the command line goes first
          --host ADDRESS            where to listen; default 127.0.0.1
          --port NUMBER             where to listen; default 9099, 0 for any free port
          --project ID              a project; may be given more than once, and the first one is meant when a
                                    request names none. An API key that is a project's ID selects that project,
                                    any other key the first one. Default demo-hearth
          --storage memory          keep everything in memory
          --storage sqlite:PATH     keep everything in an SQLite file, created if missing.
                                    Default: hearth/PROJECT.db in the user's state folder
          --profile lenient         behave as the official emulator (default)
          --profile strict          behave as production: argon2id, recent login, revocation, lifetimes of codes,
                                    hidden addresses
          --token-signing rs256     sign identity tokens with RSA, as production does (default)
          --token-signing none      do not sign them, as the official emulator does not
          --single-project WHAT     requests that name a project which was not given: error, warn (default) or off
          --production              no emulator: no 'Bearer owner', no listing of codes, no clearing. Implies the
                                    strict profile and needs HEARTH_ADMIN_TOKEN, a secret of at least 32 bytes,
                                    in the environment, and --public-url
          --public-url URL          the address in mailed links; default, in emulator mode: the one that the
                                    request came to
          --authorized-domain HOST  a host to which mailed links may lead back; may be given more than once.
                                    Default localhost and 127.0.0.1
          --service-account FILE    a PEM public key or certificate with the account's e-mail as EMAIL=FILE: the
                                    strict profile believes its custom tokens; may be given more than once
          --passkey-domain DOMAIN   the domain that passkeys are made for, which can never change; default localhost
                                    in lenient, and no passkeys in strict
          --passkey-origin ORIGIN   a page or an app that may ask for passkeys; may be given more than once.
                                    Default https://DOMAIN
          --provider SETTINGS       an identity provider, for example
                                    id=oidc.staff,issuer=https://sso.example.com,clientIDs=app,secretEnv=SSO_SECRET
                                    with the members of a provider in the file; may be given more than once
          --threads NUMBER          event loops; default: half of the processors
          --max-body BYTES          the largest request; default 16777216
          --allow-remote-emulator   let the emulator listen beyond this machine, where anyone who reaches it owns
                                    every account
          --quiet                   say nothing at the start

        Members of the file: host, port, projects, storage, profile, tokenSigning, singleProject, production,
        publicURL, authorizedDomains, passkeyDomain, passkeyOrigins, serviceAccounts {EMAIL: FILE}, threads, maxBody,
        allowRemoteEmulator and quiet as above; administratorTokenEnv or administratorTokenFile; emailLinks;
        secondFactors ["phone", "totp"]; testPhoneNumbers {NUMBER: CODE}; and providers, a list of
          id, clientIDs             the name, for example google.com, apple.com, microsoft.com, facebook.com,
                                    github.com or oidc.NAME, and what the provider calls the apps
          issuer, directory         who signs the tokens of oidc.NAME; Microsoft's directory
          secretEnv, secretFile     where the secret is; authentication: post (default) or basic
          appleTeam, appleKey, appleKeyFile
                                    Apple's key in place of a secret
          emailTrust                never, always, or a list of domains
          scopes, keysURL, authorizationEndpoint, tokenEndpoint, revocationEndpoint
        Files in it are found from the folder that it is in. Secrets are named, never written.

        The log goes to standard error. SIGTERM and Control-C end the server once the requests in flight are
        answered.
        """

    static func run(_ words: [String]) async throws {
        let settings = try ServeSettings(words)
        let signals = try ShutdownSignals()
        let backend = try await start(settings)
        let server = HTTPServer(
            configuration: settings.server,
            admission: { head in backend.admission(of: head) },
            handler: { request in await backend.handle(request) }
        )
        let address: ServerAddress
        do {
            address = try server.bind()
        } catch {
            throw CommandFailure(explain(error, settings))
        }
        if !settings.isQuiet { Terminal.note(Greeting.text(address, settings)) }
        let warmUp = Task { await backend.prepare() }
        defer { warmUp.cancel() }
        async let service: Void = server.run()
        let watch = Task {
            guard await signals.first() != nil else { return }
            backend.endStreams()
            server.drain(within: settings.server.drainTimeout)
        }
        try await service
        watch.cancel()
        await backend.close()
    }

    private static func start(_ settings: ServeSettings) async throws -> Backend {
        let log = Log { level, message in Terminal.note("\(level.rawValue): \(message)") }
        do {
            return try await Backend(
                settings.backend,
                environment: BackendEnvironment(log: log),
                transport: SystemTransport()
            )
        } catch {
            throw CommandFailure(error.reason)
        }
    }

    private static func explain(_ error: ServerError, _ settings: ServeSettings) -> String {
        let place = "\(settings.server.host):\(settings.server.port)"
        switch error.code {
        case .addressInUse: return "\(place) is in use; choose another --port, or end the process that listens there"
        case .permissionDenied: return "\(place): permission denied; ports below 1024 belong to the administrator"
        case .invalidHost: return "--host \(settings.server.host): not an address of this machine"
        case .addressNotAvailable: return "--host \(settings.server.host): this machine does not have this address"
        default: return "cannot listen on \(place): \(error.reason)"
        }
    }
}
