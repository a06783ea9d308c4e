internal import HearthAuth
internal import HearthCore
internal import HearthFlows
internal import HearthModels
internal import HearthServer

/// Which project a person signs in to from the terminal, and the session there.
struct ClientOptions {
    static let valued: Set<String> = ["host", "project", "config"]
    static let help = """
          --host HOST     the backend, as HOST:PORT or URL (FIREBASE_AUTH_EMULATOR_HOST,
                          or 127.0.0.1:9099)
          --project ID    the project (demo-hearth)
          --config FILE   a GoogleService-Info.plist: use that Firebase project instead

        The session is kept sealed in $XDG_STATE_HOME/hearth, or ~/.local/state/hearth.
        """

    let configuration: AuthConfiguration

    init(_ options: Options) throws {
        if let path = options.last("config") {
            do throws(AuthError) {
                configuration = try .googleServiceInfo(at: path)
            } catch {
                throw CommandFailure("--config \(path): \(error.reason)")
            }
            return
        }
        let project = options.last("project") ?? "demo-hearth"
        guard ProjectID(rawValue: project) != nil else {
            throw options.refusal("project", project, expected: "letters, digits and - _ . :")
        }
        let host = options.last("host") ?? SystemEnvironment.variable("FIREBASE_AUTH_EMULATOR_HOST") ?? "127.0.0.1:9099"
        let url = host.contains("://") ? host : "http://" + host
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), !url.hasSuffix("://") else {
            throw options.refusal("host", host, expected: "HOST:PORT or a URL")
        }
        let origin = url.hasSuffix("/") ? String(url.dropLast()) : url
        configuration = .custom(
            apiKey: project,
            project: project,
            identity: origin + "/identitytoolkit.googleapis.com",
            tokens: origin + "/securetoken.googleapis.com"
        )
    }

    /// Holds a conversation about the session; Ctrl-C ends the process, and leaves the terminal as it was.
    @MainActor
    func converse(_ conversation: @MainActor (AuthDependencies) async throws -> Void) async throws {
        let signals = try ShutdownSignals()
        let watch = Task.detached {
            guard let signal = await signals.first() else { return }
            TerminalInput.show()
            Terminal.print("")
            Terminal.exit(signal == .interrupt ? 130 : 143)
        }
        defer { watch.cancel() }
        let dependencies = AuthDependencies(AuthManager(Auth(configuration)))
        await dependencies.manager.ready()
        do {
            try await conversation(dependencies)
        } catch is DialogEnd {
            Terminal.print("")
        }
    }
}
