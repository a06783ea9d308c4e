internal import HearthAuth
internal import HearthCore
internal import HearthFlows
internal import HearthTransport

/// `hearth login`: signs in by questions and answers, or at a provider's page with the user's own browser.
enum LoginCommand: Command {
    static let name = "login"
    static let summary = "sign in at the terminal, or in the browser at a provider's page"

    static let help = """
        hearth login: sign in or create an account, with questions and answers.

        Usage: hearth login [OPTIONS]

        \(ClientOptions.help)

        Passkeys are kept by a device or a browser: sign in with them there.
        Passwords are hidden while you type them. Ctrl-D goes back and, at the list of
        choices, ends with status 1; Ctrl-C ends at once.

        Usage: hearth login --provider ID [OPTIONS]

        Signs in at a provider's page, in your browser.

          --provider ID   the provider's name on the backend, for example google.com
                          or oidc.staff
        \(BrowserOptions.help)
          --issuer URL    ask this OpenID provider directly; the backend only has to
                          accept its tokens
          --client-id ID  the provider's name for this tool
          --client-secret-env NAME
                          the variable with the provider's secret for this tool, if
                          it needs one
          --token         print the identity token and keep no session
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: ClientOptions.valued.union(BrowserOptions.valued)
                .union(["provider", "issuer", "client-id", "client-secret-env"]),
            switches: BrowserOptions.switches.union(["token"])
        )
        guard options.operands.isEmpty else {
            throw UsageError("login takes no '\(options.operands[0])'", hint: hint)
        }
        if let provider = options.last("provider") { return try await openPage(provider, options) }
        for name in ["scope", "port", "timeout", "issuer", "client-id", "client-secret-env"]
        where options.last(name) != nil {
            throw UsageError("--\(name) belongs to --provider", hint: hint)
        }
        guard !options.has("print"), !options.has("token") else {
            throw UsageError("--print and --token belong to --provider", hint: hint)
        }
        try await ClientOptions(options).converse { dependencies in
            let dialog = Dialog()
            let story = LoginStory(dependencies: dependencies, dialog: dialog)
            guard let user = try await story.signIn() else { throw CommandFailure(dialog.text(.notSignedIn)) }
            story.greet(user)
        }
    }

    private static let hint = "hearth login --help explains the options"

    /// Refuses options that mean something only beside another one, before anything is asked of a server.
    private static func checkProvider(_ options: Options) throws {
        guard options.last("issuer") == nil else {
            guard options.last("client-id") != nil else {
                throw UsageError("--issuer needs a --client-id", hint: hint)
            }
            return
        }
        for name in ["client-id", "client-secret-env"] where options.last(name) != nil {
            throw UsageError("--\(name) needs an --issuer", hint: hint)
        }
    }

    /// Signs in at a provider's page.
    private static func openPage(_ provider: String, _ options: Options) async throws {
        try checkProvider(options)
        let browser = try BrowserOptions(options)
        let wantsToken = options.has("token")
        let auth = try await ClientOptions(options).client(storage: wantsToken ? InMemorySessionStorage() : nil)
        do {
            let user = try await signIn(provider, auth, options, browser)
            let token = wantsToken ? try await user.idToken().reveal() : nil
            Terminal.print(token ?? "signed in as \(user.uid), \((user.email ?? "without an address").printable)")
        } catch let error as AuthError {
            throw CommandFailure(ErrorText.text(error))
        }
    }

    private static func signIn(
        _ provider: String,
        _ auth: Auth,
        _ options: Options,
        _ browser: BrowserOptions
    ) async throws -> User {
        guard let issuer = options.last("issuer"), let clientID = options.last("client-id") else {
            return try await auth.signIn(with: browser.page(of: provider), using: browser.browser).user
        }
        var client = try OpenIDClient(
            issuer: issuer,
            clientID: clientID,
            clientSecret: try options.last("client-secret-env").map(secret),
            transport: SystemTransport()
        )
        client.scopes += browser.scopes
        let credential = try await client.credential(for: provider, using: browser.browser)
        return try await auth.signIn(with: credential).user
    }

    private static func secret(_ variable: String) throws -> Secret<String> {
        guard let secret = SystemEnvironment.variable(variable) else {
            let localizer = Localizer(preferring: UserLanguages.preferred)
            throw CommandFailure(localizer(.variableMissing(variable.printable)))
        }
        return Secret(secret)
    }
}
