import HearthCore
import HearthHTTP
import HearthServer
import HearthTesting
import HearthTransport

/// How a client reaches the server of a test.
enum Wiring: String, CaseIterable, Sendable {
    case inProcess
    case overTCP
}

/// A server with one handler, and a client of it.
struct Stage: Sendable {
    let transport: any HTTPTransport
    let origin: String
    /// Ends the server at once, as a killed process would.
    let kill: @Sendable () -> Void

    func get(_ target: String) -> HTTPRequest {
        HTTPRequest(.get, origin: origin, target: target)
    }
}

/// Runs a test against a server, over a wiring.
func onStage<Result: Sendable>(
    _ wiring: Wiring,
    _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    _ play: @Sendable (Stage) async throws -> Result
) async throws -> Result {
    switch wiring {
    case .inProcess:
        return try await play(Stage(transport: InProcessTransport(handler: handler), origin: "", kill: {}))
    case .overTCP:
        var configuration = ServerConfiguration()
        configuration.loops = 1
        let server = HTTPServer(configuration: configuration, handler: handler)
        let port = try server.bind().port
        async let run: Void = server.run()
        let stage = Stage(transport: SystemTransport(), origin: "http://127.0.0.1:\(port)") {
            server.drain(within: .zero)
        }
        let result = try await play(stage)
        server.drain(within: .zero)
        try await run
        return result
    }
}

/// A number that a test waits for.
final class Tally: Sendable {
    private let state = Locked((value: 0, waiters: [(Int, CheckedContinuation<Void, Never>)]()))

    var value: Int { state.withLock { $0.value } }

    func add(_ amount: Int = 1) {
        let ready = state.withLock { state in
            state.value += amount
            let (value, waiters) = state
            state.waiters = waiters.filter { $0.0 > value }
            return waiters.filter { $0.0 <= value }.map(\.1)
        }
        for waiter in ready { waiter.resume() }
    }

    /// Waits until the number is at least this.
    func reaches(_ value: Int) async {
        await withCheckedContinuation { waiter in
            let isReady = state.withLock { state in
                if state.value < value { state.waiters.append((value, waiter)) }
                return state.value >= value
            }
            if isReady { waiter.resume() }
        }
    }
}

extension HTTPExchange {
    /// Every byte that came, and why the body ended too early.
    func drained() async -> (bytes: [UInt8], failure: TransportError.Kind?) {
        var bytes: [UInt8] = []
        do throws(TransportError) {
            var pieces = body.makeAsyncIterator()
            while let piece = try await pieces.next() { bytes += piece }
            return (bytes, nil)
        } catch {
            return (bytes, error.kind)
        }
    }
}
