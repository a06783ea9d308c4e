import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Time-outs, live", .enabled(if: canServe), .ownThreads)
struct LiveTimeoutTests {
    private static let short = Duration.milliseconds(200)

    /// How far the server's clock may be behind the client's.
    private static let coarseness = Duration.milliseconds(20)

    /// Sends a byte every 20 ms until the server has had enough.
    private static func drip(_ start: String, _ limits: ServerLimits) async throws -> (Answer?, Duration) {
        try await serving(limits, handler: echo) { _, port -> (Answer?, Duration) in
            guard let client = RawClient(port: port) else { return (nil, .zero) }
            let clock = ContinuousClock()
            // The first request makes sure that the server runs.
            _ = client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let begin = clock.now
            client.send(start)
            client.setTimeout(milliseconds: 20)
            var received: [UInt8] = []
            while true {
                let (bytes, end) = client.receive()
                received += bytes
                if end == .finished || end == .reset { break }
                if end == .timedOut { client.send("a") }
            }
            return (client.answer(&received), clock.now - begin)
        }
    }

    @Test func `a head that drips is cut off`() async throws {
        var limits = ServerLimits()
        limits.headTimeout = Self.short
        let (answer, duration) = try await Self.drip("GET / HTTP/1.1\r\nX-A: ", limits)
        #expect(answer?.status == 408)
        #expect(duration > Self.short - Self.coarseness)
    }

    @Test(arguments: ["Content-Length: 100000", "Transfer-Encoding: chunked"])
    func `a body that drips is cut off`(_ framing: String) async throws {
        var limits = ServerLimits()
        limits.bodyTimeout = Self.short
        let chunk = framing.hasPrefix("T") ? "ffff\r\n" : ""
        let (answer, duration) = try await Self.drip("POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n\(chunk)", limits)
        #expect(answer?.status == 408)
        #expect(duration > Self.short - Self.coarseness)
    }

    @Test(arguments: [false, true])
    func `an idle connection is closed without a word`(_ hasAsked: Bool) async throws {
        var limits = ServerLimits()
        limits.idleTimeout = Self.short
        let (text, end) = try await serving(limits, handler: echo) { _, port -> (String, RawClient.End?) in
            guard let client = RawClient(port: port) else { return ("", nil) }
            if hasAsked { _ = client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
            return client.rest()
        }
        #expect(text == "")
        #expect(end == .finished)
    }

    /// The answer to a request that was sent as soon as its connection was there.
    ///
    /// On a busy machine a client may itself be later than the shortest of time-outs: then another one tries.
    private static func answerInTime(_ port: Int) -> Answer? {
        var answer: Answer?
        _ = eventually {
            answer = RawClient(port: port)?.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return answer?.status == 200
        }
        return answer
    }

    @Test func `a handler may take longer than any time-out`() async throws {
        var limits = ServerLimits()
        limits.headTimeout = .milliseconds(20)
        limits.bodyTimeout = .milliseconds(20)
        limits.idleTimeout = .milliseconds(20)
        limits.writeTimeout = .milliseconds(20)
        limits.streamTimeout = .milliseconds(20)
        let answer = try await serving(
            limits,
            handler: { _ in
                try? await Task.sleep(for: .milliseconds(100))
                return .text("at last")
            },
            talk: { _, port in Self.answerInTime(port) }
        )
        #expect(answer?.body == "at last")
    }

    @Test func `a stream may be silent for longer than any time-out`() async throws {
        var limits = ServerLimits()
        limits.idleTimeout = .milliseconds(20)
        limits.writeTimeout = .milliseconds(20)
        limits.streamTimeout = .milliseconds(20)
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                try await writer.write(Array("a".utf8))
                try await Task.sleep(for: .milliseconds(150))
                try await writer.write(Array("b".utf8))
            }
        )
        let answer = try await serving(
            limits,
            handler: { _ in response },
            talk: { _, port in Self.answerInTime(port) }
        )
        #expect(answer?.body == "ab")
    }

    @Test func `a body has its time for each MiB`() async throws {
        var limits = ServerLimits()
        limits.bodyTimeout = .seconds(2)
        limits.bodyBytes = 16 << 20
        let (answer, duration) = try await serving(limits, handler: { .text("\($0.body.count)") }) { _, port in
            guard let client = RawClient(port: port) else { return (nil as Answer?, Duration.zero) }
            let clock = ContinuousClock()
            let begin = clock.now
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(8 << 20)\r\n\r\n")
            for _ in 0..<8 {
                pauseThread(milliseconds: 300)
                client.send([UInt8](repeating: 120, count: 1 << 20))
            }
            return (client.answer(), clock.now - begin)
        }
        #expect(duration > limits.bodyTimeout)
        #expect(answer?.body == "\(8 << 20)")
    }

    @Test(arguments: [false, true])
    func `a reader that stalls is cut off`(_ isStream: Bool) async throws {
        var limits = ServerLimits()
        if isStream { limits.streamTimeout = Self.short } else { limits.writeTimeout = Self.short }
        let ended = Signal()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            guard isStream else { return .text(String(repeating: "a", count: 32 << 20)) }
            return HTTPResponse(
                status: 200,
                body: .stream { writer in
                    defer { ended.send() }
                    while true { try await writer.write([UInt8](repeating: 97, count: 65_536)) }
                }
            )
        }
        let (isGone, end) = try await serving(limits, handler: handler) { server, port -> (Bool, RawClient.End?) in
            guard let client = RawClient(port: port, receiveBuffer: 4096) else { return (false, nil) }
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            // The first bytes show that the answer has begun.
            _ = client.receive(16)
            return (eventually { server.openConnections == 0 && (ended.isSent || !isStream) }, client.rest().end)
        }
        #expect(isGone)
        #expect(end == .reset)
    }
}
