import Testing

@testable import HearthCore

@Suite("One spelling for a text")
struct CanonicalTextTests {
    private func folded(_ text: String) -> [UInt32] { CanonicalText.folded(text.unicodeScalars.map(\.value)) }

    // CaseFolding.txt (status C and S), and the widths of UAX #11.
    @Test(
        arguments: [
            ("ABC", "abc"), ("ÄÖÜ", "äöü"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("ς", "ς"), ("ß", "ß"), ("ẞ", "ß"), ("ſ", "s"),
            ("K", "k"), ("Å", "å"), ("Ω", "ω"), ("ı", "ı"), ("Ｆｕｌｌ", "full"), ("ｶﾞ", "ガ"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"),
            ("Ⴀ", "ⴀ"), ("Ꭰ", "Ꭰ"), ("ꭰ", "Ꭰ"), ("𐐀", "𐐨"), ("Ⅷ", "ⅷ"), ("Ⓐ", "ⓐ"), ("ﬁ", "ﬁ"), ("²", "²"), ("́", "́"),
            ("e\u{301}", "é"), ("E\u{301}", "é"), ("ᾳ", "ᾳ"), ("ᾼ", "ᾳ"),
        ]
    )
    func `is lower case, of one width, and composed`(_ text: String, _ expected: String) {
        #expect(folded(text) == expected.unicodeScalars.map(\.value))
    }

    @Test func `is its own spelling, for every scalar`() {
        var wrong: [UInt32] = []
        for scalar in (0..<0x30000 as Range<UInt32>) where !(0xD800...0xDFFF).contains(scalar) {
            let once = CanonicalText.folded([scalar])
            if CanonicalText.folded(once) != once { wrong.append(scalar) }
        }
        #expect(wrong == [])
    }

    @Test func `is its own spelling, for random texts`() {
        var walk = Walk(state: 15)
        for _ in 0..<5000 {
            let text = (0..<1 + walk.below(8 as UInt32)).map { _ -> UInt32 in
                switch walk.below(5 as Int) {
                case 0: 0x41 + walk.below(26)
                case 1: 0x300 + walk.below(0x70)
                case 2: 0x370 + walk.below(0x90)
                case 3: 0xFF01 + walk.below(0x90)
                default: 0x1100 + walk.below(0x100)
                }
            }
            let once = CanonicalText.folded(text)
            #expect(CanonicalText.folded(once) == once, "\(text)")
            #expect(CanonicalText.composed(once) == once, "\(text)")
        }
    }

    // The standard library knows canonical equivalence by tables of its own.
    @Test func `is the same for what Swift calls equal, and for nothing else`() {
        let texts = [
            "é", "e\u{301}", "e", "\u{1EC7}", "e\u{323}\u{302}", "e\u{302}\u{323}", "\u{EA}\u{323}", "\u{1EB9}\u{302}",
            "\u{AC01}", "\u{1100}\u{1161}\u{11A8}", "\u{AC00}\u{11A8}", "\u{AC00}", "\u{212B}", "\u{C5}", "A\u{30A}",
            "\u{2126}", "\u{3A9}", "q\u{307}\u{323}", "q\u{323}\u{307}", "\u{F900}", "\u{8C48}", "ﬁ", "fi",
        ]
        for one in texts {
            for other in texts {
                let left = CanonicalText.composed(one.unicodeScalars.map(\.value))
                let right = CanonicalText.composed(other.unicodeScalars.map(\.value))
                #expect((left == right) == (one == other), "\(one) \(other)")
            }
        }
    }

    @Test func `takes what is no scalar for nothing`() {
        #expect(CanonicalText.text([0x61, 0xD800, 0x62, 0x11_0000, 0x63]) == "abc")
        #expect(CanonicalText.composed([]) == [] && CanonicalText.folded([]) == [])
    }

    @Test func `sorts a long row of marks without taking long`() {
        // Marks of classes 230 and 220 by turns: each must pass all before it.
        let marks = (0..<20_000).map { UInt32($0.isMultiple(of: 2) ? 0x301 : 0x323) }
        let composed = CanonicalText.composed([0x71] + marks)
        #expect(composed.count == 20_001)
        #expect(composed.dropFirst().prefix(10_000).allSatisfy { $0 == 0x323 })
        #expect(composed.suffix(10_000).allSatisfy { $0 == 0x301 })
    }
}

@Suite("A key for any text")
struct EmailKeyTests {
    @Test(
        arguments: [
            ("ada@example.com", "ada@example.com"), ("ADA@Example.Com", "ada@example.com"),
            ("Ada@Bücher.example", "ada@xn--bcher-kva.example"), ("a@b", "a@b"), ("A@B", "a@b"),
            ("not an address", "not an address"), ("NOT AN ADDRESS", "not an address"), ("", ""),
            // Folded it would be the key of an address, which it is not.
            ("boss\u{FF20}corp.com", "boss\u{FF20}corp.com"),
        ]
    )
    func `is the address's, or one that no address has`(_ text: String, _ key: String) {
        #expect(Array(EmailKey.make(text).utf8) == Array(key.utf8))
    }

    @Test func `is what was stored, whatever it is`() {
        for stored in ["Ada@Example.com", "A@B", "no address", "", "a\u{0}b", "boss\u{FF20}corp.com"] {
            let address = EmailAddress(stored: stored)
            #expect(Array(address.key.utf8) == Array(EmailKey.make(stored).utf8), "\(stored)")
            #expect(EmailAddress(stored: address.text) == address, "\(stored)")
        }
        #expect(EmailAddress(stored: "no address").mailbox == "no address")
    }

    @Test func `is bounded in what is looked at`() {
        let long = String(repeating: "A", count: 2049)
        #expect(EmailKey.make(long) == long)
        #expect(EmailKey.make(String(long.dropFirst())) == String(repeating: "a", count: 2048))
    }

    @Test func `tells spellings of one address apart`() throws {
        let one = try #require(EmailAddress("σοφος@example.com"))
        let other = try #require(EmailAddress("σοφοσ@example.com"))
        #expect(one == other && !one.isSpelled(like: other) && one.isSpelled(like: one))
    }

    @Test func `has a domain of 255 bytes at most`() {
        func name(_ last: Int) -> String {
            let label = String(repeating: "a", count: 63)
            return [label, label, label, String(repeating: "b", count: last)].joined(separator: ".")
        }
        #expect(DomainName(name(63))?.ascii.utf8.count == 255)
        #expect(DomainName(name(63) + ".c") == nil)
        // Letters of other scripts count as they are looked up.
        let german = String(repeating: "ü", count: 40)
        #expect(DomainName([german, german, german, german, german, german].joined(separator: ".")) == nil)
        #expect(DomainName(String(repeating: "a.", count: 512) + "a") == nil)
    }
}
