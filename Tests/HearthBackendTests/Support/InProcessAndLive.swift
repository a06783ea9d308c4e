import HearthBackend
import HearthCore
import HearthHTTP
import HearthServer
import HearthTesting
import HearthTransport
import Testing

/// Runs each test of a suite twice: by function calls, and over a socket of this machine.
///
/// What is written once as a conversation of a ``TestClient`` is so proved for the HTTP engine too. The second time,
/// each client that a test makes for a backend starts a server for it, which ends with the test.
struct InProcessAndLive: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }
    /// Whether the second time is left to long runs.
    var onlyInLongRuns = false

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await function()
        guard testCase != nil, LongRun.isWanted || !onlyInLongRuns else { return }
        try await TestWire.open { wire in
            try await TestWire.$current.withValue(wire) { try await function() }
        }
    }
}

extension Trait where Self == InProcessAndLive {
    /// Runs each test twice: by function calls, and over a socket of this machine.
    static var inProcessAndLive: Self { Self() }

    /// Runs each test by function calls, and with `HEARTH_LONG=1` over a socket of this machine too.
    ///
    /// For the suites of operations: their answers cross a socket in the table of operations in every run.
    static var inProcessAndLiveInLongRuns: Self { Self(onlyInLongRuns: true) }
}

/// The servers that a test has on sockets of this machine.
final class TestWire: Sendable {
    /// The wire of the running test; `nil` while it runs in process.
    @TaskLocal static var current: TestWire?

    private struct Listener {
        let backend: ObjectIdentifier
        let address: ServerAddress
        let server: HTTPServer
        let run: Task<Void, any Error>
    }

    private let listeners = Locked<[Listener]>([])
    /// One for all tests: it keeps its connections by address.
    let transport = TestWire.sharedTransport
    private static let sharedTransport = SystemTransport()

    /// Lends a wire, and ends its servers.
    static func open(_ talk: (TestWire) async throws -> Void) async throws {
        let wire = TestWire()
        do {
            try await talk(wire)
        } catch {
            await wire.close()
            throw error
        }
        await wire.close()
    }

    /// The address of a backend's server, which is started if there is none.
    func address(of backend: TestBackend) throws -> ServerAddress {
        let id = ObjectIdentifier(backend)
        if let known = listeners.withLock({ $0.first { $0.backend == id } }) { return known.address }
        var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
        configuration.loops = 1
        let server = HTTPServer(
            configuration: configuration,
            admission: { backend.backend.answering($0) },
            handler: { await backend.backend.handle($0) }
        )
        let address = try server.bind()
        let run = Task { try await server.run() }
        listeners.withLock { $0.append(Listener(backend: id, address: address, server: server, run: run)) }
        return address
    }

    private func close() async {
        let all = listeners.withLock { list in
            defer { list = [] }
            return list
        }
        for listener in all { listener.server.drain(within: .zero) }
        for listener in all {
            do { try await listener.run.value } catch { Issue.record(error, "A server failed.") }
        }
    }
}
