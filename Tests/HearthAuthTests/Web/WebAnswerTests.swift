import HearthCore
import Testing

@testable import HearthAuth

@Suite("What a browser brings back")
struct WebAnswerTests {
    private static let address = "http://127.0.0.1:4000/callback"

    /// RFC 6749, sections 4.1.2 and 4.2.2: a code comes in the query, tokens in the fragment.
    @Test(arguments: [
        ("?code=c&state=s", "code", "c"), ("#access_token=t&state=s", "access_token", "t"),
        ("?code=a%2Bb+c", "code", "a+b c"),
        ("?code=c#", "code", "c"), ("?code=query#code=fragment", "code", "fragment"), ("?code=1&code=2", "code", "2"),
        ("?code=%F0%9F%A6%8A", "code", "🦊"), ("?a=b?code=c", "a", "b?code=c"), ("#a=b?code=c", "a", "b?code=c"),
        ("?=x&code=c", "code", "c"), ("?code", "code", ""), ("?c%6Fde=c", "code", "c"),
    ])
    func `is read from the query and from the fragment`(_ end: String, _ name: String, _ value: String) {
        #expect(WebAnswer(Self.address + end)[name] == value)
        #expect(WebAnswer(Self.address + end).url == Self.address + end)
    }

    @Test(arguments: ["", "?", "#", "?#", "/code=c", "?Code=c", "#?code=c", "?amp;code=c"])
    func `has no code where there is none`(_ end: String) {
        #expect(WebAnswer(Self.address + end)["code"] == nil)
    }

    private func code(_ end: String, state: String? = "s") -> AuthError.Code? {
        do throws(AuthError) {
            try WebAnswer(Self.address + end).check(state: state)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: ["code", "id_token", "access_token", "SAMLResponse", "oauth_token"])
    func `is an answer by any of the ways to answer`(_ name: String) {
        #expect(code("?\(name)=x&state=s") == nil)
        #expect(code("#\(name)=x&state=s") == nil)
        #expect(code("?\(name)=&state=s") == .webSignInUserInteractionFailure)
        #expect(code("?\(name)=x") == .webSignInUserInteractionFailure)
        #expect(code("?\(name)=x&state=S") == .webSignInUserInteractionFailure)
        #expect(code("?\(name)=x", state: nil) == nil)
    }

    /// RFC 6749, section 4.1.2.1.
    @Test(arguments: [
        ("access_denied", AuthError.Code.webContextCancelled), ("server_error", .webSignInUserInteractionFailure),
        ("temporarily_unavailable", .webSignInUserInteractionFailure), ("", .webSignInUserInteractionFailure),
        ("invalid_scope", .webSignInUserInteractionFailure), ("ACCESS_DENIED", .webSignInUserInteractionFailure),
    ])
    func `is a refusal even beside a code`(_ word: String, _ refusal: AuthError.Code) {
        #expect(code("?state=s&code=c&error=\(word)") == refusal)
        #expect(code("?state=s&error=\(word)") == refusal)
        // A refusal to another question says nothing about this one.
        #expect(code("?state=t&error=\(word)") == .webSignInUserInteractionFailure)
    }
}

@Suite("A request to the address that a browser is sent back to")
struct LoopbackRequestTests {
    private func request(_ head: String) -> LoopbackRequest? { LoopbackRequest(Array(head.utf8)) }

    @Test(arguments: [
        ("GET /callback?code=c HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n\r\n", true),
        ("GET /callback HTTP/1.0\r\nhost:127.0.0.1:4000\r\n\r\n", true),
        ("GET /callback HTTP/1.1\r\nAccept: */*\r\nHOST:\t127.0.0.1:4000 \r\n\r\n", true),
        // Another path, another port, a name that someone has point here, two hosts, none.
        ("GET /callback/ HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n\r\n", false),
        ("GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n\r\n", false),
        ("GET //callback HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n\r\n", false),
        ("GET /callback HTTP/1.1\r\nHost: 127.0.0.1:4001\r\n\r\n", false),
        ("GET /callback HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", false),
        ("GET /callback HTTP/1.1\r\nHost: localhost:4000\r\n\r\n", false),
        ("GET /callback HTTP/1.1\r\nHost: rebound.example:4000\r\n\r\n", false),
        ("GET /callback HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nHost: 127.0.0.1:4000\r\n\r\n", false),
        ("GET /callback HTTP/1.1\r\n\r\n", false), ("GET /callback HTTP/1.1", false),
        ("GET /callback#x HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n\r\n", false),
    ])
    func `is the awaited one by its path and its host`(_ head: String, _ isAwaited: Bool) throws {
        let read = try #require(request(head))
        #expect(read.isFor(path: "/callback", port: 4000) == isAwaited)
    }

    @Test(arguments: [
        "", "\r\n\r\n", "GET", "GET /", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET / http/1.1\r\n\r\n",
        "POST /callback HTTP/1.1\r\n\r\n", "get / HTTP/1.1\r\n\r\n", "GET http://127.0.0.1:4000/ HTTP/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n", "GET / x HTTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\0",
    ])
    func `is nothing else`(_ head: String) {
        #expect(request(head) == nil)
    }

    @Test func `of any bytes is read or refused`() {
        for byte in UInt8.min ... .max {
            #expect(LoopbackRequest([byte]) == nil)
            _ = LoopbackRequest(Array("GET /".utf8) + [byte] + Array(" HTTP/1.1\r\nHost: ".utf8) + [byte])
        }
    }

    @Test func `is whole with the empty line`() {
        #expect(LoopbackRequest.isWhole(Array("GET / HTTP/1.1\r\n\r\nrest".utf8)))
        for part in ["", "\r\n\r", "\n\n", "GET / HTTP/1.1\r\n", "\r\n \r\n"] {
            #expect(!LoopbackRequest.isWhole(Array(part.utf8)))
        }
    }

    @Test(arguments: [
        (LoopbackRequest.finished, "HTTP/1.1 200 OK"), (LoopbackRequest.notFound, "HTTP/1.1 404 Not Found"),
    ])
    func `is answered with a page that loads nothing and is kept nowhere`(_ bytes: [UInt8], _ status: String) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let end = try #require(text.firstRange(of: "\r\n\r\n"))
        let head = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
        #expect(head.first == status)
        #expect(head.contains("Content-Length: \(text[end.upperBound...].utf8.count)"))
        for field in [
            "Cache-Control: no-store", "Connection: close", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'", "Referrer-Policy: no-referrer",
        ] {
            #expect(head.contains(field))
        }
    }
}
