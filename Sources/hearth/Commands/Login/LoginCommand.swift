internal import HearthAuth
internal import HearthCore
internal import HearthTransport

/// `hearth login`: signs in by questions and answers, or at a provider's page with the user's own browser.
enum LoginCommand: Command {
    static let name = "login"
    static let summary = "sign in at the terminal, or in the browser at a provider's page"

    static let help = """
        hearth login: sign in or create an account, with questions and answers.

        Usage: hearth login [OPTIONS]

        \(ClientOptions.help)

        Passwords are hidden while you type them. Ctrl-D goes back, Ctrl-C ends.

        Usage: hearth login --provider ID [OPTIONS]

        Signs in at a provider's page, in your browser.

          --provider ID       the provider's name on the backend, for example google.com
                              or oidc.staff
          --scope NAME        a further scope to ask the provider for, may be repeated
          --backend URL       the backend, as --host
          --issuer URL        ask this OpenID provider directly; the backend only has to
                              accept its tokens
          --client-id ID      the provider's name for this tool
          --client-secret-env NAME
                              the variable with the provider's secret for this tool, if
                              it needs one
          --port NUMBER       the local port that the browser returns to (any free one)
          --timeout SECONDS   how long to wait for the browser (300)
          --print             print the page's address to standard error instead of
                              opening a browser
          --token             print the identity token and keep no session
        """

    static func run(_ words: [String]) async throws {
        guard words.contains(where: { $0 == "--provider" || $0.hasPrefix("--provider=") }) else {
            return try await converse(words)
        }
        try await openPage(words)
    }

    /// Signs in by questions and answers.
    private static func converse(_ words: [String]) async throws {
        let options = try ClientOptions(Options(words, of: name, valued: ClientOptions.valued))
        try await options.converse { dependencies in
            let story = LoginStory(dependencies: dependencies, dialog: Dialog())
            guard let user = try await story.signIn() else { throw CommandFailure("nobody is signed in") }
            story.greet(user)
        }
    }

    /// Signs in at a provider's page.
    private static func openPage(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: [
                "provider", "scope", "backend", "project", "issuer", "client-id", "client-secret-env", "port",
                "timeout",
            ],
            switches: ["print", "token"]
        )
        guard let provider = options.last("provider"), options.operands.isEmpty else {
            throw UsageError("--provider needs a name alone", hint: "hearth login --help explains the options")
        }
        let printer: LoopbackWebAuthenticator.Opener = { Terminal.note("open \($0)") }
        let browser = LoopbackWebAuthenticator(
            port: UInt16(try options.integer("port", in: 0...65_535, default: 0)),
            timeout: .seconds(try options.integer("timeout", in: 1...3600, default: 300)),
            open: options.has("print") ? printer : nil
        )
        do {
            let user = try await signIn(provider, options, browser)
            let token = options.has("token") ? try await user.idToken().reveal() : nil
            Terminal.print(token ?? "signed in as \(user.uid), \((user.email ?? "without an address").printable)")
        } catch let error as AuthError {
            throw CommandFailure(explanation(of: error))
        }
    }

    private static func signIn(
        _ provider: String,
        _ options: Options,
        _ browser: LoopbackWebAuthenticator
    ) async throws -> User {
        let address = try BackendAddress(options)
        let transport = SystemTransport()
        let auth = Auth(
            .custom(
                apiKey: address.project.rawValue,
                project: address.project.rawValue,
                identity: address.origin + "/identitytoolkit.googleapis.com",
                tokens: address.origin + "/securetoken.googleapis.com"
            ),
            storage: InMemorySessionStorage(),
            transport: transport
        )
        guard let issuer = options.last("issuer") else {
            var page = OAuthProvider(providerID: provider)
            page.scopes = options.all("scope")
            return try await auth.signIn(with: page, using: browser).user
        }
        guard let clientID = options.last("client-id") else {
            throw UsageError("--issuer needs a --client-id", hint: "hearth login --help explains the options")
        }
        var client = try OpenIDClient(
            issuer: issuer,
            clientID: clientID,
            clientSecret: try options.last("client-secret-env").map(secret),
            transport: transport
        )
        client.scopes += options.all("scope")
        return try await auth.signIn(with: try await client.credential(for: provider, using: browser)).user
    }

    private static func secret(_ variable: String) throws -> Secret<String> {
        guard let secret = SystemEnvironment.variable(variable) else {
            throw CommandFailure("\(variable.printable) is not set in the environment")
        }
        return Secret(secret)
    }

    /// What a developer has to know: the service's own words, or ours.
    private static func explanation(of error: AuthError) -> String {
        guard let code = error.serverCode else {
            return error.reason.isEmpty ? error.code.name : "\(error.code.name): \(error.reason)"
        }
        return error.serverDetail.map { "\(code): \($0.printable)" } ?? code
    }
}
