import HearthHTTP
import HearthTransport
import Testing

/// What only a connection can do to a stream.
@Suite("HTTPTransport.open over a connection, live")
struct StreamFailureTests {
    let server: TinyServer

    init() throws {
        server = try TinyServer()
    }

    @Test func `a response cut after any byte is never taken for a whole one`() async throws {
        let head = "HTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n"
        let answer = Array((head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").utf8)
        let headLength = head.utf8.count
        let transport = SystemTransport()
        for end in 0...answer.count {
            server.script = Array(answer[..<end])
            let request = HTTPRequest(.post, origin: server.origin, target: "/script")
            do throws(TransportError) {
                let exchange = try await transport.open(request)
                #expect(end >= headLength, "a head out of \(end) bytes")
                #expect(exchange.status == 200 && exchange.fields["x-a"] == "b")
                let (bytes, failure) = await exchange.drained()
                #expect(Array("abcde".utf8).starts(with: bytes))
                // The very last line feed decides nothing any more.
                #expect(failure == (end >= answer.count - 1 ? nil : .connectionLost), "cut after \(end) bytes")
                #expect(failure != nil || bytes == Array("abcde".utf8))
            } catch {
                #expect(end < headLength && error.kind == .connectionLost, "cut after \(end) bytes: \(error)")
            }
            let whole = try? await transport.send(request)
            #expect((whole?.bytes == Array("abcde".utf8)) == (end >= answer.count - 1), "sent, cut after \(end) bytes")
        }
    }

    @Test func `a server that goes away in the middle is a lost connection`() async throws {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            HTTPResponse(
                status: 200,
                body: .stream { writer in
                    try await writer.write([1, 2, 3])
                    try await Task.sleep(for: .seconds(3600))
                }
            )
        }
        try await onStage(.overTCP, handler) { stage in
            let exchange = try await stage.transport.open(stage.get("/"))
            var pieces = exchange.body.makeAsyncIterator()
            #expect(try await pieces.next() == [1, 2, 3])
            stage.kill()
            let error = await #expect(throws: TransportError.self) { _ = try await pieces.next() }
            #expect(error?.kind == .connectionLost)
        }
    }

    @Test func `the head has to come in time, whatever is allowed for the body`() async throws {
        var request = HTTPRequest(.get, origin: server.origin, target: "/silence")
        request.timeout = .milliseconds(100)
        let error = await #expect(throws: TransportError.self) { try await SystemTransport().open(request) }
        #expect(error?.kind == .timedOut)
        let whole = await #expect(throws: TransportError.self) { try await SystemTransport().send(request) }
        #expect(whole?.kind == .timedOut)
    }

    @Test func `a stream may last longer than the limit for whole responses`() async throws {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            HTTPResponse(
                status: 200,
                body: .stream { writer in
                    for number in UInt8(0)..<8 {
                        try await writer.write([number])
                        try await Task.sleep(for: .milliseconds(50))
                    }
                }
            )
        }
        try await onStage(.overTCP, handler) { stage in
            var configuration = TransportConfiguration()
            configuration.timeout = .milliseconds(200)
            let transport = SystemTransport(configuration)
            while true {
                do throws(TransportError) {
                    let exchange = try await transport.open(stage.get("/"))
                    #expect(await exchange.drained().bytes == Array(0..<8))
                    return
                } catch {
                    // A busy machine may not answer with a head in so short a time.
                    #expect(error.kind == .timedOut || error.kind == .unreachable)
                }
            }
        }
    }

    @Test func `a silent stream is ended only if the request says so`() async throws {
        server.script = Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8)
        server.keepsScriptOpen = true
        var request = HTTPRequest(.get, origin: server.origin, target: "/script")
        request.silence = .milliseconds(100)
        let (bytes, failure) = await (try SystemTransport().open(request)).drained()
        #expect(bytes == Array("abc".utf8))
        #expect(failure == .timedOut)
    }

    @Test func `a transport lives as long as its streams`() async throws {
        server.script = Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc".utf8)
        server.keepsScriptOpen = true
        let exchange = try await SystemTransport().open(HTTPRequest(.get, origin: server.origin, target: "/script"))
        var pieces = exchange.body.makeAsyncIterator()
        #expect(try await pieces.next() == Array("abc".utf8))
        server.release(with: Array("def".utf8))
        #expect(try await pieces.next() == Array("def".utf8))
        #expect(try await pieces.next() == nil)
    }

    @Test func `a reader that leaves closes the connection`() async throws {
        server.script = Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc".utf8)
        server.keepsScriptOpen = true
        let transport = SystemTransport()
        do {
            let exchange = try await transport.open(HTTPRequest(.get, origin: server.origin, target: "/script"))
            #expect(try await exchange.body.first { _ in true } == Array("abc".utf8))
            #expect(server.openConnections == 1)
        }
        while server.openConnections > 0 { await Task.yield() }
    }
}
