import Testing

@testable import HearthCore

@Suite("Punycode")
struct PunycodeTests {
    // RFC 3492 §7.1, those of its samples that are not tried elsewhere; the hints of upper case are left out.
    @Test(
        arguments: [
            ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
            ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
            ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
            ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
            ("세계의모든사람들이한국어를이해한다면얼마나좋을까", "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"),
            ("PorquénopuedensimplementehablarenEspañol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
            ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
            ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
            ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
            ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
            ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("-> $1.00 <-", "-> $1.00 <--"),
        ]
    )
    func `writes and reads the samples of its standard`(_ text: String, _ encoded: String) {
        let scalars = text.unicodeScalars.map(\.value)
        #expect(String(decoding: Punycode.encode(scalars), as: UTF8.self) == encoded)
        #expect(Punycode.decode(encoded.utf8) == scalars)
    }

    @Test func `comes back for random scalars of every plane`() {
        var walk = Walk(state: 3492)
        for _ in 0..<2000 {
            let scalars = (0..<1 + walk.below(20 as UInt32)).map { _ -> UInt32 in
                let scalar: UInt32 = walk.below(4 as Int) == 0 ? 0x61 + walk.below(26) : walk.below(0x11_0000)
                return (0xD800...0xDFFF).contains(scalar) ? 0x2F : scalar
            }
            let encoded = Punycode.encode(scalars)
            #expect(encoded.allSatisfy { $0 < 0x80 })
            // A text of ASCII alone ends in a hyphen, which is read as one.
            #expect(Punycode.decode(encoded) == scalars)
        }
    }

    @Test(
        arguments: [
            // Ends inside of a number; a digit that is none; upper case.
            "zzzz", "bcher-kv", "bcher-kv!", "bcher-KVA",
            // Leads beyond U+10FFFF or to a surrogate.
            "99999999", "a-9999999999999999999999", "ls8h9999999", "9999999999999999999999999999999999999999",
            // What stands before the last hyphen is ASCII.
            "ü-tda", "\u{80}-a",
        ]
    )
    func `refuses what nothing is written as`(_ text: String) {
        #expect(Punycode.decode(text.utf8) == nil)
    }

    @Test func `has no text for no text`() {
        #expect(Punycode.encode([]) == [])
        #expect(Punycode.decode([UInt8]()) == [])
        #expect(Punycode.encode([0x61]) == Array("a-".utf8))
    }
}

@Suite("A label of a domain")
struct DomainLabelTests {
    private func ascii(_ label: String) -> String? {
        DomainLabel.ascii(CanonicalText.folded(label.unicodeScalars.map(\.value))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    // RFC 5892, appendix A: what a scalar asks of those around it.
    @Test(
        arguments: [
            // A.3 the middle dot of Catalan, between two l.
            ("l·l", true), ("col·lecció", true), ("l·", false), ("·l", false), ("a·l", false), ("l·a", false),
            ("l··l", false),
            // A.4 the numeral sign of Greek, before Greek.
            ("͵α", true), ("α͵β", true), ("͵", false), ("͵a", false), ("α͵", false),
            // A.5 and A.6 geresh and gershayim, after Hebrew.
            ("א׳", true), ("א׳ב", true), ("׳א", false), ("א״ב", true), ("״", false), ("a׳", false),
            // A.7 the middle dot of Katakana, in a label with a script of Japanese.
            ("ア・", true), ("・あ", true), ("漢・字", true), ("・", false), ("a・b", false), ("가・나", false),
            // A.8 and A.9 digits of Arabic, of one kind.
            ("ا٠", true), ("ا۰", true), ("ا٠۰", false),
            // A.1 and A.2 joiners, which are invisible and never taken here.
            ("न\u{94D}\u{200D}ष", false), ("ب\u{200C}ب", false),
        ] as [(String, Bool)]
    )
    func `keeps the rules of its context`(_ label: String, _ isAllowed: Bool) {
        #expect((ascii(label) != nil) == isAllowed)
    }

    // RFC 5893 §2: labels that run from right to left.
    @Test(
        arguments: [
            ("אבג", true), ("אב1", true), ("אב-ג", true), ("1אב", false), ("אבa", false), ("aאב", false),
            ("אב־", false), ("ابج", true), ("ابج1", true), ("ابج٣", true), ("ابج1٣", false), ("א1٣", false),
            ("٣ا", false),
            ("א\u{5B7}", true), ("ab1", true),
        ] as [(String, Bool)]
    )
    func `keeps the direction of its letters`(_ label: String, _ isAllowed: Bool) {
        #expect((ascii(label) != nil) == isAllowed)
    }

    // RFC 5891 §4.2.3: hyphens and marks where they may not be.
    @Test(
        arguments: [
            ("a", "a"), ("a-b", "a-b"), ("-a", nil), ("a-", nil), ("-", nil), ("", nil), ("a--b", "a--b"),
            ("ab--c", "ab--c"), ("ab--ü", nil), ("ü-", nil), ("-ü", nil), ("\u{301}a", nil), ("xn--", nil),
            ("xn--a", nil), ("xn--tda", "xn--tda"), ("XN--TDA", "xn--tda"), ("ü", "xn--tda"), ("u\u{308}", "xn--tda"),
            ("xn--u-ccb", nil), ("a_b", nil), ("a b", nil), ("a.b", nil), ("a\u{0}b", nil),
            // What is ASCII is never written as xn--.
            ("xn--abc-", nil), ("xn---", nil),
        ] as [(String, String?)]
    )
    func `is looked up as registries have it`(_ label: String, _ found: String?) {
        #expect(ascii(label) == found)
    }

    @Test func `has 63 bytes in ASCII, and not one more`() {
        #expect(ascii(String(repeating: "a", count: 63)) != nil)
        #expect(ascii(String(repeating: "a", count: 64)) == nil)
        // The longest label of one letter of German that still fits.
        let longest = (1...63).last { ascii(String(repeating: "ü", count: $0)) != nil }
        #expect(longest.flatMap { ascii(String(repeating: "ü", count: $0))?.utf8.count }.map { $0 <= 63 } == true)
        #expect(ascii(String(repeating: "ü", count: 64)) == nil)
        #expect(ascii("xn--" + String(repeating: "a", count: 60)) == nil)
    }
}
