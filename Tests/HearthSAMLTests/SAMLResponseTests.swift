import HearthCore
import HearthCrypto
import Testing

@testable import HearthSAML

/// A service whose provider has the certificate of the vectors, at the moment for which they are made.
struct SAMLBench {
    var service: SAMLServiceProvider
    var now: UnixTime

    init() throws {
        service = SAMLServiceProvider(
            identityProvider: "https://idp.example.com/entity",
            keys: [try Certificate(pem: Vectors.text("certificate.pem")).publicKey],
            entityID: "https://app.example.com/entity",
            callbackURL: "https://app.example.com/__/auth/handler"
        )
        now = try #require(UnixTime(rfc3339: "2026-01-02T03:05:00Z"))
    }

    func read(_ text: String, answering request: String? = "_r1") throws(SAMLRejection) -> SAMLAssertion {
        try service.assertion(from: Array(text.utf8), answering: request, at: now)
    }

    func rejection(_ text: String, answering request: String? = "_r1") -> SAMLRejection? {
        do throws(SAMLRejection) {
            _ = try read(text, answering: request)
            return nil
        } catch {
            return error
        }
    }
}

@Suite("SAML responses")
struct SAMLResponseTests {
    @Test(
        arguments: [
            "assertion-signed", "assertion-signed-sha512", "response-signed",
            "both-signed",
        ]
    )
    func `are believed when the provider signed them`(_ name: String) throws {
        let assertion = try SAMLBench().read(Vectors.text(name + ".xml"))
        #expect(assertion.id == "_a1" && assertion.inResponseTo == "_r1")
        #expect(assertion.nameID == "Ada.Lovelace@Example.com")
        #expect(assertion.attributes.map(\.name) == ["groups", "name"])
        #expect(assertion.attributes.map(\.values) == [["staff & crew", "Zürich <3"], [#"Ada "L" O'Neil"# + "\ttab"]])
        #expect(assertion.expiresAt == UnixTime(rfc3339: "2026-01-02T03:10:00Z"))
    }

    @Test(arguments: ["assertion-signed.xml", "response-signed.xml", "both-signed.xml"])
    func `are refused when a byte of what is signed is another one`(_ name: String) throws {
        let bench = try SAMLBench()
        let text = try Vectors.text(name)
        for (old, new) in [
            ("Ada.Lovelace@", "Eve.Lovelace@"), ("staff &amp; crew", "admin"), ("Name=\"groups\"", "Name=\"role\""),
            ("a=\"1\"", "a=\"2\""), ("\ttab", " tab"), ("xsi:type=\"xs:string\"", "xsi:type=\"xs:token\""),
        ] {
            #expect(text.contains(old))
            #expect(bench.rejection(text.replacing(old, with: new, maxReplacements: 1)) == .invalidSignature)
        }
        #expect(bench.rejection(text.replacing("</saml:Subject>", with: " </saml:Subject>")) == .invalidSignature)
    }

    @Test func `are refused with no signature, a stranger's, and one of a key that is not configured`() throws {
        var bench = try SAMLBench()
        #expect(bench.rejection(try Vectors.text("unsigned.xml")) == .unsigned("the response is not signed"))
        #expect(bench.rejection(try Vectors.text("stranger-signed.xml")) == .invalidSignature)
        let other = try Certificate(pem: Vectors.text("other.pem")).publicKey
        bench.service.keys = [other]
        #expect(bench.rejection(try Vectors.text("both-signed.xml")) == .invalidSignature)
        bench.service.keys.insert(try SAMLBench().service.keys[0], at: 1)
        #expect(bench.rejection(try Vectors.text("both-signed.xml")) == nil)
        bench.service.keys = []
        #expect(bench.rejection(try Vectors.text("both-signed.xml")) == .invalidSignature)
    }

