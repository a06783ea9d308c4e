import HearthCore
import HearthCrypto
import Testing

@testable import HearthSAML

@Suite("SAML requests")
struct SAMLRequestTests {
    private static let now = UnixTime(rfc3339: "2026-01-02T03:04:05.678Z") ?? UnixTime(seconds: 0)

    private func service(_ entityID: String = "https://app.example.com/entity") -> SAMLServiceProvider {
        SAMLServiceProvider(
            identityProvider: "https://idp.example.com/entity",
            keys: [],
            entityID: entityID,
            callbackURL: "https://app.example.com/__/auth/handler?a=1&b=2"
        )
    }

    /// The parameters of an address, split by hand.
    private func query(_ url: String) throws -> [(name: String, value: String)] {
        let mark = try #require(url.firstIndex(of: "?"))
        return try url[url.index(after: mark)...].split(separator: "&").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            var bytes: [UInt8] = []
            var rest = Array(pair[1].utf8)[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    bytes.append(byte)
                    continue
                }
                bytes += try #require(Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)))
                rest = rest.dropFirst(2)
            }
            return (String(pair[0]), String(decoding: bytes, as: UTF8.self))
        }
    }

    /// What blocks that are stored as they are hold (RFC 1951 §3.2.4).
    private func stored(_ bytes: [UInt8]) throws -> [UInt8] {
        var content: [UInt8] = []
        var rest = bytes[...]
        var isLast = false
        while !isLast {
            let head = Array(rest.prefix(5))
            try #require(head.count == 5 && head[0] <= 1)
            isLast = head[0] == 1
            let count = Int(head[1]) | Int(head[2]) << 8
            #expect(Int(head[3]) | Int(head[4]) << 8 == count ^ 0xFFFF)
            try #require(rest.count >= 5 + count)
            content += rest.dropFirst(5).prefix(count)
            rest = rest.dropFirst(5 + count)
        }
        #expect(rest.isEmpty)
        return content
    }

    private func request(_ url: String) throws -> XMLElement {
        let text = try #require(try query(url).first { $0.name == "SAMLRequest" }?.value)
        return try XMLParser.parse(stored(#require(Base64.decode(text.utf8, .standard))))
    }

    @Test func `say who asks, where to, and where the answer goes`() throws {
        let url = try service().requestURL(at: "https://idp.example.com/sso", id: "_r1", state: "s&t =", now: Self.now)
        #expect(url.hasPrefix("https://idp.example.com/sso?SAMLRequest="))
        #expect(try query(url).map(\.name) == ["SAMLRequest", "RelayState"])
        #expect(try query(url).last?.value == "s&t =")
        let root = try request(url)
        #expect(root.name.is("AuthnRequest", in: "urn:oasis:names:tc:SAML:2.0:protocol"))
        let attributes = [
            "ID", "Version", "IssueInstant", "Destination", "ProtocolBinding", "AssertionConsumerServiceURL",
        ]
        #expect(
            attributes.map { root.attribute($0) } == [
                "_r1", "2.0", "2026-01-02T03:04:05.678Z", "https://idp.example.com/sso",
                "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST", "https://app.example.com/__/auth/handler?a=1&b=2",
            ]
        )
        #expect(
            root.only("Issuer", in: "urn:oasis:names:tc:SAML:2.0:assertion")?.text == "https://app.example.com/entity"
        )
    }

    // A name may hold what means something in XML; a mark after a quote must not hide the quote.
    @Test(
        arguments: [
            "a\"b", "a\"\u{301}b", "<x/>", "<\u{301}", "&amp;", "&\u{20D2}x;", "]]>", "a\tb\nc\rd", "é€😀", "' onload='",
            "a\u{301}", " spaces ", "a\" ID=\"_other",
        ]
    )
    func `keep every character of a name`(_ name: String) throws {
        var service = service(name)
        service.callbackURL = name
        let url = try service.requestURL(at: "https://idp.example.com/sso", id: "_r1", state: "s", now: Self.now)
        let root = try request(url)
        #expect(root.attributes.count == 6 && root.attribute("ID") == "_r1")
        #expect(root.attribute("AssertionConsumerServiceURL").map { Array($0.utf8) } == Array(name.utf8))
        let issuer = root.only("Issuer", in: "urn:oasis:names:tc:SAML:2.0:assertion")?.text
        #expect(issuer.map { Array($0.utf8) } == Array(name.utf8))
    }

    @Test func `add to the query that a page has`() throws {
        let url = try service().requestURL(
            at: "https://idp.example.com/sso?tenant=1",
            id: "_r1",
            state: "",
            now: Self.now
        )
        #expect(url.hasPrefix("https://idp.example.com/sso?tenant=1&SAMLRequest="))
        #expect(try request(url).attribute("Destination") == "https://idp.example.com/sso?tenant=1")
    }

    @Test func `longer than a block are cut into blocks`() throws {
        let long = "https://app.example.com/" + String(repeating: "x", count: 70_000)
        let url = try service(long).requestURL(at: "https://idp.example.com/", id: "_r1", state: "", now: Self.now)
        #expect(try request(url).only("Issuer", in: "urn:oasis:names:tc:SAML:2.0:assertion")?.text == long)
    }

    // SAML Bindings §3.4.4.1: the signature is over the query as it is sent, in this order.
    @Test func `are signed over the query as it is sent`() throws {
        let key = try RSAPrivateKey.generate()
        let url = try service().requestURL(
            at: "https://idp.example.com/sso",
            id: "_r1",
            state: "a b",
            now: Self.now,
            signedBy: key
        )
        let parameters = try query(url)
        #expect(parameters.map(\.name) == ["SAMLRequest", "RelayState", "SigAlg", "Signature"])
        #expect(parameters[2].value == "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
        let start = try #require(url.firstRange(of: "SAMLRequest="))
        let end = try #require(url.firstRange(of: "&Signature="))
        let signed = Array(url[start.lowerBound..<end.lowerBound].utf8)
        let signature = try #require(Base64.decode(parameters[3].value.utf8, .standard))
        #expect(key.publicKey.verifyRS256(signature, over: signed))
        #expect(!key.publicKey.verifyRS256(signature, over: signed + [0]))
    }
}
