import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Bodies that are read piece by piece, live", .enabled(if: canServe), .ownThreads)
struct LiveUploadTests {
    private static let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func post(_ length: Int) -> String {
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n"
    }

    /// Has every request with a body read piece by piece.
    private static func streaming(
        maximum: Int = 1 << 30,
        _ handler: @escaping @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse
    ) -> @Sendable (HTTPRequestHead) -> HTTPAdmission {
        { $0.method == .post ? .stream(maximumBody: maximum, handler) : .accept() }
    }

    /// Counts and sums the bytes.
    private static let sum: @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse = { _, body in
        var count = 0
        var sum = 0
        do {
            for try await piece in body {
                count += piece.count
                sum += piece.reduce(0) { $0 + Int($1) }
            }
        } catch {
            return .text("incomplete")
        }
        return .text("\(count) \(sum)")
    }

    @Test(arguments: [0, 1, 65_536, 3_000_000])
    func `the whole body arrives, and the connection goes on`(_ size: Int) async throws {
        let bodies = try await serving(admission: Self.streaming(Self.sum), handler: echo) { _, port -> [String?] in
            guard let client = RawClient(port: port) else { return [] }
            client.send(Self.post(size))
            client.send([UInt8](repeating: 2, count: size) + Array(Self.get.utf8))
            var buffer: [UInt8] = []
            return [client.answer(&buffer)?.body, client.answer(&buffer)?.body]
        }
        #expect(bodies == ["\(size) \(2 * size)", "GET / "])
    }

    @Test func `pieces are handed over as they come`() async throws {
        let response: @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse = { _, body in
            HTTPResponse(
                status: 200,
                body: .stream { writer in for try await piece in body { try await writer.write(piece) } }
            )
        }
        let parts = try await serving(admission: Self.streaming(response), handler: echo) { _, port -> [String] in
            guard let client = RawClient(port: port) else { return [] }
            client.send(Self.chunked)
            var read: [String] = []
            for word in ["one", "two"] {
                client.send("3\r\n\(word)\r\n")
                var text = ""
                while !text.contains(word) {
                    let (bytes, end) = client.receive()
                    if end != nil { return read }
                    text += String(decoding: bytes, as: UTF8.self)
                }
                read.append(word)
            }
            client.send("0\r\n\r\n")
            return read + [client.rest().text]
        }
        #expect(parts == ["one", "two", "0\r\n\r\n"])
    }

    @Test func `a client waits while the reader of its body stalls`() async throws {
        let release = Signal()
        let size = 40_000_000
        let handler: @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse = { head, body in
            await release.wait()
            return await Self.sum(head, body)
        }
        let sent = Locked(0)
        let (stalledAt, answer) = try await serving(
            admission: Self.streaming(handler),
            handler: echo,
            talk: { _, port -> (Int, String?) in
                guard let client = RawClient(port: port) else { return (0, nil) }
                client.send(Self.post(size))
                client.setTimeout(milliseconds: 500)
                let piece = [UInt8](repeating: 1, count: 10_000)
                var rest = 0
                for index in 0..<(size / 10_000) {
                    guard client.send(piece) else {
                        rest = index
                        break
                    }
                    sent.withLock { $0 += 10_000 }
                }
                guard rest > 0 else { return (size, nil) }
                return (sent.withLock { $0 }, "stalled")
            }
        )
        // What the server keeps, and what the system's own buffers take: 6 MiB and 4 MiB at most on Linux.
        #expect(stalledAt < 16 << 20)
        #expect(answer == "stalled")
        release.send()
    }

    @Test func `a body above its limit is refused, and its handler cancelled`() async throws {
        let failed = Signal()
        let handler: @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse = { _, body in
            do { for try await _ in body {} } catch { failed.send() }
            return .text("too late")
        }
        let (announced, grown, hasFailed) = try await serving(
            admission: Self.streaming(maximum: 8, handler),
            handler: echo,
            talk: { _, port -> (Int?, Int?, Bool) in
                let announced = RawClient(port: port)?.ask(Self.post(9))?.status
                let grown = RawClient(port: port)?.ask(Self.chunked + "8\r\n01234567\r\n1\r\n8\r\n")?.status
                return (announced, grown, eventually { failed.isSent })
            }
        )
        #expect(announced == 413)
        #expect(grown == 413)
        #expect(hasFailed)
    }

    @Test(arguments: [false, true])
    func `a client that leaves in the middle cancels the handler`(_ withReset: Bool) async throws {
        let begun = Signal()
        let failed = Signal()
        let handler: @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse = { _, body in
            do { for try await _ in body { begun.send() } } catch { failed.send() }
            return .text("too late")
        }
        let isOver = try await serving(admission: Self.streaming(handler), handler: echo) { server, port in
            guard let client = RawClient(port: port) else { return false }
            client.send(Self.post(100) + "abc")
            guard eventually({ begun.isSent }) else { return false }
            client.close(reset: withReset)
            return eventually { failed.isSent && server.openConnections == 0 }
        }
        #expect(isOver)
    }

    @Test func `a client that sends nothing of its body is cut off`() async throws {
        var limits = ServerLimits()
        limits.bodyTimeout = .milliseconds(100)
        let status = try await serving(limits, admission: Self.streaming(Self.sum), handler: echo) { _, port in
            RawClient(port: port)?.ask(Self.post(100) + "abc")?.status
        }
        #expect(status == 408)
    }

    @Test func `a handler may answer before the body is there: the connection ends in order`() async throws {
        let (answer, end) = try await serving(
            admission: Self.streaming { _, _ in .text("enough") },
            handler: echo,
            talk: { _, port -> (Answer?, RawClient.End?) in
                guard let client = RawClient(port: port) else { return (nil, nil) }
                client.send(Self.post(5_000_000))
                for _ in 0..<5 { client.send([UInt8](repeating: 0, count: 1_000_000)) }
                return (client.answer(), client.rest().end)
            }
        )
        #expect(answer?.body == "enough")
        #expect(answer?.fields["connection"] == "close")
        #expect(end == .finished)
    }
}