    @Test func `are for this service, from this provider, and the answer to this request`() throws {
        let text = try Vectors.text("both-signed.xml")
        func rejection(
            _ change: (inout SAMLBench) -> Void,
            answering request: String? = "_r1"
        ) throws -> SAMLRejection? {
            var bench = try SAMLBench()
            change(&bench)
            return bench.rejection(text, answering: request)
        }
        #expect(try rejection({ $0.service.entityID = "https://other.example.com" }) == .wrongAudience)
        #expect(try rejection({ $0.service.callbackURL = "https://other.example.com/" }) == .wrongAudience)
        #expect(try rejection({ $0.service.identityProvider = "https://idp.example.com/other" }) == .wrongIssuer)
        #expect(try rejection({ _ in }, answering: "_r2") == .wrongRequest)
        #expect(try rejection({ _ in }, answering: nil) == nil)
    }

    @Test(
        arguments: [
            ("2026-01-02T02:57:59Z", false), ("2026-01-02T02:58:00Z", true), ("2026-01-02T03:10:59Z", true),
            ("2026-01-02T03:11:00Z", false), ("2030-01-01T00:00:00Z", false),
        ]
    )
    func `have a time, with a minute for the clocks`(_ moment: String, _ isRight: Bool) throws {
        var bench = try SAMLBench()
        bench.now = try #require(UnixTime(rfc3339: moment))
        #expect(bench.rejection(try Vectors.text("both-signed.xml")) == (isRight ? nil : .expired))
    }

    @Test func `tell the provider's refusal`() throws {
        let text = try Vectors.text("unsigned.xml").replacing(
            #"<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>"#,
            with: #"<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode "#
                + #"Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>"#
        )
        #expect(try SAMLBench().rejection(text) == .refused("AuthnFailed"))
    }
}

@Suite("Attacks on SAML signatures")
struct SAMLAttackTests {
    private static let name = "assertion-signed.xml"

    /// The signed assertion of a vector, and the response around it.
    private func parts(_ name: String = name) throws -> (before: String, assertion: String, after: String) {
        let text = try Vectors.text(name)
        let start = try #require(text.firstRange(of: "<saml:Assertion"))
        let end = try #require(text.firstRange(of: "</saml:Assertion>"))
        return (
            String(text[..<start.lowerBound]), String(text[start.lowerBound..<end.upperBound]),
            String(text[end.upperBound...])
        )
    }

    private func forged(_ assertion: String, id: String = "_evil") throws -> String {
        let signature = try #require(assertion.firstRange(of: "<ds:Signature"))
        let end = try #require(assertion.firstRange(of: "</ds:Signature>"))
        let plain = String(assertion[..<signature.lowerBound]) + assertion[end.upperBound...]
        return plain.replacing("ID=\"_a1\"", with: "ID=\"\(id)\"").replacing("Ada.Lovelace", with: "Eve")
    }

    @Test func `a forged assertion before, after, around or inside the signed one is refused`() throws {
        let bench = try SAMLBench()
        let (before, signed, after) = try parts()
        for id in ["_evil", "_a1"] {
            let evil = try forged(signed, id: id)
            let open = evil.replacing("</saml:Assertion>", with: "")
            for body in [
                evil + signed, signed + evil, open + signed + "</saml:Assertion>",
                evil.replacing("</saml:Subject>", with: "</saml:Subject><x>\(signed)</x>"),
                signed.replacing("</saml:Subject>", with: "</saml:Subject>\(evil)"),
                evil + "<samlp:Extensions>\(signed)</samlp:Extensions>",
            ] {
                #expect(bench.rejection(before + body + after) != nil)
            }
        }
    }

