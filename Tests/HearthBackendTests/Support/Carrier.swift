import HearthBackend
import HearthHTTP
import HearthServer
import HearthTesting
import HearthTransport

/// How requests reach the backend of a test.
enum Carrier: String, CaseIterable, Sendable {
    /// By a function call.
    case inProcess
    /// By a socket of this machine, through the HTTP engine and a client for it.
    case socket

    /// Starts a backend, lets a test talk to it, and ends what was started.
    ///
    /// - Parameters:
    ///   - configure: Changes the configuration before the start.
    ///   - talk: The test.
    /// - Throws: What the test throws.
    func serve(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ talk: (TestBackend, TestClient) async throws -> Void
    ) async throws {
        let backend = try await TestBackend(configure: configure)
        guard self == .socket else { return try await talk(backend, TestClient(backend)) }
        var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
        configuration.loops = 1
        let server = HTTPServer(configuration: configuration) { await backend.backend.handle($0) }
        let address = try server.bind()
        async let run: Void = server.run()
        do {
            try await talk(backend, TestClient(SystemTransport(), origin: "http://\(address)"))
        } catch {
            server.drain(within: .zero)
            try await run
            throw error
        }
        server.drain(within: .zero)
        try await run
    }
}
