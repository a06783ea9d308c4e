import HearthCore
import HearthTelemetry
import Testing

@Suite("A checksum")
struct CRC32Tests {
    // The check value of the algorithm, and what zlib gives for the others.
    @Test(
        arguments: [
            ("123456789", 0xCBF4_3926), ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2),
            ("message digest", 0x2015_9D7F), ("abcdefghijklmnopqrstuvwxyz", 0x4C27_50BD),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, UInt32)]
    )
    func `is the one that zip and PNG use`(_ text: String, _ sum: UInt32) {
        #expect(CRC32.of(Array(text.utf8)) == sum)
        #expect(CRC32.of(text.utf8) == sum)
    }

    @Test func `changes with every bit`() {
        let bytes = Array("records of a queue".utf8)
        let sums = (0..<bytes.count * 8).map { bit in
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            return CRC32.of(changed)
        }
        #expect(Set(sums + [CRC32.of(bytes)]).count == bytes.count * 8 + 1)
    }
}

@Suite("Waiting after failures")
struct BackoffTests {
    /// A source that gives one byte for ever.
    private static func backoff(_ byte: UInt8, first: Duration = .seconds(1)) -> Backoff {
        Backoff(first: first, longest: .seconds(60), random: RandomSource { [UInt8](repeating: byte, count: $0) })
    }

    // 75 percent at the least, 125 at the most.
    @Test(
        arguments: [
            (UInt8(0), [0.75, 1.5, 3, 6, 12, 24, 45, 45]), (255, [1.25, 2.5, 5, 10, 20, 40, 75, 75]),
        ] as [(UInt8, [Double])]
    )
    func `is twice as long each time, up to its limit, within its spread`(_ byte: UInt8, _ waits: [Double]) {
        var backoff = Self.backoff(byte)
        #expect(waits.map { _ in backoff.next() } == waits.map { Duration.milliseconds(Int($0 * 1000)) })
    }

    @Test func `spreads devices over the whole of its width`() {
        let waits = (0...255).map { byte in
            var backoff = Self.backoff(UInt8(byte))
            return backoff.next()
        }
        #expect(Set(waits).count == 51)
        #expect(waits.min() == .milliseconds(750) && waits.max() == .milliseconds(1250))
        #expect(waits == waits.sorted())
    }

    @Test(
        arguments: [
            (Duration.seconds(30), Duration.seconds(30)), (.seconds(600), .seconds(60)), (.zero, .milliseconds(750)),
            (.seconds(-5), .milliseconds(750)), (.milliseconds(1), .milliseconds(750)),
        ]
    )
    func `is as long as the receiver asks, within reason`(_ asked: Duration, _ wait: Duration) {
        var backoff = Self.backoff(0)
        #expect(backoff.next(retryAfter: asked) == wait)
    }

    @Test func `begins again after a success, and never overflows`() {
        var backoff = Self.backoff(0)
        for _ in 0..<1000 { _ = backoff.next() }
        #expect(backoff.next() == .seconds(45))
        backoff.reset()
        #expect(backoff.next() == .milliseconds(750))
    }
}

@Suite("The name of an installation")
struct InstanceIDTests {
    @Test(
        arguments: [
            ("0123456789abcdef0123456789abcdef", true), ("0123456789ABCDEF0123456789abcdef", false),
            ("0123456789abcdef0123456789abcde", false), ("0123456789abcdef0123456789abcdef0", false), ("", false),
            ("0123456789abcdef0123456789abcdeg", false), ("0123456789abcdef0123456789abcd\u{E9}", false),
            (" 123456789abcdef0123456789abcdef", false),
        ]
    )
    func `is 32 digits in lower case`(_ text: String, _ isOne: Bool) {
        #expect((InstanceID(rawValue: text) != nil) == isOne)
    }

    @Test func `is made of sixteen random bytes`() {
        let id = InstanceID(random: RandomSource { count in (0..<count).map { UInt8($0 * 16) } })
        #expect(id.rawValue == "00102030405060708090a0b0c0d0e0f0")
        #expect(InstanceID(rawValue: id.rawValue) == id && "\(id)" == id.rawValue)
        #expect(InstanceID(random: .system) != InstanceID(random: .system))
    }
}

@Suite("Redaction")
struct RedactionTests {
    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"

    @Test(
        arguments: [
            ("", ""), ("nothing here", "nothing here"), ("  two  spaces ", "  two  spaces "),
            ("ada@example.com", "‹e-mail›"), ("a@b.co,c@d.co;e@f.org", "‹e-mail›,‹e-mail›;‹e-mail›"),
            ("<ada@example.com>:", "<‹e-mail›>:"), ("x@a.co@b.co", "‹e-mail›"),
            ("ends ada@example.com.", "ends ‹e-mail›."),
            ("ada@localhost", "ada@localhost"), ("@mention a@ @b", "@mention a@ @b"),
            ("Bearer \(token)", "Bearer ‹token›"), ("token=\(token)&x=1", "token=‹token›&x=1"),
            // Every one in a word, and at the end of a sentence.
            ("\(token),\(token)", "‹token›,‹token›"), ("It was \(token).", "It was ‹token›."),
            ("\(token)/ada@example.com", "‹token›/‹e-mail›"), ("ada@example.com/\(token)", "‹e-mail›/‹token›"),
            // Unsigned, and encrypted in five parts.
            ("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "‹token›"),
            ("eyJhbGciOiJSU0EifQ.a2V5.aXY.Y2lwaGVy.dGFn", "‹token›"), ("eyJ.a.b", "eyJ.a.b"),
            ("4111111111111111", "‹digits›"), ("4111-1111-1111-1111", "‹digits›"),
            ("4111111111111112", "4111111111111112"),
            // In groups, and beside other signs.
            ("card 4111 1111 1111 1111, refused", "card ‹digits›, refused"), ("(4111-1111-1111-1111)", "(‹digits›)"),
            ("amex 3782 822463 10005.", "amex ‹digits›."), ("card=4111111111111111&x=1", "card=‹digits›&x=1"),
            ("a\n4111111111111111\tb", "a\n‹digits›\tb"), ("4111 1111 1111 1111 12 of 3", "‹digits› 12 of 3"),
            ("call +49 30 1234567!", "call ‹digits›!"), ("+1 (555) 010-0199", "‹digits›"),
            ("+49/30.12-34567", "‹digits›"),
            ("4111111111111111x", "4111111111111111x"), ("x4111111111111111", "x4111111111111111"),
            ("400 200 300 100 500 600", "400 200 300 100 500 600"), ("took 1763750000000 ms", "took 1763750000000 ms"),
            ("1+23456789", "1+23456789"), ("+1 +2 +3", "+1 +2 +3"), ("+", "+"),
            ("4111  1111 1111 1111", "4111  1111 1111 1111"),
            ("call +493012345678 now", "call ‹digits› now"), ("é ada@example.com é", "é ‹e-mail› é"),
        ]
    )
    func `leaves nothing of what it finds, and all of the rest`(_ text: String, _ redacted: String) {
        #expect(PersonalData.redacted(text) == redacted)
        // What was redacted has nothing left to find.
        #expect(PersonalData.redacted(redacted) == redacted)
    }

    // Texts of an app may be long, and made to be.
    @Test(arguments: ["eyJ", "a@b.co,", "eyJ.", "a.", "@", "eyJa.b.c,", "4", "4 ", "4111 ", "+", "+1 ", "a@", ".", "é"])
    func `looks at a long word once`(_ piece: String) {
        let word = String(repeating: piece, count: 200_000 / piece.utf8.count)
        #expect(!PersonalData.redacted(word).contains("a@b.co"))
    }
}
