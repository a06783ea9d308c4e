internal import HearthCore
internal import HearthServer
internal import HearthTokens
internal import HearthTransport
internal import NotesAPI

/// `notes-api`: the service on a port, until the process is asked to end.
@main
struct NotesCommand {
    static func main() async {
        do {
            let words = Array(CommandLine.arguments.dropFirst())
            guard !words.contains("--help"), !words.contains("-h") else { return print(CommandOptions.help) }
            try await serve(try CommandOptions(words))
        } catch let error as CommandOptions.Problem {
            StandardError.write("notes-api: \(error.reason) (notes-api --help explains the options)")
            Ending.exit(64)
        } catch let error as ServerError {
            StandardError.write("notes-api: cannot listen: \(error.code.rawValue) \(error.reason)")
            Ending.exit(1)
        } catch {
            StandardError.write("notes-api: \(error)")
            Ending.exit(1)
        }
    }

    private static func serve(_ options: CommandOptions) async throws {
        let signals = try ShutdownSignals()
        let service = try await NotesService(
            options.storage,
            verifier: try verifier(options),
            report: { StandardError.write("notes-api: \($0)") }
        )
        let configuration = ServerConfiguration(host: options.host, port: options.port)
        let server = HTTPServer(configuration: configuration) { request in await service.handle(request) }
        let address = try server.bind()
        StandardError.write("notes-api listens on http://\(address), project \(options.project)")
        let watch = Task {
            if await signals.first() != nil { server.drain(within: configuration.drainTimeout) }
        }
        try await server.run()
        watch.cancel()
        await service.close()
    }

    private static func verifier(_ options: CommandOptions) throws -> TokenVerifier {
        let transport = SystemTransport()
        guard let origin = options.identity else {
            return .firebase(project: options.project, transport: transport)
        }
        do throws(KeySourceError) {
            return try .hearth(origin: origin, project: options.project, transport: transport)
        } catch {
            throw CommandOptions.Problem(reason: "--identity \(origin): \(error.reason)")
        }
    }
}
