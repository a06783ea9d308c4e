internal import HearthAuth
internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthServer
internal import HearthTransport

/// `hearth demo`: one person's whole story, step by step, with what came back.
enum DemoCommand: Command {
    static let name = "demo"
    static let summary = "watch a user sign up, verify, sign in, refresh and call a protected API"

    static let help = """
        hearth demo: watch a user sign up, verify an address, sign in, refresh, and call a protected API.

        Usage: hearth demo [OPTIONS]

          --backend URL   the emulator to speak to; default: one of its own, in memory, on a free port
          --project ID    the project; default demo-hearth
          --api URL       the notes API to call (Examples/NotesAPI); default: a route of its own that answers
                          whoever brings a token that verifies

        Every step prints what came back. The demo ends with status 1 at the first step that goes wrong.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(words, of: name, valued: ["backend", "project", "api"])
        let project = options.last("project") ?? "demo-hearth"
        let stage = try await Stage.set(backend: options.last("backend"), api: options.last("api"), project: project)
        var story = DemoStory(stage: stage, project: project, narrator: Narrator())
        do {
            try await story.tell()
        } catch {
            await stage.clear()
            throw CommandFailure("the demo stopped: \(error)")
        }
        await stage.clear()
    }
}

/// Where the demo plays: the addresses, and what it started itself.
struct Stage: Sendable {
    /// The backend's address, without a slash at the end.
    let backend: String
    /// The protected API's address, without a slash at the end.
    let api: String
    /// Whether the API keeps notes, or only tells who calls.
    let hasNotes: Bool
    private let started: [Started]

    private struct Started: Sendable {
        let server: HTTPServer
        let running: Task<Void, any Error>
    }

    /// Starts what was not named.
    static func set(backend: String?, api: String?, project: String) async throws -> Stage {
        var started: [Started] = []
        let backendAddress: String
        if let backend {
            backendAddress = withoutSlash(backend)
        } else {
            guard let id = ProjectID(rawValue: project) else {
                throw CommandFailure("--project \(project): expected letters, digits and - _ . :")
            }
            let service = try await Backend(BackendConfiguration(project: id))
            backendAddress = try start(&started) { request in await service.handle(request) }
        }
        let apiAddress: String
        if let api {
            apiAddress = withoutSlash(api)
        } else {
            let greeter = try WhoAmI(project: project, backend: backendAddress)
            apiAddress = try start(&started) { request in await greeter.answer(request) }
        }
        return Stage(backend: backendAddress, api: apiAddress, hasNotes: api != nil, started: started)
    }

    /// Ends what was started.
    func clear() async {
        for one in started {
            one.server.drain(within: .seconds(2))
            _ = await one.running.result
        }
    }

    private static func start(
        _ started: inout [Started],
        _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws -> String {
        let server = HTTPServer(handler: handler)
        let address = try server.bind()
        started.append(Started(server: server, running: Task { try await server.run() }))
        return "http://\(address)"
    }

    private static func withoutSlash(_ url: String) -> String {
        url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
