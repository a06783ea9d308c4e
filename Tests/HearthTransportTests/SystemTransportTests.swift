import HearthCore
import HearthHTTP
import HearthTransport
import Testing

@Suite("SystemTransport, live", .timeLimit(.minutes(10)))
struct SystemTransportTests {
    let server: TinyServer

    init() throws {
        server = try TinyServer()
    }

    private func transport(_ change: (inout TransportConfiguration) -> Void = { _ in }) -> SystemTransport {
        var configuration = TransportConfiguration()
        change(&configuration)
        return SystemTransport(configuration)
    }

    @Test func `carries every byte there and back`() async throws {
        let body = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let request = HTTPRequest(.post, origin: server.origin, target: "/echo", body: body)
        let response = try await transport().send(request)
        #expect(response.status == 200)
        #expect(response.bytes == body)
        #expect(response.fields["content-length"] == "70000")
    }

    @Test(arguments: [HTTPMethod.get, .post, .put, .patch, .delete])
    func `sends the method, the query and the fields`(_ method: HTTPMethod) async throws {
        let request = HTTPRequest(
            method,
            origin: server.origin,
            target: "/head",
            fields: ["X-Client": "a b", "X-Empty": "", "Content-Length": "99"]
        )
        let head = String(decoding: try await transport().send(request).bytes, as: UTF8.self)
        let lines = head.split(whereSeparator: \.isNewline)
        #expect(lines.first == "\(method) /head HTTP/1.1")
        #expect(lines.contains("X-Client: a b"))
        #expect(lines.contains { $0.hasPrefix("X-Empty:") })
        #expect(!lines.contains("Content-Length: 99") && !head.lowercased().contains("expect:"))
        #expect(!head.lowercased().contains("content-type"))
    }

    @Test func `passes a refusal through`() async throws {
        let response = try await transport().send(HTTPRequest(.get, origin: server.origin, target: "/teapot"))
        #expect(response.status == 418)
        #expect(response.bytes == Array("short and stout".utf8))
    }

    @Test func `does not follow a redirect`() async throws {
        let response = try await transport().send(HTTPRequest(.get, origin: server.origin, target: "/away"))
        #expect(response.status == 302)
        #expect(response.fields["location"] == "/echo")
        #expect(response.fields.values(of: "x-two").joined(separator: ", ") == "1, 2")
        #expect(server.requests == 1)
    }

    @Test func `uses a connection again`() async throws {
        let transport = transport()
        for _ in 0..<20 {
            _ = try await transport.send(HTTPRequest(.post, origin: server.origin, target: "/echo", body: [1]))
        }
        #expect(server.connections == 1)
        #expect(server.requests == 20)
    }

    @Test func `keeps connections until it is released, and no longer`() async throws {
        for _ in 0..<20 {
            var transport: SystemTransport? = transport()
            _ = try await transport?.send(HTTPRequest(.get, origin: server.origin, target: "/echo"))
            #expect(server.openConnections == 1)
            transport = nil
            while server.openConnections > 0, !Task.isCancelled { await Task.yield() }
            #expect(server.openConnections == 0)
        }
    }

    @Test func `answers a hundred callers at once`() async throws {
        let transport = transport { $0.connectionsPerHost = 8 }
        let origin = server.origin
        let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in UInt8(0)..<100 {
                group.addTask {
                    let request = HTTPRequest(.post, origin: origin, target: "/echo", body: [number, number])
                    return try await transport.send(request).bytes
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(answers == Set((UInt8(0)..<100).map { [$0, $0] }))
        #expect(server.connections <= 8)
    }

    @Test func `says that no one listens`() async throws {
        // A port that a server has left may be another test's a moment later; the first one is no one's.
        let error = await #expect(throws: TransportError.self) {
            try await transport().send(HTTPRequest(.get, origin: "http://127.0.0.1:1", target: "/echo"))
        }
        #expect(error?.kind == .unreachable)
    }

    @Test func `a handshake that does not end is a host that cannot be reached`() async throws {
        let origin = "https://127.0.0.1:\(server.port)"
        let error = await #expect(throws: TransportError.self) {
            try await transport { $0.connectTimeout = .milliseconds(200) }
                .send(HTTPRequest(.get, origin: origin, target: "/echo"))
        }
        #expect(error?.kind == .unreachable)
        #expect(server.requests == 0)
    }

