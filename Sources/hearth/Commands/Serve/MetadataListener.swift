internal import HearthBackend
internal import HearthServer

/// The metadata address that Admin SDKs ask on this machine, on a port of its own of the loopback interface.
enum MetadataListener {
    /// Where it listens, and for which service account.
    struct Settings: Sendable {
        let port: Int
        let account: String

        init?(_ options: Options) throws {
            guard let account = options.last("metadata-account") else {
                guard options.last("metadata-port") == nil else {
                    throw UsageError(
                        "--metadata-port needs a --metadata-account",
                        hint: "hearth serve --help explains both"
                    )
                }
                return nil
            }
            self.account = account
            port = try options.integer("metadata-port", in: 0...65_535, default: 0)
        }
    }

    /// The server, not yet bound.
    static func server(
        _ settings: Settings,
        of backend: Backend,
        like configuration: ServerConfiguration
    ) async throws -> (server: HTTPServer, configuration: ServerConfiguration) {
        let service: MetadataService
        do {
            service = try await backend.metadataService(for: settings.account)
        } catch {
            throw CommandFailure("--metadata-account: \(error.reason)")
        }
        var configuration = configuration
        configuration.host = "127.0.0.1"
        configuration.port = settings.port
        configuration.loops = 1
        return (HTTPServer(configuration: configuration, handler: { await service.handle($0) }), configuration)
    }
}
