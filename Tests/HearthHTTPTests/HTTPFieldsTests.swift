import HearthHTTP
import Testing

@Suite("Fields of a message")
struct HTTPFieldsTests {
    @Test func `keep their order, their spelling and their repetitions`() {
        var fields: HTTPFields = ["Set-Cookie": "a=1", "X-One": "1", "set-cookie": "b=2"]
        fields.append("SET-COOKIE", "c=3")
        #expect(fields.all.map(\.name) == ["Set-Cookie", "X-One", "set-cookie", "SET-COOKIE"])
        #expect(fields.values(of: "sEt-CoOkIe") == ["a=1", "b=2", "c=3"])
        #expect(fields["Set-Cookie"] == "a=1" && fields["x-one"] == "1")
    }

    @Test func `are replaced and removed all at once`() {
        var fields: HTTPFields = ["Accept": "a", "Host": "h", "accept": "b"]
        fields["ACCEPT"] = "c"
        #expect(fields.all == [.init(name: "Host", value: "h"), .init(name: "ACCEPT", value: "c")])
        fields["accept"] = nil
        #expect(fields.all == [.init(name: "Host", value: "h")])
        fields["missing"] = nil
        #expect(fields.all.count == 1)
    }

    // RFC 9110 §5.1: names are ASCII, and only ASCII letters have two cases.
    @Test(arguments: [("K", "\u{212A}"), ("s", "\u{17F}"), ("[", "{"), ("@", "`"), ("É", "é"), ("-", "\r")])
    func `are not taken for each other by letters beyond ASCII`(_ one: String, _ other: String) {
        let fields: HTTPFields = ["x\(one)": "1"]
        #expect(fields["X\(one)"] == "1")
        #expect(fields["x\(other)"] == nil)
    }

    @Test func `have values that may be empty`() {
        let fields: HTTPFields = ["X-Empty": ""]
        #expect(fields["x-empty"]?.isEmpty == true && fields.values(of: "X-Empty") == [""])
        #expect(fields.values(of: "X-Other").isEmpty && fields[""] == nil)
    }
}

@Suite("Percent-encoding, byte by byte")
struct PercentEncodingBytesTests {
    // RFC 3986 §2.3.
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    @Test func `leaves the unreserved characters alone, and no others`() {
        for byte in UInt8(0)..<0x80 {
            let text = String(UnicodeScalar(byte))
            let hex = String(byte, radix: 16, uppercase: true)
            let expected = Self.unreserved.contains(byte) ? text : "%" + (hex.count == 1 ? "0" : "") + hex
            #expect(PercentEncoding.encode(text) == expected)
            #expect(PercentEncoding.decode(expected) == text)
        }
    }

    @Test(
        arguments: [
            ("%41%c3%A9", "Aé"), ("100%", "100%"), ("%4", "%4"), ("%zz", "%zz"), ("%%41", "%A"), ("a+b", "a+b"),
            ("%2B", "+"), ("%00", "\0"), ("%25%34%31", "%41"), ("%E2%82%AC", "€"), ("", ""),
        ]
    )
    func `decodes once, and lets stand what is none`(_ text: String, _ decoded: String) {
        #expect(PercentEncoding.decode(text) == decoded)
    }

    @Test(arguments: ["%FF", "%C3", "a%80b", "%ED%A0%80", "%C0%AF", "%F4%90%80%80"])
    func `makes no text of what is no UTF-8`(_ text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }
}

@Suite("Forms, as browsers write them")
struct BrowserFormTests {
    // The WHATWG's URL standard, “application/x-www-form-urlencoded parsing”.
    @Test(
        arguments: [
            ("a=b&c=d", [("a", "b"), ("c", "d")]), ("a=b&a=c", [("a", "b"), ("a", "c")]), ("a", [("a", "")]),
            ("a=", [("a", "")]), ("=b", [("", "b")]), ("a=b=c", [("a", "b=c")]), ("&&a=b&", [("a", "b")]),
            ("a+b=c+d", [("a b", "c d")]), ("a%2Bb=%26%3D", [("a+b", "&=")]), ("", []), ("&", []),
            ("%61=%62", [("a", "b")]), ("a=%", [("a", "%")]), ("name=%F0%9F%92%A9", [("name", "💩")]),
        ] as [(String, [(String, String)])]
    )
    func `are read as the standard says`(_ text: String, _ expected: [(String, String)]) throws {
        for form in [FormParameters(decoding: text), try FormParameters(parsing: text.utf8)] {
            #expect(form.all.map(\.name) == expected.map(\.0))
            #expect(form.all.map(\.value) == expected.map(\.1))
        }
    }

    @Test func `come back as they were written, whatever is in them`() throws {
        let texts = ["", " ", "+", "&", "=", "%", "%41", "é", "💩", "\0", "\r\n", "a b+c&d=e%f", "\u{FEFF}"]
        var form = FormParameters()
        for name in texts where !name.isEmpty { for value in texts { form.append(name, value) } }
        #expect(try FormParameters(parsing: form.encoded.utf8) == form)
        #expect(form.encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
}
