import Testing

@testable import HearthCore

@Suite("Unicode's canonical forms")
struct UnicodeTests {
    private struct FNV {
        var state: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
            state = (state ^ 0xFF) &* 0x100_0000_01B3
        }
    }

    @Test func `every scalar is composed as Python composes it`() {
        var digest = FNV()
        for scalar in (0..<0x30000 as Range<UInt32>) where !(0xD800...0xDFFF).contains(scalar) {
            digest.add(CanonicalText.text(CanonicalText.composed([scalar])).utf8)
        }
        #expect(digest.state == UnicodeAnswers.composedScalars)
    }

    @Test func `random sequences of letters, marks and jamo are composed as Python composes them`() {
        var walk = Walk(state: 1)
        var digest = FNV()
        for _ in 0..<20_000 {
            var text: [UInt32] = []
            for _ in 0..<(1 + walk.below(6)) {
                switch walk.below(4) {
                case 0: text.append(0x41 + walk.below(58))
                case 1: text.append(0x300 + walk.below(0x70))
                case 2: text.append(0x1100 + walk.below(0x100))
                default: text.append(0xA0 + walk.below(0x3000))
                }
            }
            digest.add(CanonicalText.text(CanonicalText.composed(text)).utf8)
        }
        #expect(digest.state == UnicodeAnswers.composedSequences)
    }

    @Test func `every scalar makes the A-label that Python's idna makes`() {
        var digest = FNV()
        let rows: [Range<UInt32>] = [
            0x80..<0x3410, 0x9FF0..<0xAC10, 0xD790..<0xD800, 0xF8F0..<0x11000, 0x1E800..<0x1EF00, 0x2F7F0..<0x2FA30,
        ]
        // Full stops end a label.
        for scalar in rows.joined() where ![0x3002, 0xFF0E, 0xFF61].contains(scalar) {
            digest.add(DomainLabel.ascii(CanonicalText.folded([0x61, scalar])) ?? [])
            digest.add(DomainLabel.ascii(CanonicalText.folded([scalar])) ?? [])
        }
        #expect(digest.state == UnicodeAnswers.labels)
    }

    // The examples of UAX #15, figures 3 to 5.
    @Test(
        arguments: [
            ("\u{212B}", "\u{C5}"), ("\u{2126}", "\u{3A9}"), ("\u{C5}", "\u{C5}"), ("\u{F4}", "\u{F4}"),
            ("\u{1E69}", "\u{1E69}"), ("s\u{323}\u{307}", "\u{1E69}"), ("s\u{307}\u{323}", "\u{1E69}"),
            ("\u{1E0B}\u{323}", "\u{1E0D}\u{307}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
            ("\u{FB01}", "\u{FB01}"), ("2\u{2075}", "2\u{2075}"), ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"),
            ("\u{F900}", "\u{8C48}"), ("\u{304B}\u{3099}", "\u{304C}"), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
            ("\u{AC00}\u{11A8}", "\u{AC01}"), ("\u{AC00}\u{11A7}", "\u{AC00}\u{11A7}"), ("\u{958}", "\u{915}\u{93C}"),
            ("a\u{5AE}\u{300}\u{315}b", "\u{E0}\u{5AE}\u{315}b"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
        ]
    )
    func `texts are composed as Unicode's own examples are`(_ text: String, _ composed: String) {
        #expect(CanonicalText.composed(text.unicodeScalars.map(\.value)) == composed.unicodeScalars.map(\.value))
    }

    // RFC 3492 §7.1: (A) Arabic, (B) Chinese, (E) Hebrew, (I) Russian in lower case, (L) and (R) Japanese.
    @Test(
        arguments: [
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
            ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
            ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
            ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("そのスピードで", "d9juau41awczczp"),
            ("ü", "tda"), ("bücher", "bcher-kva"), ("faß", "fa-hia"),
        ]
    )
    func `Punycode writes and reads its standard's examples`(_ text: String, _ encoded: String) {
        let scalars = text.unicodeScalars.map(\.value)
        #expect(String(decoding: Punycode.encode(scalars), as: UTF8.self) == encoded)
        #expect(Punycode.decode(encoded.utf8) == scalars)
    }

    @Test(arguments: ["999999999", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "ü", "A", "a-", "-", "ab-_", "99999b"])
    func `what Punycode does not write is no reason to fall over`(_ text: String) {
        if let scalars = Punycode.decode(text.utf8) { #expect(Punycode.encode(scalars) != Array("ü".utf8)) }
    }

    @Test func `random letters after xn-- are refused or come back as they were`() {
        var walk = Walk(state: 3)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        for _ in 0..<5000 {
            let label = Array("xn--".utf8) + (0..<(1 + walk.below(12))).map { _ in letters[Int(walk.below(37))] }
            let ascii = DomainLabel.ascii(label.map(UInt32.init))
            #expect(ascii == nil || ascii == label)
        }
    }
}
