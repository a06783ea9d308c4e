internal import HearthAuth
internal import HearthFlows
internal import HearthModels

/// The browser in which a provider's page is opened, and how it comes back.
struct BrowserOptions {
    static let valued: Set<String> = ["scope", "port", "timeout"]
    static let switches: Set<String> = ["print"]
    static let help = """
          --scope NAME    a further scope to ask the provider for, may be repeated
          --port NUMBER   the local port that the browser returns to (any free one)
          --timeout SECONDS
                          how long to wait for the browser (300)
          --print         print the page's address to standard error instead of
                          opening a browser
        """

    let browser: LoopbackWebAuthenticator
    let scopes: [String]

    init(_ options: Options) throws {
        let printer: LoopbackWebAuthenticator.Opener = { Terminal.note("open \($0)") }
        browser = LoopbackWebAuthenticator(
            port: UInt16(try options.integer("port", in: 0...65_535, default: 0)),
            timeout: .seconds(try options.integer("timeout", in: 1...3600, default: 300)),
            open: options.has("print") ? printer : nil
        )
        scopes = options.all("scope")
    }

    /// A provider's page.
    func page(of provider: String) -> OAuthProvider {
        var page = OAuthProvider(providerID: provider)
        page.scopes = scopes
        return page
    }

    /// A provider that the account can be linked to, or signed in with.
    func provider(_ id: String, _ auth: Auth) -> ProviderSignIn {
        ProviderSignIn(id) { .credential(try await auth.credential(of: page(of: id), using: browser)) }
    }
}