    @Test func `says that the connection was lost in the middle of a body`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await transport().send(HTTPRequest(.get, origin: server.origin, target: "/broken"))
        }
        #expect(error?.kind == .connectionLost)
    }

    @Test func `refuses a body over the limit, and only that`() async throws {
        let request = HTTPRequest(.get, origin: server.origin, target: "/large")
        let error = await #expect(throws: TransportError.self) {
            try await transport { $0.maximumResponseBytes = 299_999 }.send(request)
        }
        #expect(error?.kind == .responseTooLarge)
        let response = try await transport { $0.maximumResponseBytes = 300_000 }.send(request)
        #expect(response.bytes.count == 300_000)
    }

    @Test func `gives up when its time is over, and not before`() async throws {
        let request = HTTPRequest(.get, origin: server.origin, target: "/silence")
        let patient = transport { $0.timeout = .seconds(3600) }
        let isOver = Locked(false)
        let wait = Task {
            let kind = await Self.kind { () throws(TransportError) in try await patient.send(request) }
            isOver.withLock { $0 = true }
            return kind
        }
        while server.requests == 0, !Task.isCancelled { await Task.yield() }
        let error = await #expect(throws: TransportError.self) {
            try await transport { $0.timeout = .milliseconds(200) }.send(request)
        }
        #expect(error?.kind == .timedOut)
        // Had both the same limit, the one that began first would be over first.
        #expect(!isOver.withLock { $0 })
        wait.cancel()
        #expect(await wait.value == .cancelled)
    }

    @Test func `waits as long as it may, and no shorter for a time beyond all counting`() async throws {
        let transport = transport { $0.timeout = .seconds(Int64.max) }
        let response = try await transport.send(HTTPRequest(.get, origin: server.origin, target: "/large"))
        #expect(response.bytes.count == 300_000)
    }

    @Test func `ends within 50 ms of a cancellation`() async throws {
        let transport = transport()
        let request = HTTPRequest(.get, origin: server.origin, target: "/silence")
        let isPrompt = await endsPromptly {
            let before = server.requests
            let call = Task { await Self.kind { () throws(TransportError) in try await transport.send(request) } }
            while server.requests == before { await Task.yield() }
            let start = ContinuousClock.now
            call.cancel()
            #expect(await call.value == .cancelled)
            return ContinuousClock.now - start
        }
        #expect(isPrompt)
    }

    @Test func `sends nothing for a task that was cancelled before`() async throws {
        let transport = transport()
        let request = HTTPRequest(.get, origin: server.origin, target: "/echo")
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Self.kind { () throws(TransportError) in try await transport.send(request) }
        }
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(server.requests == 0)
    }

    @Test(arguments: [
        ("ftp://example.com", "/"), ("http://", "/"), ("http://a b", "/"), ("http://u@example.com", "/"),
        ("http://example.com", ""), ("http://example.com", "x"), ("http://example.com", "/a b"),
        ("http://example.com", "/\r\nX: y"), ("http://example.com/x", "/"), ("http://example.com", "/#f"),
    ])
    func `refuses an address that is none`(_ origin: String, _ target: String) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await transport().send(HTTPRequest(.get, origin: origin, target: target))
        }
        #expect(error?.kind == .invalidRequest)
    }

    @Test(arguments: [("X", "a\r\nY: b"), ("X", "a\nb"), ("X Y", "a"), ("", "a"), ("X:", "a"), ("X", "a\0b")])
    func `refuses a field that would become two`(_ name: String, _ value: String) async throws {
        var fields = HTTPFields()
        fields.append(name, value)
        let error = await #expect(throws: TransportError.self) {
            try await transport().send(HTTPRequest(.get, origin: server.origin, target: "/head", fields: fields))
        }
        #expect(error?.kind == .invalidRequest)
        #expect(server.requests == 0)
    }

    private static func kind(
        _ call: () async throws(TransportError) -> HTTPResponse
    ) async -> TransportError.Kind? {
        do {
            _ = try await call()
            return nil
        } catch {
            return error.kind
        }
    }
}