    @Test func `a signature that was moved into a forged assertion is refused`() throws {
        let bench = try SAMLBench()
        let (before, signed, after) = try parts()
        let start = try #require(signed.firstRange(of: "<ds:Signature"))
        let end = try #require(signed.firstRange(of: "</ds:Signature>"))
        let signature = String(signed[start.lowerBound..<end.upperBound])
        for id in ["_a1", "_evil"] {
            let evil = try forged(signed, id: id)
            let carrier = evil.replacing("</saml:Issuer>", with: "</saml:Issuer>\(signature)", maxReplacements: 1)
            #expect(bench.rejection(before + carrier + after) != nil)
            let wrapped = signature.replacing(
                "</ds:Signature>",
                with: "<ds:Object>\(signed)</ds:Object></ds:Signature>"
            )
            let inside = evil.replacing("</saml:Issuer>", with: "</saml:Issuer>\(wrapped)", maxReplacements: 1)
            #expect(bench.rejection(before + inside + after) != nil)
            let beside = before.replacing("</saml:Issuer>", with: "</saml:Issuer>\(signature)") + evil
            #expect(bench.rejection(beside + after) != nil)
        }
    }

    @Test func `a signed response inside another one is refused`() throws {
        let bench = try SAMLBench()
        let text = try Vectors.text("response-signed.xml")
        let evil = try forged(
            try parts("unsigned.xml").assertion.replacing(
                "<saml:Issuer>",
                with: "<ds:Signature></ds:Signature><saml:Issuer>",
                maxReplacements: 1
            )
        )
        let outer = text.prefix { $0 != ">" } + ">"
        let renamed = outer.replacing("_p1", with: "_p2")
        let tail =
            #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>"#
        #expect(bench.rejection("\(renamed)\(tail)\(evil)\(text)</samlp:Response>") != nil)
        #expect(bench.rejection("\(renamed)\(tail)<x>\(text)</x>\(evil)</samlp:Response>") != nil)
    }

    @Test func `signatures that are left out, empty, weak, or of something else are refused`() throws {
        let bench = try SAMLBench()
        let text = try Vectors.text(Self.name)
        for (old, new) in [
            ("xmldsig-more#rsa-sha256", "xmldsig-more#hmac-sha256"),
            ("2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#rsa-sha1"),
            ("xmlenc#sha256", "xmldsig#sha1"), ("URI=\"#_a1\"", "URI=\"\""), ("URI=\"#_a1\"", "URI=\"#_p1\""),
            ("URI=\"#_a1\"", "URI=\"#xpointer(/)\""),
            (
                "<ds:Transforms>",
                "<ds:Transforms><ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xpath-19991116\"/>"
            ),
            ("xmldsig#enveloped-signature", "xmldsig#base64"), ("<ds:DigestValue>", "<ds:DigestValue>AAAA"),
            ("<ds:SignatureValue>", "<ds:SignatureValue>AAAA"), ("ds:SignedInfo>", "ds:Signed>"),
            (
                "2001/10/xml-exc-c14n#\"/><ds:SignatureMethod",
                "2001/10/xml-exc-c14n#WithComments\"/><ds:SignatureMethod"
            ),
        ] {
            #expect(text.contains(old), "\(old)")
            #expect(bench.rejection(text.replacing(old, with: new)) != nil, "\(new)")
        }
    }

    @Test func `a name with a comment, an instruction, a section or an entity in it is refused`() throws {
        let bench = try SAMLBench()
        for name in ["assertion-signed.xml", "response-signed.xml"] {
            let text = try Vectors.text(name)
            for piece in ["<!---->", "<?x?>", "<![CDATA[]]>", "&x;", "<x/>", "&#0;"] {
                let attack = text.replacing("Lovelace@Example.com", with: "Lovelace@Example.com\(piece).evil.com")
                #expect(bench.rejection(attack) != nil, "\(piece)")
            }
        }
    }

    @Test func `document types and entities are refused before anything is made of them`() throws {
        let bench = try SAMLBench()
        let text = try Vectors.text(Self.name)
        for head in [
            "<!DOCTYPE x [<!ENTITY a \"b\">]>", "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">", "<!-- x -->",
            "<?xml-stylesheet?>",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "\u{FEFF}",
        ] {
            guard case .malformed = bench.rejection(head + text) else {
                Issue.record("\(head) was read")
                continue
            }
        }
        #expect(bench.rejection("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text) == nil)
    }

