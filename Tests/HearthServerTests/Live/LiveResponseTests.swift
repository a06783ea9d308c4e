import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Answers, live", .enabled(if: canServe), .ownThreads)
struct LiveResponseTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let head = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"

    /// What a client gets from a handler that always answers the same, with what follows on the connection.
    private static func exchange(
        _ response: HTTPResponse,
        to request: String = get,
        isHead: Bool = false
    ) async throws -> (answer: Answer?, isAlive: Bool) {
        try await serving(
            handler: { $0.target == "/again" ? .text("again") : response },
            talk: { _, port in
                guard let client = RawClient(port: port) else { return (nil, false) }
                client.send(request)
                let answer = client.answer(isHead: isHead)
                return (answer, client.ask("GET /again HTTP/1.1\r\nHost: x\r\n\r\n")?.body == "again")
            }
        )
    }

    @Test func `HEAD gets the head that GET would get, and no body`() async throws {
        let (answer, isAlive) = try await Self.exchange(.text("four"), to: Self.head, isHead: true)
        #expect(answer?.fields["content-length"] == "4")
        #expect(isAlive)
    }

    @Test func `HEAD does not start a stream`() async throws {
        let response = HTTPResponse(status: 200, body: .stream { try await $0.write([1]) })
        let (answer, isAlive) = try await Self.exchange(response, to: Self.head, isHead: true)
        #expect(answer?.fields["transfer-encoding"] == "chunked")
        #expect(isAlive)
    }

    @Test func `a failed answer is none: the connection ends, and the server goes on`() async throws {
        let (answer, isAlive, isServing) = try await serving(
            handler: { request in
                guard request.target == "/" else { return .text("again") }
                return HTTPResponse(status: 200, body: .failed(TransportError(.connectionLost)))
            },
            talk: { _, port -> (Answer?, Bool, Bool) in
                guard let client = RawClient(port: port), let other = RawClient(port: port) else {
                    return (nil, true, false)
                }
                client.send(Self.get)
                let again = "GET /again HTTP/1.1\r\nHost: x\r\n\r\n"
                return (client.answer(), client.ask(again) != nil, other.ask(again)?.body == "again")
            }
        )
        #expect(answer == nil)
        #expect(!isAlive)
        #expect(isServing)
    }

    @Test(arguments: [204, 304])
    func `some answers have no body`(_ status: Int) async throws {
        let (answer, isAlive) = try await Self.exchange(.text("not to be sent", status: status))
        #expect(answer?.status == status)
        #expect(answer?.fields["content-length"] == nil)
        #expect(isAlive)
    }

    @Test func `the server's own fields are the server's`() async throws {
        let response = HTTPResponse(
            status: 200,
            fields: [
                "Content-Length": "99", "Transfer-Encoding": "chunked", "Keep-Alive": "x", "Date": "now", "X-A": "b",
            ],
            body: .bytes(Array("abc".utf8))
        )
        let (answer, isAlive) = try await Self.exchange(response)
        #expect(answer?.body == "abc")
        #expect(answer?.fields["transfer-encoding"] == nil)
        #expect(answer?.fields["keep-alive"] == nil)
        #expect(answer?.fields["date"] != "now")
        #expect(answer?.fields["x-a"] == "b")
        #expect(isAlive)
    }

    @Test(arguments: [("X-A", "b\r\nX-B: c"), ("X-A", "b\nc"), ("X-A", "\0"), ("X A", "b"), ("", "b"), ("X-A:", "b")])
    func `a field that would split the answer is not sent`(_ name: String, _ value: String) async throws {
        let (answer, isAlive) = try await Self.exchange(HTTPResponse(status: 200, fields: [name: value]))
        #expect(answer?.status == 500)
        #expect(answer?.fields["x-b"] == nil)
        #expect(!isAlive)
    }

    @Test(arguments: [0, 100, 199, 600, -1])
    func `a status that is no final one becomes 500`(_ status: Int) async throws {
        let (answer, _) = try await Self.exchange(HTTPResponse(status: status))
        #expect(answer?.status == 500)
    }

    @Test func `a handler may have the connection closed`() async throws {
        var response = HTTPResponse.text("bye")
        response.fields["Connection"] = "close"
        let (answer, isAlive) = try await Self.exchange(response)
        #expect(answer?.fields["connection"] == "close")
        #expect(!isAlive)
    }

    @Test(arguments: [0, 1, 16_384, 16_385, 200_000])
    func `a body arrives whatever its size`(_ size: Int) async throws {
        let (answer, isAlive) = try await Self.exchange(.text(String(repeating: "a", count: size)))
        #expect(answer?.body.utf8.count == size)
        #expect(isAlive)
    }

    @Test func `a stream arrives in chunks, and the connection goes on`() async throws {
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                for piece in ["abc", "", "0123456789abcdef", "z"] { try await writer.write(Array(piece.utf8)) }
            }
        )
        let (answer, isAlive) = try await Self.exchange(response)
        #expect(answer?.body == "abc0123456789abcdefz")
        #expect(isAlive)
    }

    @Test(arguments: ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"])
    func `HTTP 1.0 gets a stream up to the end of the connection`(_ request: String) async throws {
        let response = HTTPResponse(status: 200, body: .stream { try await $0.write(Array("abc".utf8)) })
        let (text, end) = try await serving(handler: { _ in response }) { _, port -> (String, RawClient.End?) in
            guard let client = RawClient(port: port) else { return ("", nil) }
            client.send(request)
            return client.rest()
        }
        #expect(text.hasSuffix("\r\n\r\nabc"))
        #expect(!text.contains("chunked"))
        #expect(end == .finished)
    }

    @Test func `HTTP 1.0 may keep its connection`() async throws {
        let request = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        let (answer, isAlive) = try await Self.exchange(.text("x"), to: request)
        #expect(answer?.fields["connection"] == "keep-alive")
        #expect(isAlive)
    }

    @Test(arguments: ["1.0", "1.1"])
    func `a stream that fails is not mistaken for a whole one`(_ version: String) async throws {
        struct Failure: Error {}
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                try await writer.write(Array("abc".utf8))
                throw Failure()
            }
        )
        let (text, end) = try await serving(handler: { _ in response }) { _, port -> (String, RawClient.End?) in
            guard let client = RawClient(port: port) else { return ("", nil) }
            client.send("GET / HTTP/\(version)\r\nHost: x\r\n\r\n")
            return client.rest()
        }
        #expect(end == .reset)
        #expect(!text.hasSuffix("0\r\n\r\n"))
    }

    @Test func `a writer is of no use after its stream`() async throws {
        let kept = Kept()
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                await kept.keep(writer)
                try await writer.write([97])
            }
        )
        let (answer, _) = try await Self.exchange(response)
        #expect(answer?.body == "a")
        await #expect(throws: CancellationError.self) { try await kept.writer?.write([98]) }
    }

    private actor Kept {
        var writer: (any HTTPBodyWriter)?

        func keep(_ writer: any HTTPBodyWriter) {
            self.writer = writer
        }
    }
}
