import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Admission, live", .enabled(if: canServe), .ownThreads)
struct LiveAdmissionTests {
    /// Refuses what has no credentials, and takes more for imports.
    private static let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = { head in
        guard head.fields["Authorization"] != nil else { return .refuse(.text("who?", status: 401)) }
        return .accept(maximumBody: head.path == "/import" ? 100_000 : 10)
    }

    private static func post(_ path: String, _ fields: String, _ body: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)"
    }

    /// What a client gets that sends the pieces one after the other, with the end of the connection.
    private static func talk(
        _ pieces: [String],
        answers: Int,
        asked: Signal = Signal()
    ) async throws -> (answers: [Answer?], end: RawClient.End?) {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            asked.send()
            return .text("\(request.target) \(request.body.count)")
        }
        return try await serving(admission: admission, handler: handler) { _, port in
            guard let client = RawClient(port: port) else { return ([], nil) }
            for piece in pieces { client.send(piece) }
            var buffer: [UInt8] = []
            let all = (0..<answers).map { _ in client.answer(&buffer) }
            client.finishSending()
            return (all, client.rest().end)
        }
    }

    @Test func `each route has its limit`() async throws {
        let body = String(repeating: "b", count: 5000)
        let fields = "Authorization: a\r\nContent-Length: 5000"
        let (answers, _) = try await Self.talk(
            [Self.post("/import", fields, body), Self.post("/user", fields, body)],
            answers: 2
        )
        #expect(answers.map { $0?.status } == [200, 413])
        #expect(answers.first??.body == "/import 5000")
    }

    @Test(arguments: ["Transfer-Encoding: chunked", "Content-Length: 11"])
    func `a limit holds however the body is framed`(_ framing: String) async throws {
        let body = framing.hasPrefix("T") ? "b\r\n01234567890\r\n0\r\n\r\n" : "01234567890"
        let (answers, end) = try await Self.talk([Self.post("/", "Authorization: a\r\n" + framing, body)], answers: 1)
        #expect(answers.first??.status == 413)
        #expect(end == .finished)
    }

    @Test func `a refusal comes before the body, and without 100 Continue`() async throws {
        let asked = Signal()
        let (answers, end) = try await Self.talk(
            [Self.post("/", "Expect: 100-continue\r\nContent-Length: 9000000")],
            answers: 1,
            asked: asked
        )
        #expect(answers.first??.status == 401)
        #expect(answers.first??.body == "who?")
        #expect(answers.first??.fields["connection"] == "close")
        #expect(end == .finished)
        #expect(!asked.isSent)
    }

    @Test func `a small refused body is read over, and the connection goes on`() async throws {
        let (answers, _) = try await Self.talk(
            [
                Self.post("/a", "Content-Length: 5000"), String(repeating: "x", count: 5000),
                "GET /b HTTP/1.1\r\nHost: x\r\n\r\n", "GET /c HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\n\r\n",
            ],
            answers: 3
        )
        #expect(answers.map { $0?.status } == [401, 401, 200])
        #expect(answers.map { $0?.fields["connection"] } == [nil, nil, nil])
    }

    @Test(arguments: ["Content-Length: 20000000", "Transfer-Encoding: chunked"])
    func `a client that sends its whole body first gets to read its refusal`(_ framing: String) async throws {
        let (status, end) = try await serving(admission: Self.admission, handler: echo) { _, port in
            guard let client = RawClient(port: port) else { return (nil as Int?, nil as RawClient.End?) }
            client.send(Self.post("/", framing))
            for _ in 0..<20 { client.send([UInt8](repeating: 120, count: 1_000_000)) }
            return (client.answer()?.status, client.rest().end)
        }
        #expect(status == 401)
        #expect(end == .finished)
    }

    @Test func `HEAD is refused without a body`() async throws {
        let text = try await serving(admission: Self.admission, handler: echo) { _, port in
            guard let client = RawClient(port: port) else { return "" }
            client.send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return client.rest().text
        }
        #expect(text.hasPrefix("HTTP/1.1 401 ") && text.hasSuffix("\r\n\r\n"))
        #expect(text.contains("Content-Length: 4\r\n"))
    }

    @Test func `a refusal that is a stream is an error of the server's own`() async throws {
        let response = HTTPResponse(status: 401, body: .stream { try await $0.write([1]) })
        let status = try await serving(
            admission: { _ in .refuse(response) },
            handler: echo,
            talk: { _, port in RawClient(port: port)?.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status }
        )
        #expect(status == 500)
    }

    @Test func `the handler that admission chooses answers its request alone, within the same limits`() async throws {
        let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = { head in
            guard head.path == "/own" else { return .accept() }
            return .answer(maximumBody: 4) { request in .text("own \(request.body.count) \(request.peer ?? "")") }
        }
        let answers = try await serving(admission: admission, handler: { _ in .text("other") }) { _, port in
            guard let client = RawClient(port: port) else { return [Answer?]() }
            return [("/own", 4), ("/", 6), ("/own", 0), ("/own", 5)].map { path, size in
                client.ask(Self.post(path, "Content-Length: \(size)", String(repeating: "b", count: size)))
            }
        }
        #expect(answers.map { $0?.status } == [200, 200, 200, 413])
        #expect(answers.dropLast().map { $0?.body } == ["own 4 127.0.0.1", "other", "own 0 127.0.0.1"])
    }

    @Test func `sees the head exactly as it came`() async throws {
        let seen = Locked<[String]>([])
        let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = { head in
            let length = head.contentLength.map(String.init) ?? "?"
            let line = "\(head.method) \(head.target) \(head.fields["X-A"] ?? "") \(length) \(head.peer ?? "")"
            seen.withLock { $0.append(line) }
            return .accept()
        }
        _ = try await serving(admission: admission, handler: echo) { _, port -> Int? in
            guard let client = RawClient(port: port) else { return nil }
            _ = client.ask("POST //v1//x?y HTTP/1.1\r\nHost: x\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi")
            return client.ask("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")?.status
        }
        #expect(seen.withLock { $0 } == ["POST //v1//x?y b 2 127.0.0.1", "PUT /  ? 127.0.0.1"])
    }
}
