internal import HearthAuth
internal import HearthCore
internal import HearthFlows
internal import HearthModels
internal import HearthServer
internal import HearthTransport

/// Which project a person signs in to from the terminal, and the session there.
struct ClientOptions {
    static let valued: Set<String> = ["backend", "host", "project", "config"]
    static let help = """
          --backend ADDRESS
                          the backend: HOST, HOST:PORT or a URL
                          (FIREBASE_AUTH_EMULATOR_HOST, or 127.0.0.1:9099)
          --project ID    the project (demo-hearth)
          --config FILE   a GoogleService-Info.plist: use that Firebase project instead

        The session is kept sealed in $XDG_STATE_HOME/hearth, or ~/.local/state/hearth.
        Questions, mails and text messages are in the language of LC_ALL or LANG, if it
        is one that Hearth has.
        """

    let configuration: AuthConfiguration

    init(_ options: Options) throws {
        if let path = options.last("config") {
            do throws(AuthError) {
                configuration = try .googleServiceInfo(at: path)
            } catch {
                throw CommandFailure("--config \(path.printable): \(ErrorText.text(error))")
            }
            return
        }
        let project = options.last("project") ?? "demo-hearth"
        guard ProjectID(rawValue: project) != nil else {
            throw options.refusal("project", project, expected: "letters, digits and - _ . :")
        }
        let origin = try BackendOrigin.read(options, "backend", "host")
        configuration = .custom(
            apiKey: project,
            project: project,
            identity: origin + "/identitytoolkit.googleapis.com",
            tokens: origin + "/securetoken.googleapis.com"
        )
    }

    /// A client, once a backend has answered.
    ///
    /// - Parameter storage: Where the session is kept. Defaults to the user's own folder.
    /// - Returns: The client.
    /// - Throws: ``CommandFailure`` if none has.
    func client(storage: (any SessionStorage)? = nil) async throws -> Auth {
        let transport = SystemTransport()
        try await BackendProbe(configuration: configuration, transport: transport).check()
        let auth = Auth(configuration, storage: storage, transport: transport)
        auth.languageCode = UserLanguages.preferred.first
        return auth
    }

    /// Holds a conversation about the session; Ctrl-C ends the process, and leaves the terminal as it was.
    ///
    /// - Parameters:
    ///   - providers: The providers that can be signed in with or linked, given the client.
    ///   - conversation: The questions and answers.
    /// - Throws: ``CommandFailure`` if the input ends before the conversation does.
    @MainActor
    func converse(
        providers: (Auth) -> [ProviderSignIn] = { _ in [] },
        _ conversation: @MainActor (AuthDependencies) async throws -> Void
    ) async throws {
        let signals = try ShutdownSignals()
        let watch = Task.detached {
            guard let signal = await signals.first() else { return }
            TerminalInput.show()
            Terminal.print("")
            Terminal.exit(signal == .interrupt ? 130 : 143)
        }
        defer { watch.cancel() }
        let auth = try await client()
        let dependencies = AuthDependencies(AuthManager(auth), providers: providers(auth))
        await dependencies.manager.ready()
        do {
            try await conversation(dependencies)
        } catch is DialogEnd {
            Terminal.print("")
            throw CommandFailure(Dialog().text(.inputEnded))
        }
    }
}
