import Testing

@testable import HearthSAML

@Suite("The canonical form of XML")
struct CanonicalFormTests {
    // Documents with the form that Python's `xml.etree` computes.
    @Test(
        arguments: [
            (#"<a/>"#, #"<a></a>"#),
            (#"<a></a>"#, #"<a></a>"#),
            (#"<a  b = "1"\#n c='2' />"#, #"<a b="1" c="2"></a>"#),
            (#"<a c="3" b="2" a="1"/>"#, #"<a a="1" b="2" c="3"></a>"#),
            (#"<p:a xmlns:p="u:p"/>"#, #"<p:a xmlns:p="u:p"></p:a>"#),
            (#"<a xmlns:unused="u"/>"#, #"<a></a>"#),
            (#"<a xmlns:p="u:p"><p:b/><p:c/></a>"#, #"<a><p:b xmlns:p="u:p"></p:b><p:c xmlns:p="u:p"></p:c></a>"#),
            (
                #"<a xmlns="u:1"><b xmlns="u:2"><c xmlns="u:1"/></b></a>"#,
                #"<a xmlns="u:1"><b xmlns="u:2"><c xmlns="u:1"></c></b></a>"#
            ),
            (#"<a xmlns="u:1"><b xmlns=""/></a>"#, #"<a xmlns="u:1"><b xmlns=""></b></a>"#),
            (#"<p:a xmlns:p="u:1"><p:b xmlns:p="u:2"/></p:a>"#, #"<p:a xmlns:p="u:1"><p:b xmlns:p="u:2"></p:b></p:a>"#),
            (#"<p:a xmlns:p="u:1"><p:b xmlns:p="u:1"/></p:a>"#, #"<p:a xmlns:p="u:1"><p:b></p:b></p:a>"#),
            (
                #"<a xmlns:z="u:a" xmlns:y="u:b" z:k="1" y:k="2" k="3"/>"#,
                #"<a xmlns:y="u:b" xmlns:z="u:a" k="3" z:k="1" y:k="2"></a>"#
            ),
            (
                #"<a xmlns:b="u:b" xmlns:a="u:a"><x a:k="1" b:k="2"/></a>"#,
                #"<a><x xmlns:a="u:a" xmlns:b="u:b" a:k="1" b:k="2"></x></a>"#
            ),
            (#"<a>&lt;&gt;&amp;&quot;&apos;</a>"#, #"<a>&lt;&gt;&amp;"'</a>"#),
            (#"<a b="&lt;&gt;&amp;&quot;&apos;"/>"#, #"<a b="&lt;>&amp;&quot;'"></a>"#),
            (#"<a b='"'>"'</a>"#, #"<a b="&quot;">"'</a>"#),
            (#"<a>&#9;&#10;&#13;</a>"#, #"<a>\#t\#n&#xD;</a>"#),
            (#"<a b="&#9;&#10;&#13;"/>"#, #"<a b="&#x9;&#xA;&#xD;"></a>"#),
            (#"<a b="x\#ty\#nz"/>"#, #"<a b="x y z"></a>"#),
            (#"<a>x\#r\#ny\#rz</a>"#, #"<a>x\#ny\#nz</a>"#),
            (#"<a>é €😀</a>"#, #"<a>é €😀</a>"#),
            (#"<a b="é&#x20AC;&#128512;"/>"#, #"<a b="é€😀"></a>"#),
            (#"<a> <b/> <c/> </a>"#, #"<a> <b></b> <c></c> </a>"#),
            (#"<a>t<b>u</b>v</a>"#, #"<a>t<b>u</b>v</a>"#),
            (#"<?xml version="1.0" encoding="UTF-8"?>\#n<a/>\#n"#, #"<a></a>"#),
            (#"<a xml:lang="de" b="1"/>"#, #"<a b="1" xml:lang="de"></a>"#),
            (#"<a b="&#x41;&#65;"/>"#, #"<a b="AA"></a>"#),
            // The ends of each range of `Char`; of the noncharacters only U+FFFE and U+FFFF are none.
            (#"<a>&#x20;&#xD7FF;&#xE000;&#xFFFD;</a>"#, "<a> \u{D7FF}\u{E000}\u{FFFD}</a>"),
            (#"<a>&#x10000;&#x1FFFE;&#x1FFFF;&#131070;</a>"#, "<a>\u{10000}\u{1FFFE}\u{1FFFF}\u{1FFFE}</a>"),
            (#"<a b="&#x10FFFD;"/>"#, "<a b=\"\u{10FFFD}\"></a>"),
            ("<a b='\u{7F}\u{85}'>\u{1FFFE}</a>", "<a b=\"\u{7F}\u{85}\">\u{1FFFE}</a>"),
            (
                #"<a xmlns:p="u"><b p:c="1"><d p:e="2"/></b><f p:g="3"/></a>"#,
                #"<a><b xmlns:p="u" p:c="1"><d p:e="2"></d></b><f xmlns:p="u" p:g="3"></f></a>"#
            ),
        ]
    )
    func `is what Python makes of the same document`(_ document: String, _ canonical: String) throws {
        let element = try XMLParser.parse(Array(document.utf8))
        #expect(String(decoding: Canonical.bytes(of: element), as: UTF8.self) == canonical)
    }

    @Test func `has one form for what is read of it`() throws {
        for document in [
            #"<p:a xmlns:p="u" z="1" y="&#13;"><b>&gt;</b></p:a>"#, #"<a xmlns="x"><b xmlns:c="d" c:e=""/></a>"#,
        ] {
            let once = Canonical.bytes(of: try XMLParser.parse(Array(document.utf8)))
            #expect(Canonical.bytes(of: try XMLParser.parse(once)) == once)
        }
    }

    // An element inside of a document takes along the namespaces that it uses, and no others (exclusive).
    @Test func `of a part has the namespaces that the part uses`() throws {
        let root = try XMLParser.parse(
            Array(#"<a xmlns="u:0" xmlns:p="u:p" xmlns:q="u:q"><p:b q:c="1"><d/></p:b><e/></a>"#.utf8)
        )
        let part = try #require(root.elements.first)
        func form(_ prefixes: Set<String>, omitting: Int? = nil) -> String {
            String(
                decoding: Canonical.bytes(of: part, inclusivePrefixes: prefixes, omitting: omitting),
                as: UTF8.self
            )
        }
        let plain = #"<p:b xmlns:p="u:p" xmlns:q="u:q" q:c="1"><d xmlns="u:0"></d></p:b>"#
        #expect(form([]) == plain)
        #expect(form(["nothing"]) == plain)
        #expect(form([""]) == #"<p:b xmlns="u:0" xmlns:p="u:p" xmlns:q="u:q" q:c="1"><d></d></p:b>"#)
        // The signature is left out with all that is in it.
        let inner = try #require(part.elements.first)
        #expect(form([], omitting: inner.position) == #"<p:b xmlns:p="u:p" xmlns:q="u:q" q:c="1"></p:b>"#)
        #expect(form([], omitting: part.position) == "")
    }
}

@Suite("Reading XML that is signed")
struct XMLParserTests {
    private func failure(_ text: String) -> String? {
        do throws(XMLFailure) {
            _ = try XMLParser.parse(Array(text.utf8))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `reads the last characters of Unicode`() {
        #expect(failure("<a>&#x10FFFE;&#x10FFFF;&#1114111;&#xFDD0;</a>") == nil)
    }

    // What two readers could read in two ways, or what only attacks are made of.
    @Test(
        arguments: [
            "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<a><!-- c --></a>", "<!-- c --><a/>",
            "<a/><!-- c -->", "<a><?pi x?></a>", "<?pi x?><a/>", "<a><![CDATA[x]]></a>", "<a>]]></a>", "<a>&nbsp;</a>",
            "<a>&#0;</a>", "<a>&#x1;</a>", "<a>&#xD800;</a>", "<a>&#x110000;</a>", "<a>&#;</a>", "<a>&#x;</a>",
            "<a>&#-1;</a>", "<a>&#+65;</a>", "<a>&#x4G;</a>", "<a>&#4A;</a>", "<a>&;</a>", "<a>&</a>", "<a>& </a>",
            "<a>&amp</a>",
            "<a>&AMP;</a>", "<a>&#xFFFE;</a>", "<a>&#xFFFF;</a>", "<a>&#65534;</a>", "<a>&#xDFFF;</a>", "<a>&#x1F;</a>",
            "<a>\u{FFFE}</a>", "<a b=\"\u{FFFF}\"/>", "<a>\u{1}</a>", "<a>\u{0}</a>", "<a b=\"\u{1}\"/>",
        ]
    )
    func `refuses what can be read in two ways`(_ text: String) {
        #expect(failure(text) != nil)
    }

    @Test(
        arguments: [
            "", " ", "x", "<", "<a", "<a>", "<a/", "</a>", "<a></b>", "<a></a", "<a><b></a></b>", "<a/><b/>", "<a/>x",
            "x<a/>",
            "<1a/>", "<-a/>", "<a:b:c/>", "<:a/>", "<a:/>", "<a b/>", "<a b=/>", "<a b=1/>", "<a b=\"1/>",
            "<a b='1\"/>",
            "<a b=\"<\"/>", "<a b=\"1\" b=\"2\"/>", "<a b=\"1\"c=\"2\"/>", "< a/>", "<a / >", "<a></ a>", "<p:a/>",
            "<a p:b=\"1\"/>", "<a xmlns:p=\"u\" xmlns:q=\"u\" p:b=\"1\" q:b=\"2\"/>", "<a xmlns:p=\"\"/>",
            "<a xmlns:xml=\"u\"/>", "<a xmlns:xmlns=\"u\"/>", "<é/>", "\u{FEFF}<a/>", "<a>&#60</a>",
        ]
    )
    func `refuses what is not well formed`(_ text: String) {
        #expect(failure(text) != nil)
    }

    @Test func `refuses bytes that are not UTF-8, and another encoding by its name`() {
        #expect(throws: XMLFailure.self) { try XMLParser.parse([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) }
        #expect(throws: XMLFailure.self) { try XMLParser.parse([0xFF, 0xFE, 0x3C, 0x00, 0x61, 0x00]) }
        #expect(failure(#"<?xml version="1.0" encoding="ISO-8859-1"?><a/>"#) != nil)
        #expect(failure(#"<?xml version="1.0" encoding="utf-8" standalone="yes"?><a/>"#) == nil)
        #expect(failure(#"<?xml version="1.0"#) != nil)
    }

    @Test func `has limits to depth, number and size`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(failure(nested(50)) == nil && failure(nested(51)) != nil)
        #expect(failure(nested(80_000)) != nil)
        func wide(_ count: Int) -> String { "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>" }
        #expect(failure(wide(5000)) == nil && failure(wide(5001)) != nil)
        func attributes(_ count: Int) -> String {
            "<a " + (0..<count).map { "k\($0)=\"\"" }.joined(separator: " ") + "/>"
        }
        #expect(failure(attributes(100)) == nil && failure(attributes(101)) != nil)
        func long(_ count: Int) -> String { "<a>" + String(repeating: "x", count: count - 7) + "</a>" }
        #expect(failure(long(1 << 18)) == nil && failure(long(1 << 18 | 1)) != nil)
    }

    @Test func `finds elements, attributes and text by name and namespace`() throws {
        let root = try XMLParser.parse(
            Array(
                """
                <r xmlns="u:1" xmlns:p="u:2" id="1" p:id="2"><p:a>one</p:a><a>t&#x77;o</a><a>three<b/></a><c></c></r>
                """.utf8
            )
        )
        #expect(root.name == XMLName(prefix: "", local: "r", namespace: "u:1"))
        // An attribute without a prefix belongs to no namespace.
        #expect(root.attribute("id") == "1")
        #expect(root.elements.count == 4 && root.elements("a", in: "u:1").count == 2)
        #expect(root.only("a", in: "u:2")?.text == "one")
        #expect(root.only("a", in: "u:1") == nil && root.only("x", in: "u:1") == nil)
        #expect(root.elements("a", in: "u:1").map(\.text) == ["two", nil])
        #expect(root.only("c", in: "u:1")?.text == "")
        var names: [String] = []
        root.forEach { names.append($0.name.local) }
        #expect(names == ["r", "a", "a", "a", "b", "c"])
        var positions: Set<Int> = []
        root.forEach { positions.insert($0.position) }
        #expect(positions.count == 6)
    }
}
