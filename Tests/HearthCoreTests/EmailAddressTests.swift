import HearthCore
import Testing

@Suite("An e-mail address")
struct EmailAddressTests {
    @Test(arguments: UnicodeAnswers.addresses)
    func `has the key that Python computes, or is refused as Python refuses it`(_ text: String, _ key: String?) {
        let address = EmailAddress(text)
        #expect(address.map { Array($0.key.utf8) } == key.map { Array($0.utf8) })
        // A key is an address, and its own key.
        if let key { #expect(EmailAddress(key).map { Array($0.key.utf8) } == Array(key.utf8)) }
        // So is what is stored and shown.
        if let address { #expect(EmailAddress(address.text) == address) }
    }

    @Test(
        arguments: [
            ("ada@example.com", "ADA@EXAMPLE.COM"), ("ada@example.com", "\u{FF41}da@example\u{3002}com"),
            ("kim@example.com", "\u{212A}im@example.com"), ("j\u{FC}rgen@example.com", "JU\u{308}RGEN@example.com"),
            ("\u{F900}@example.com", "\u{8C48}@example.com"), ("\u{AC00}@example.com", "\u{1100}\u{1161}@example.com"),
            ("\u{304C}@example.com", "\u{304B}\u{3099}@example.com"),
            ("\u{30AC}@example.com", "\u{FF76}\u{FF9E}@example.com"),
            ("ada@b\u{FC}cher.example", "ada@xn--bcher-kva.example"),
            ("ada@BÜCHER.example", "ada@XN--BCHER-KVA.Example"),
            ("ada@bu\u{308}cher.example", "ada@b\u{FC}cher.example"),
            ("\u{3C3}\u{3BF}\u{3C6}\u{3BF}\u{3C2}@example.com", "ΣΟΦΟΣ@example.com"),
            ("ada@stra\u{DF}e.example", "ada@xn--strae-oqa.example"),
        ]
    )
    func `has one key for the spellings of it`(_ one: String, _ other: String) throws {
        let first = try #require(EmailAddress(one))
        let second = try #require(EmailAddress(other))
        #expect(Array(first.key.utf8) == Array(second.key.utf8))
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(EmailKey.make(one) == first.key && EmailKey.make(other) == first.key)
    }

    @Test(
        arguments: [
            ("ada@example.com", "ada+1@example.com"), ("mail@i.example", "mail@\u{131}.example"),
            ("i@example.com", "\u{131}@example.com"), ("i@example.com", "i\u{307}@example.com"),
            ("ada@stra\u{DF}e.example", "ada@strasse.example"), ("a.da@gmail.com", "ada@gmail.com"),
            ("ada@\u{3C3}.example", "ada@\u{3C2}.example"), ("a@example.com", "\u{430}@example.com"),
        ]
    )
    func `has another key if it is another address`(_ one: String, _ other: String) throws {
        let first = try #require(EmailAddress(one))
        let second = try #require(EmailAddress(other))
        #expect(first != second && first.key != second.key)
    }

    @Test func `is shown in lower case and composed, with the domain as it was written`() throws {
        #expect(try #require(EmailAddress("JU\u{308}RGEN@Bücher.Example")).text == "jürgen@bücher.example")
        #expect(try #require(EmailAddress("Ada@XN--BCHER-KVA.example")).text == "ada@xn--bcher-kva.example")
        let composed = try #require(EmailAddress("ju\u{308}rgen@example.com")).text
        #expect(Array(composed.utf8) == Array("j\u{FC}rgen@example.com".utf8))
    }

    @Test func `goes to a mailbox whose domain is in ASCII`() throws {
        #expect(try #require(EmailAddress("JÜRGEN@Bücher.example")).mailbox == "jürgen@xn--bcher-kva.example")
        let (one, other) = (
            try #require(EmailAddress("σοφος@example.com")), try #require(EmailAddress("σοφοσ@example.com"))
        )
        #expect(one.key == other.key && one.mailbox != other.mailbox)
        #expect(EmailAddress(lenient: "A@b")?.mailbox == "a@b")
    }

    @Test(
        arguments: [
            // A mark after a second @ hides it from a reader of characters.
            "boss@corp.com@\u{FE0F}evil.com", "boss@corp.com@\u{301}evil.com", "boss@\u{20E3}corp.com@evil.com",
            "boss\u{FF20}corp.com@evil.com", "boss@corp.com\u{FF20}evil.com", "boss@corp.com\u{FE6B}evil.com",
            "ada@\u{FE0F}example.com", "ada\u{FE0F}@example.com", "\u{301}ada@example.com", "ada@\u{301}example.com",
            // Invisible, directional, private and unassigned scalars.
            "a\u{AD}da@example.com", "ad\u{200B}a@example.com", "ad\u{200D}a@example.com", "\u{202E}ada@example.com",
            "ad\u{2060}a@example.com", "ada@exam\u{200C}ple.com", "\u{FEFF}ada@example.com", "a\u{E000}@example.com",
            "a\u{E0061}@example.com", "a\u{115F}@example.com", "a\u{3164}@example.com", "a\u{378}@example.com",
            "a\u{FFFE}@example.com", "a\u{FFFD}@example.com", "a\u{34F}@example.com", "a\u{1D173}@example.com",
            // White space and line ends of every kind.
            "ada@example.com\r\nBcc: x@y.co", "ada@example.com\n", "ada\u{0}@example.com", "ada @example.com",
            "ada\u{A0}@example.com", "ada\u{2028}@example.com", "ada\u{3000}@example.com", "ada\u{85}@example.com",
            "ada@example.com ", "\tada@example.com",
            // Quoted and bracketed forms, lists, routes and comments.
            "\"ada\"@example.com", "ada@[192.0.2.1]", "<ada@example.com>", "ada@example.com,eve@example.com",
            "ada(comment)@example.com", "@relay.example:ada@example.com", "a\\b@example.com",
            // Dots, hyphens and what is no domain.
            ".ada@example.com", "ada.@example.com", "a..da@example.com", "ada@example.com.", "ada@.example.com",
            "ada@example..com", "ada@-example.com", "ada@example-.com", "ada@exam_ple.com", "ada@example",
            "ada@192.0.2.1",
            "ada@example.123", "ada@", "@example.com", "ada", "", "@", "ada@@example.com",
            // A-labels that are none, or that hide what labels may not have.
            "ada@xn--.example", "ada@xn--a.example", "ada@xn--bcher-kvaa9.example", "ada@xn--example-.com",
            "ada@xn--ls8h.example", "ada@ls--ü.example", "\u{130}@example.com", "ada@\u{FB01}.example",
            "ada@l\u{B7}.example", "ada@\u{5F3}.example", "ada@\u{660}\u{6F0}.example", "ada@\u{5D0}a.example",
            "😀@example.com", "ada@😀.example", "a\u{FB01}@example.com",
        ]
    )
    func `is refused if there is more or less in it than meets the eye`(_ text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func `keeps to the lengths of its standard, in bytes`() {
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@example.com") != nil)
        #expect(EmailAddress(String(repeating: "a", count: 65) + "@example.com") == nil)
        #expect(EmailAddress(String(repeating: "ü", count: 32) + "@example.com") != nil)
        #expect(EmailAddress(String(repeating: "ü", count: 33) + "@example.com") == nil)
        let label = String(repeating: "b", count: 63)
        #expect(EmailAddress("ada@\(label).com") != nil && EmailAddress("ada@\(label)b.com") == nil)
        // 189 bytes of domain, and 65 of local part and @.
        let domain = [label, label, String(repeating: "c", count: 58), "com"].joined(separator: ".")
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@" + domain) == nil)
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@" + domain.dropFirst()) != nil)
        // An A-label is longer than what it stands for.
        #expect(EmailAddress("ada@\(String(repeating: "ü", count: 60)).com") == nil)
        #expect(EmailAddress(String(repeating: "a", count: 1_000_000) + "@example.com") == nil)
        #expect(EmailAddress("ada@" + String(repeating: "a.", count: 1_000) + "com") == nil)
    }

    @Test func `is taken leniently where a development backend takes anything`() throws {
        #expect(EmailAddress(lenient: "a@b")?.text == "a@b")
        #expect(EmailAddress(lenient: "A.@B_c")?.text == "a.@b_c")
        #expect(EmailAddress(lenient: "Ada@Bücher.example")?.key == "ada@xn--bcher-kva.example")
        for text in [
            "ada@example.com\r\nBcc: x@y.co", "a\u{0}@b.co", "a b@c.co", "a@b@c", "a@b.co@\u{FE0F}d.co", "@b", "a@",
        ] {
            #expect(EmailAddress(lenient: text) == nil, "\(text)")
        }
        #expect(EmailAddress(lenient: String(repeating: "a", count: 320) + "@b") == nil)
    }

    @Test(arguments: ["a\u{FF20}b.example", "ada\u{FF20}example.com", "not an address", "", "a@b@c.example"])
    func `is never keyed alike with what is none`(_ text: String) {
        let key = EmailKey.make(text)
        #expect(EmailAddress(key) == nil)
    }
}

@Suite("A domain name")
struct DomainNameTests {
    @Test(
        arguments: [
            ("Example.COM", "example.com"), ("bücher.example", "xn--bcher-kva.example"), ("faß.de", "xn--fa-hia.de"),
            ("日本語.jp", "xn--wgv71a119e.jp"), ("中国.cn", "xn--fiqs8s.cn"), ("παράδειγμα.gr", "xn--hxajbheg2az3al.gr"),
            ("пример.рф", "xn--e1afmkfd.xn--p1ai"), ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
            ("בײַשפּיל.טעסט", "xn--fdbk5d8ap9b8a8d.xn--deba0ad"), ("उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"),
            ("ドメイン名例.jp", "xn--eckwd4c7cu47r2wf.jp"), ("l·l.cat", "xn--ll-0ea.cat"),
            ("r3---sn.example", "r3---sn.example"), ("ａ．ｂ", "a.b"), ("a。b", "a.b"),
        ]
    )
    func `is written in ASCII as registries write it`(_ text: String, _ ascii: String) {
        let name = DomainName(text)
        #expect(name?.ascii == ascii)
        #expect(name == DomainName(ascii))
    }

    @Test(arguments: [
        "", ".", "a", "a.", ".a", "a..b", "localhost", "1.2.3.4", "[::1].b", "a b.c", "a_b.c", "a/b.c", "a:1.c",
    ])
    func `is refused if it is none`(_ text: String) {
        #expect(DomainName(text) == nil)
    }
}