    @Test func `mutated and endless documents end in a refusal`() throws {
        let bench = try SAMLBench()
        let bytes = Array(try Vectors.text("both-signed.xml").utf8)
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= 0x15
            _ = try? bench.service.assertion(from: changed, answering: nil, at: bench.now)
            _ = try? bench.service.assertion(from: Array(bytes.prefix(index)), answering: nil, at: bench.now)
        }
        #expect(bench.rejection(String(repeating: "<a>", count: 10_000)) != nil)
        #expect(bench.rejection(String(repeating: "x", count: 1 << 19)) == .malformed("the document is too long"))
        #expect(bench.rejection("<a " + (0..<5000).map { "a\($0)='' " }.joined() + "/>") != nil)
        #expect(bench.rejection("") != nil)
    }
}

@Suite("The canonical form of XML")
struct CanonicalTests {
    // The examples of Exclusive XML Canonicalization §2.2 and of Canonical XML §3, as far as documents have no types.
    @Test(
        arguments: [
            (
                "<n0:local xmlns:n0=\"http://ns0\" xmlns:n3=\"ftp://example.org\"><n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\"><n3:stuff/></n1:elem2></n0:local>",
                "<n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\"><n3:stuff xmlns:n3=\"ftp://example.org\"></n3:stuff></n1:elem2>"
            ),
            (
                "<n2:pdu xmlns:n1=\"http://example.com\" xmlns:n2=\"http://foo.example\" xml:space=\"retain\"><n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\"><n3:stuff xmlns:n3=\"ftp://example.org\"/></n1:elem2></n2:pdu>",
                "<n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\"><n3:stuff xmlns:n3=\"ftp://example.org\"></n3:stuff></n1:elem2>"
            ),
            (
                "<d xmlns=\"u\"><e xmlns:b=\"x\" xmlns:a=\"y\" b:attr=\"2\" a:attr='1' z=\"&#x9;&quot;&lt;\r\n\" c='3'><f xmlns=\"\">a&gt;&#xD;\r\n\"</f></e></d>",
                "<e xmlns=\"u\" xmlns:a=\"y\" xmlns:b=\"x\" c=\"3\" z=\"&#x9;&quot;&lt; \" b:attr=\"2\" a:attr=\"1\"><f xmlns=\"\">a&gt;&#xD;\n\"</f></e>"
            ),
        ]
    )
    func `is the one that the standard says`(_ text: String, _ canonical: String) throws {
        let root = try XMLParser.parse(Array(text.utf8))
        let element = try #require(root.elements.first)
        #expect(String(decoding: Canonical.bytes(of: element), as: UTF8.self) == canonical)
    }

    @Test func `declares the prefixes that are listed`() throws {
        let root = try XMLParser.parse(Array("<a xmlns:p=\"u\" xmlns:q=\"v\"><b/></a>".utf8))
        let element = try #require(root.elements.first)
        let bytes = Canonical.bytes(of: element, inclusivePrefixes: ["p", "none"])
        #expect(String(decoding: bytes, as: UTF8.self) == "<b xmlns:p=\"u\"></b>")
    }

    @Test(
        arguments: [
            "<a", "<a>", "<a></b>", "<a b=c/>", "<a b='1' b='2'/>", "<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>",
            "<p:a/>",
            "<a>&b;</a>", "<a>&#xD800;</a>", "<a>]]></a>", "<a b='<'/>", "<a/><b/>", "x<a/>", "<1/>", "<a:b:c/>",
            "<a xmlns:xml='u'/>",
            "<a xmlns:p=''/>", "<a b='1'c='2'/>", "<a>\u{1}</a>", "<a>&#+65;</a>",
        ]
    )
    func `of what is no document there is none`(_ text: String) {
        #expect(throws: XMLFailure.self) { try XMLParser.parse(Array(text.utf8)) }
    }
}
