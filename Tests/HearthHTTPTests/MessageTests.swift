import HearthHTTP
import Testing

@Suite("HTTP messages")
struct MessageTests {
    @Test func `a field is found in any case`() {
        var fields: HTTPFields = ["Content-Type": "text/plain", "X-A": "1", "x-a": "2"]
        #expect(fields["content-type"] == "text/plain")
        #expect(fields.values(of: "X-a") == ["1", "2"])
        fields["x-A"] = "3"
        #expect(fields.values(of: "x-a") == ["3"])
        fields["X-A"] = nil
        #expect(fields["x-a"] == nil)
    }

    @Test func `a target splits into path and query`() {
        let request = HTTPRequest(.get, target: "/a%20b?x=1%262&y=a+b&x=3&flag")
        #expect(request.path == "/a%20b")
        #expect(request.query["x"] == "1&2")
        #expect(request.query["y"] == "a b")
        #expect(request.query["flag"] == "")
        #expect(request.query["z"] == nil)
    }

    @Test(arguments: [
        ("//v1//x", ["", "v1", "", "x"]), ("/v1/x", ["v1", "x"]), ("/v1/x/", ["v1", "x", ""]), ("/", [""]),
        ("*", ["*"]),
        ("", []), ("/a/../b/.?x=/y", ["a", "..", "b", "."]), ("/%2F/a%2Fb", ["%2F", "a%2Fb"]), ("/?", [""]), ("?a", []),
    ])
    func `every segment of a path is shown as it is`(_ target: String, _ segments: [Substring]) {
        #expect(HTTPRequest(.get, target: target).pathSegments == segments)
        #expect(HTTPRequestHead(.get, target: target).pathSegments == segments)
    }

    @Test(arguments: ["", "a b&c=d", "ä+%", "日本"])
    func `what is encoded comes back`(_ text: String) {
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        let form: FormParameters = ["k": text]
        #expect(FormParameters(decoding: form.encoded)["k"] == text)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(PercentEncoding.decode("%FF%FE") == nil)
        #expect(PercentEncoding.decode("100%") == "100%")
        #expect(PercentEncoding.decode("%4") == "%4")
    }

    @Test func `a stream is collected in order`() async throws {
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                for piece in ["a", "b", "c"] { try await writer.write(Array(piece.utf8)) }
            }
        )
        #expect(response.bytes.isEmpty)
        #expect(try await response.collected().bytes == Array("abc".utf8))
    }
}
