import Testing

/// A message and the status with which it is refused; `nil` if it is accepted.
struct Message: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let status: Int?

    var testDescription: String { name }

    init(_ name: String, _ status: Int?, _ text: String) {
        self.init(name, status, Array(text.utf8))
    }

    init(_ name: String, _ status: Int?, _ bytes: [UInt8]) {
        self.name = name
        self.status = status
        self.bytes = bytes
    }

    /// A request with a line of its own among the fields.
    static func get(_ name: String, _ status: Int?, _ field: String) -> Message {
        Message(name, status, "GET / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n")
    }

    /// A request whose body is ten bytes.
    static func post(_ name: String, _ status: Int?, _ framing: String, _ body: String = "0123456789") -> Message {
        Message(name, status, "POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n\(body)")
    }

    /// A chunked request.
    static func chunked(_ name: String, _ status: Int?, _ body: String) -> Message {
        post(name, status, "Transfer-Encoding: chunked", body)
    }

    static let line: [Message] = [
        Message("plain", nil, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("an empty line before", nil, "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("two empty lines before", 400, "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("any method", nil, "get / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("options for all", nil, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("a star without options", 400, "GET * HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("absolute target", nil, "GET http://h/p HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("absolute target without host", 400, "GET http:///p HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("another scheme", 400, "GET ftp://h/p HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("authority target", 400, "CONNECT h:1 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("bare LF everywhere", 400, "GET / HTTP/1.1\nHost: x\n\n"),
        Message("bare LF and nothing more", 400, "GET / HTTP/1.1\n"),
        Message("bare LF first", 400, "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("TLS handshake", 400, [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]),
        Message("bad method", 400, "G@T / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("long method", 400, "ABCDEFGHIJKLMNOPQRSTU / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("two spaces", 400, "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("space behind", 400, "GET / HTTP/1.1 \r\nHost: x\r\n\r\n"),
        Message("space before", 400, " GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("raw UTF-8 target", 400, "GET /é HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("tab in target", 400, "GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n"),
        Message("lower-case version", 400, "GET / http/1.1\r\nHost: x\r\n\r\n"),
        Message("HTTP/0.9", 400, "GET /\r\n\r\n"),
        Message("HTTP/1.0 without host", nil, "GET / HTTP/1.0\r\n\r\n"),
        Message("HTTP/1.2", 505, "GET / HTTP/1.2\r\nHost: x\r\n\r\n"),
        Message("HTTP/2.0", 505, "GET / HTTP/2.0\r\nHost: x\r\n\r\n"),
        Message("HTTP/11", 400, "GET / HTTP/11\r\nHost: x\r\n\r\n"),
        Message("HTTP/2 preface", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ]

    static let fields: [Message] = [
        Message("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
        .get("two Host", 400, "Host: x"),
        Message("empty Host", nil, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        Message("host with port", nil, "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"),
        Message("host with path", 400, "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n"),
        Message("host with user", 400, "GET / HTTP/1.1\r\nHost: u@x\r\n\r\n"),
        Message("list of hosts", 400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        Message("absolute target with user", 400, "GET http://u@h/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        .get("obs-fold", 400, "X-A: b\r\n c"),
        .get("space before colon", 400, "X-A : b"),
        .get("space in name", 400, "X A: b"),
        .get("no name", 400, ": b"),
        .get("no colon", 400, "XA"),
        .get("NUL in value", 400, "X-A: a\0b"),
        .get("DEL in value", 400, "X-A: a\u{7F}b"),
        .get("lone CR in value", 400, "X-A: \rxTransfer-Encoding: chunked"),
        .get("CR CR LF", 400, "X-A: b\r"),
        .get("bare LF in fields", 400, "X-A: b\nX-B: c"),
        .get("empty value", nil, "X-A:"),
        .get("blanks around value", nil, "X-A: \t b \t"),
        .get("bytes above ASCII in value", nil, "X-A: é"),
        .get("other expectation", 417, "Expect: a-miracle"),
    ]

    static let framing: [Message] = [
        .post("length", nil, "Content-Length: 10"),
        .post("leading zeros", nil, "Content-Length: 0010"),
        .post("space before colon of length", 400, "Content-Length : 10"),
        .post("length and chunks", 400, "Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        .post("chunks and length", 400, "Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n"),
        .post("two lengths", 400, "Content-Length: 10\r\nContent-Length: 5"),
        .post("two equal lengths", 400, "Content-Length: 10\r\nContent-Length: 10"),
        .post("list of lengths", 400, "Content-Length: 10, 10"),
        .post("positive length", 400, "Content-Length: +10"),
        .post("negative length", 400, "Content-Length: -1"),
        .post("length with letters", 400, "Content-Length: 10abc"),
        .post("hexadecimal length", 400, "Content-Length: 0xA"),
        .post("empty length", 400, "Content-Length:"),
        .post("length beyond 64 bits", 400, "Content-Length: 18446744073709551626"),
        .post("unknown coding", 501, "Transfer-Encoding: xchunked"),
        .post("chunked is not last", 501, "Transfer-Encoding: chunked, identity"),
        .post("coding under chunked", 501, "Transfer-Encoding: gzip, chunked"),
        .post("chunked twice", 400, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        .post("empty coding", 501, "Transfer-Encoding:"),
        .post("vertical tab before coding", 400, "Transfer-Encoding: \u{B}chunked"),
        Message("chunks in HTTP/1.0", 400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ]

    static let chunks: [Message] = [
        .chunked("one chunk", nil, "a\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("capital size", nil, "A\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("two chunks", nil, "3\r\n012\r\n07\r\n3456789\r\n000\r\n\r\n"),
        .chunked("extension", nil, "a;name=\"value\"\r\n0123456789\r\n0;x\r\n\r\n"),
        .chunked("trailers", nil, "a\r\n0123456789\r\n0\r\nX-A: b\r\nX-B:\r\n\r\n"),
        .chunked("size 0xa", 400, "0xa\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("size +a", 400, "+a\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("size with space", 400, "a \r\n0123456789\r\n0\r\n\r\n"),
        .chunked("space before size", 400, " a\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("no size", 400, "\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("bare LF after size", 400, "a\n0123456789\r\n0\r\n\r\n"),
        .chunked("bare CR after size", 400, "a\r0123456789\r\n0\r\n\r\n"),
        .chunked("size of 17 digits", 400, "1000000000000000a\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("data without end", 400, "a\r\n0123456789XX0\r\n\r\n"),
        .chunked("data ended by another byte and LF", 400, "a\r\n0123456789X\n0\r\n\r\n"),
        .chunked("data ended by CR and another byte", 400, "a\r\n0123456789\rX0\r\n\r\n"),
        .chunked("data ended by bare LF", 400, "a\r\n0123456789\n0\r\n\r\n"),
        .chunked("bare LF in extension", 400, "a;x\n0123456789\r\n0\r\n\r\n"),
        .chunked("NUL in extension", 400, "a;\0\r\n0123456789\r\n0\r\n\r\n"),
        .chunked("trailer without colon", 400, "0\r\nXA\r\n\r\n"),
        .chunked("trailer folded", 400, "0\r\nX-A: b\r\n c\r\n\r\n"),
        .chunked("last line ended by bare LF", 400, "0\r\n\n"),
        .chunked("a chunk above the limit", 413, "100001\r\n"),
    ]

    static let large: [Message] = [
        Message(
            "target above the limit",
            414,
            "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\nHost: x\r\n\r\n"
        ),
        Message("endless target", 414, "GET /" + String(repeating: "a", count: 20_000)),
        .get("large field", 431, "X-A: " + String(repeating: "a", count: 65_000)),
        .get("100 fields", nil, fields(99)),
        .get("101 fields", 431, fields(100)),
        .get("2000 fields", 431, fields(2000)),
        .chunked("endless extension", 431, "1;" + String(repeating: "x", count: 5000)),
        .chunked("endless trailers", 431, "0\r\n" + String(repeating: "X-A: b\r\n", count: 1000)),
        .post("length above the limit", 413, "Content-Length: 1048577", ""),
        .post("largest number as length", 413, "Content-Length: 999999999999999999", ""),
    ]

    static let small = line + fields + framing + chunks

    private static func fields(_ count: Int) -> String {
        (1...count).map { "X-\($0): 1" }.joined(separator: "\r\n")
    }
}
