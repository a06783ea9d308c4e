import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Request parser")
struct RequestParserTests {
    @Test(arguments: Message.small + Message.large)
    func `accepts or refuses`(_ message: Message) {
        #expect(Verdict.status(message.bytes) == message.status)
    }

    @Test(arguments: Message.small)
    func `judges alike wherever the message is cut`(_ message: Message) {
        let whole = Verdict.of(message.bytes)
        for cut in 1..<message.bytes.count {
            #expect(Verdict.of(message.bytes, cutAt: [cut]) == whole, "cut at \(cut)")
        }
        #expect(Verdict.of(message.bytes, cutAt: Array(1..<message.bytes.count)) == whole, "byte by byte")
    }

    @Test(arguments: Message.large)
    func `judges large messages alike in pieces`(_ message: Message) {
        let cuts = Array(stride(from: 97, to: message.bytes.count, by: 997))
        #expect(Verdict.of(message.bytes, cutAt: cuts) == Verdict.of(message.bytes))
    }

    @Test func `hands over method, target, fields and body`() throws {
        let request = try Self.parse("PUT /a?b=c HTTP/1.1\r\nHost: x\r\nX-A:  b c \r\nContent-Length: 3\r\n\r\nxyz")
        #expect(request.method == .put)
        #expect(request.target == "/a?b=c")
        #expect(request.fields["x-a"] == "b c")
        #expect(request.body == Array("xyz".utf8))
    }

    @Test(arguments: [("http://h:8/p?q", "/p?q"), ("HTTPS://h:8", "/"), ("http://h:8?q", "/?q")])
    func `an absolute target names the host`(_ target: String, _ path: String) throws {
        let request = try Self.parse("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(request.target == path)
        #expect(request.fields.values(of: "Host") == ["h:8"])
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.1", "close", false), ("1.1", "keep-alive, Close", false), ("1.1", "x", true),
        ("1.0", "", false), ("1.0", "Keep-Alive", true), ("1.0", "keep-alive,close", false),
    ])
    func `knows whether the connection goes on`(_ version: String, _ connection: String, _ keepsAlive: Bool) throws {
        var parser = RequestParser(limits: ServerLimits())
        let bytes = Array("GET / HTTP/\(version)\r\nHost: x\r\nConnection: \(connection)\r\n\r\n".utf8)
        _ = try parser.consume(bytes)
        #expect(parser.head.keepsAlive == keepsAlive)
    }

    @Test(arguments: [("1.1", true), ("1.0", false)])
    func `only HTTP 1.1 expects to be told to continue`(_ version: String, _ expected: Bool) throws {
        var parser = RequestParser(limits: ServerLimits())
        let head = "POST / HTTP/\(version)\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n"
        _ = try parser.consume(Array(head.utf8))
        #expect(parser.head.expectsContinue == expected)
        #expect(parser.stage == .body)
    }

    @Test func `leaves the next request alone`() throws {
        let two = Array(
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nabGET /b HTTP/1.1\r\nHost: x\r\n\r\n".utf8
        )
        var parser = RequestParser(limits: ServerLimits())
        let used = try parser.consume(two)
        #expect(parser.takeRequest().request.body == Array("ab".utf8))
        #expect(try parser.consume(Array(two[used...])) == two.count - used)
        #expect(parser.takeRequest().request.target == "/b")
    }

    @Test func `nothing stays nothing`() throws {
        var parser = RequestParser(limits: ServerLimits())
        #expect(try parser.consume([]) == 0)
        #expect(parser.stage == .idle)
    }

    private static func parse(_ text: String) throws -> HTTPRequest {
        var parser = RequestParser(limits: ServerLimits())
        let bytes = Array(text.utf8)
        #expect(try parser.consume(bytes) == bytes.count)
        #expect(parser.stage == .complete)
        return parser.takeRequest().request
    }
}
