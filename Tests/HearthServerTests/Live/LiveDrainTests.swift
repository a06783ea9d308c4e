import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Beginning and end, live", .enabled(if: canServe), .ownThreads)
struct LiveDrainTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `a drain closes the idle, answers those in flight and refuses the new`() async throws {
        let release = Signal()
        let begun = Locked(0)
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            guard request.target == "/slow" else { return await echo(request) }
            begun.withLock { $0 += 1 }
            await release.wait()
            return await echo(request)
        }
        let (idle, refused, answers) = try await serving(
            loops: 2,
            handler: handler,
            talk: { server, port -> ([RawClient.End], Bool, [Answer?]) in
                let idle = (0..<4).compactMap { _ in RawClient(port: port) }
                for client in idle { _ = client.ask(Self.get) }
                let busy = (0..<4).compactMap { _ in RawClient(port: port) }
                for client in busy { client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n") }
                guard eventually({ begun.withLock { $0 } == 4 }) else { return ([], false, []) }
                server.drain(within: .seconds(30))
                let ends = idle.map { $0.rest().end }
                let refused = RawClient(port: port) == nil
                release.send()
                return (ends, refused, busy.map { $0.answer() })
            }
        )
        #expect(idle == Array(repeating: .finished, count: 4))
        #expect(refused)
        #expect(answers.map { $0?.body } == Array(repeating: "GET /slow ", count: 4))
        #expect(answers.allSatisfy { $0?.fields["connection"] == "close" })
    }

    @Test func `a drain does not wait longer than it may`() async throws {
        let begun = Signal()
        let cancelled = Signal()
        let release = Signal()
        let server = HTTPServer { _ in
            begun.send()
            await withTaskCancellationHandler {
                await release.wait()
            } onCancel: {
                cancelled.send()
            }
            return .text("too late")
        }
        let port = try server.bind().port
        async let run: Void = server.run()
        let end = try await inThread { () -> RawClient.End? in
            guard let client = RawClient(port: port) else { return nil }
            client.send(Self.get)
            guard eventually({ begun.isSent }) else { return nil }
            server.drain(within: .milliseconds(50))
            return client.rest().end
        }
        try await run
        #expect(end == .reset)
        #expect(cancelled.isSent)
        #expect(server.openConnections == 0)
        release.send()
    }

    @Test func `a drain lets streams say goodbye`() async throws {
        let begun = Signal()
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                try await writer.write(Array("hello ".utf8))
                begun.send()
                try? await Task.sleep(for: .seconds(60))
                try await writer.write(Array("goodbye".utf8))
            }
        )
        let (answer, end) = try await serving(handler: { _ in response }) { server, port -> (Answer?, RawClient.End?) in
            guard let client = RawClient(port: port) else { return (nil, nil) }
            client.send(Self.get)
            guard eventually({ begun.isSent }) else { return (nil, nil) }
            server.drain(within: .seconds(8))
            return (client.answer(), client.rest().end)
        }
        #expect(answer?.body == "hello goodbye")
        #expect(end == .finished)
    }

    @Test func `a server ends with its task`() async throws {
        let server = HTTPServer(configuration: ServerConfiguration(host: "127.0.81.1", port: 0), handler: echo)
        let port = try server.bind().port
        let run = Task { try await server.run() }
        // On a busy machine the server's task may begin later than a client is willing to wait.
        let before = try await inThread {
            (0..<20).lazy.compactMap { _ in RawClient(port: port, at: 81)?.ask(Self.get)?.status }.first
        }
        run.cancel()
        try await run.value
        let isReachable = try await inThread { RawClient(port: port, at: 81) != nil }
        #expect(before == 200)
        #expect(!isReachable)
    }

    @Test func `a server that was drained before never runs`() async throws {
        let server = HTTPServer(configuration: ServerConfiguration(host: "127.0.82.1", port: 0), handler: echo)
        let port = try server.bind().port
        server.drain(within: .zero)
        try await server.run()
        let isReachable = try await inThread { RawClient(port: port, at: 82) != nil }
        #expect(!isReachable)
        let error = await #expect(throws: ServerError.self) { try await server.run() }
        #expect(error?.code == .alreadyRun)
    }

    @Test func `a signal is told, and no longer ends the process`() async throws {
        let signals = try ShutdownSignals()
        _ = try await inThread { raiseTermination() }
        #expect(await signals.first() == .terminate)
    }
}
