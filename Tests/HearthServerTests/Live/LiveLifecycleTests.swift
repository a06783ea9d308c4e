import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Connections, live", .enabled(if: canServe), .ownThreads)
struct LiveLifecycleTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [false, true])
    func `a client that leaves cancels its handler`(_ withReset: Bool) async throws {
        let begun = Signal()
        let cancelled = Signal()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            begun.send()
            do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.send() }
            return .text("too late")
        }
        let (wasCancelled, isGone) = try await serving(handler: handler) { server, port -> (Bool, Bool) in
            guard let client = RawClient(port: port) else { return (false, false) }
            client.send(Self.get)
            guard eventually({ begun.isSent }) else { return (false, false) }
            client.close(reset: withReset)
            return (eventually { cancelled.isSent }, eventually { server.openConnections == 0 })
        }
        #expect(wasCancelled)
        #expect(isGone)
    }

    @Test(arguments: [false, true])
    func `a client that leaves ends a silent stream`(_ withReset: Bool) async throws {
        let begun = Signal()
        let cancelled = Signal()
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                try await writer.write([97])
                begun.send()
                do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.send() }
            }
        )
        let wasCancelled = try await serving(handler: { _ in response }) { _, port in
            guard let client = RawClient(port: port) else { return false }
            client.send(Self.get)
            guard eventually({ begun.isSent }) else { return false }
            client.close(reset: withReset)
            return eventually { cancelled.isSent }
        }
        #expect(wasCancelled)
    }

    @Test func `a client that only closed its sending side gets its answers`() async throws {
        let answers = try await serving(handler: echo) { _, port -> [String?] in
            guard let client = RawClient(port: port) else { return [] }
            client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
            client.finishSending()
            var buffer: [UInt8] = []
            return [client.answer(&buffer)?.body, client.answer(&buffer)?.body, client.rest().text]
        }
        #expect(answers == ["GET /1 ", "GET /2 ", ""])
    }

    @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"])
    func `a request that ends too early reaches no one`(_ start: String) async throws {
        let asked = Signal()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            asked.send()
            return await echo(request)
        }
        let (text, end) = try await serving(handler: handler) { _, port -> (String, RawClient.End?) in
            guard let client = RawClient(port: port) else { return ("", nil) }
            client.send(start)
            client.finishSending()
            return client.rest()
        }
        #expect(text == "")
        #expect(end == .finished)
        #expect(!asked.isSent)
    }

    @Test func `a handler that ignores its cancellation does no harm`() async throws {
        let begun = Signal()
        let release = Signal()
        let returned = Signal()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            guard request.target == "/slow" else { return await echo(request) }
            begun.send()
            await release.wait()
            defer { returned.send() }
            return await echo(request)
        }
        let (body, hasReturned) = try await serving(handler: handler) { server, port -> (String?, Bool) in
            guard let client = RawClient(port: port) else { return (nil, false) }
            client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            guard eventually({ begun.isSent }) else { return (nil, false) }
            client.close(reset: true)
            guard eventually({ server.openConnections == 0 }) else { return (nil, false) }
            // The same place in the table: what comes late must not be taken for its answer.
            guard let next = RawClient(port: port) else { return (nil, false) }
            next.send("GET /ne")
            release.send()
            let hasReturned = eventually { returned.isSent }
            return (next.ask("xt HTTP/1.1\r\nHost: x\r\n\r\n")?.body, hasReturned)
        }
        #expect(body == "GET /next ")
        #expect(hasReturned)
    }

    @Test func `a writer waits while its reader stalls`() async throws {
        let pieces = 512
        let size = 64 * 1024
        let written = Locked(0)
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                for _ in 0..<pieces {
                    try await writer.write([UInt8](repeating: UInt8(ascii: "z"), count: size))
                    written.withLock { $0 += size }
                }
            }
        )
        let (stalledAt, isStill, total) = try await serving(handler: { _ in response }) { _, port -> (Int, Bool, Int) in
            guard let client = RawClient(port: port, receiveBuffer: 4096) else { return (0, false, 0) }
            client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = client.receive(16)
            let last = settled { written.withLock { $0 } }
            let isStill = written.withLock { $0 } == last
            return (last, isStill, client.rest().text.utf8.count { $0 == UInt8(ascii: "z") })
        }
        // The backlog, the piece above it, and what the system's own buffers take: 4 MiB at most on Linux.
        #expect(stalledAt > 0 && stalledAt < 8 << 20)
        #expect(isStill)
        #expect(total == pieces * size)
    }

    @Test func `those above the limit are told so`() async throws {
        var limits = ServerLimits()
        limits.connections = 3
        let (inside, outside, again) = try await serving(limits, handler: echo) { server, port -> (Int, Int?, Int?) in
            let clients = (0..<3).compactMap { _ in RawClient(port: port) }
            let inside = clients.filter { $0.ask(Self.get)?.status == 200 }.count
            let outside = RawClient(port: port)?.ask(Self.get)?.status
            clients.first?.close()
            guard eventually({ server.openConnections < 3 }) else { return (inside, outside, nil) }
            return (inside, outside, RawClient(port: port)?.ask(Self.get)?.status)
        }
        #expect(inside == 3)
        #expect(outside == 503)
        #expect(again == 200)
    }
}
