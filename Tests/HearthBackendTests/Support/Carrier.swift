import HearthAuth
import HearthBackend
import HearthCore
import HearthServer
import HearthTesting

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
        try await TestWire.open { wire in
            try await talk(backend, TestClient(wire.transport, origin: "http://\(try wire.address(of: backend))"))
        }
    }

    /// Connects a client with a session of its own to a backend, lets a test use it, and ends what was started.
    ///
    /// - Parameters:
    ///   - backend: The backend.
    ///   - use: The test.
    /// - Throws: What the test throws.
    func connect(to backend: TestBackend, _ use: (Auth) async throws -> Void) async throws {
        guard self == .socket else { return try await use(Auth(backend)) }
        try await TestWire.open { wire in
            let port = try wire.address(of: backend).port
            let auth = Auth(
                .emulator(project: backend.project.rawValue, host: "127.0.0.1", port: port),
                storage: InMemorySessionStorage(),
                clock: backend.clientClock
            )
            try await use(auth)
        }
    }
}
