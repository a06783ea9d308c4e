import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Requests, live", .enabled(if: canServe), .ownThreads)
struct LiveRequestTests {
    @Test(arguments: Message.small + Message.large)
    func `answers or refuses`(_ message: Message) async throws {
        let (answer, end) = try await serving(handler: echo) { _, port in
            guard let client = RawClient(port: port) else { return (nil as Answer?, nil as RawClient.End?) }
            client.send(message.bytes)
            let answer = client.answer()
            return (answer, message.status == nil ? nil : client.rest().end)
        }
        #expect(answer?.status == message.status ?? 200)
        if message.status != nil {
            #expect(end == .finished)
            #expect(answer?.fields["connection"] == "close")
            #expect(answer?.fields["content-type"] == "application/json")
            #expect(answer?.body.hasPrefix("{\"error\":{\"code\":\(message.status ?? 0),\"message\":\"") == true)
        }
    }

    @Test func `serves one request after the other on one connection`() async throws {
        let answers = try await serving(handler: echo) { _, port in
            guard let client = RawClient(port: port) else { return [] as [Answer?] }
            return (0..<3).map { client.ask("POST /\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n\($0)") }
        }
        #expect(answers.map { $0?.body } == ["POST /0 0", "POST /1 1", "POST /2 2"])
        #expect(answers.allSatisfy { $0?.fields["connection"] == nil && $0?.fields["date"]?.hasSuffix(" GMT") == true })
    }

    @Test func `answers 200 pipelined requests in order`() async throws {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            if request.target.hasSuffix("0") { await Task.yield() }
            return await echo(request)
        }
        let bodies = try await serving(handler: handler) { _, port in
            guard let client = RawClient(port: port) else { return [] as [String] }
            client.send((0..<200).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            var buffer: [UInt8] = []
            return (0..<200).compactMap { _ in client.answer(&buffer)?.body }
        }
        #expect(bodies == (0..<200).map { "GET /\($0) " })
    }

    @Test func `pipelined requests wait for the reader of their answers`() async throws {
        let size = 64 * 1024
        let count = 400
        let begun = Locked(0)
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            begun.withLock { $0 += 1 }
            return .text(String(repeating: "z", count: size))
        }
        let (unread, total) = try await serving(handler: handler) { _, port -> (Int, Int) in
            guard let client = RawClient(port: port, receiveBuffer: 4096) else { return (0, 0) }
            let request = "GET / HTTP/1.1\r\nHost: x\r\n"
            client.send(String(repeating: request + "\r\n", count: count - 1) + request + "Connection: close\r\n\r\n")
            _ = client.receive(16)
            let unread = settled { begun.withLock { $0 } }
            return (unread, client.rest().text.utf8.count { $0 == UInt8(ascii: "z") })
        }
        // What the system's own buffers take is 4 MiB at most on Linux, which is 64 answers.
        #expect(unread > 0 && unread < count / 2)
        #expect(total == count * size)
    }

    @Test func `takes a chunked body in pieces`() async throws {
        let answer = try await serving(handler: echo) { _, port -> Answer? in
            guard let client = RawClient(port: port) else { return nil }
            for piece in [
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-", "Encoding: chunked\r\n\r\n3\r", "\nab", "c\r\n0\r\n\r\n",
            ] {
                client.send(piece)
            }
            return client.answer()
        }
        #expect(answer?.body == "POST / abc")
    }

    @Test func `tells the client to continue, once it may`() async throws {
        let (first, second) = try await serving(handler: echo) { _, port -> (Answer?, Answer?) in
            guard let client = RawClient(port: port) else { return (nil, nil) }
            let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            return (client.ask(head), client.ask("hi"))
        }
        #expect(first?.status == 100)
        #expect(second?.body == "POST / hi")
    }

    @Test(arguments: ["Content-Length: 9", "Transfer-Encoding: chunked"])
    func `refuses a body above the limit before it is all there`(_ framing: String) async throws {
        var limits = ServerLimits()
        limits.bodyBytes = 8
        let answer = try await serving(limits, handler: echo) { _, port in
            RawClient(port: port)?.ask("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\(framing)\r\n\r\n9\r\n")
        }
        #expect(answer?.status == 413)
    }

    @Test func `a client that still sends gets to read its refusal`() async throws {
        var limits = ServerLimits()
        limits.bodyBytes = 8
        let (answer, end) = try await serving(limits, handler: echo) { _, port -> (Answer?, RawClient.End?) in
            guard let client = RawClient(port: port) else { return (nil, nil) }
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
            for _ in 0..<10 { client.send([UInt8](repeating: 0, count: 100_000)) }
            return (client.answer(), client.rest().end)
        }
        #expect(answer?.status == 413)
        // A reset would let some systems throw away what they had received.
        #expect(end == .finished)
    }

    @Test func `names the peer`() async throws {
        let answer = try await serving(
            handler: { .text($0.peer ?? "nobody") },
            talk: { _, port in RawClient(port: port)?.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        )
        #expect(answer?.body == "127.0.0.1")
    }

    @Test func `serves many connections on several loops`() async throws {
        let bodies = try await serving(loops: 3, handler: echo) { _, port in
            let clients = (0..<30).compactMap { _ in RawClient(port: port) }
            for (index, client) in clients.enumerated() { client.send("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n") }
            return clients.map { $0.answer()?.body }
        }
        #expect(bodies == (0..<30).map { "GET /\($0) " })
    }
}
