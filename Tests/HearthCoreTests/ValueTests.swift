import HearthCore
import Testing

@Suite("Values that cannot be built wrong")
struct ValueTests {
    @Test(arguments: ["+15555550100", "+1 (555) 555-0100", "+4930.1234567"])
    func `a number in international form is accepted`(_ text: String) throws {
        let number = try #require(PhoneNumber(text))
        #expect(number.text.utf8.dropFirst().allSatisfy { (48...57).contains($0) })
    }

    @Test(arguments: ["", "15555550100", "+0555555010", "+12345", "+1234567890123456", "+1555a550100"])
    func `what is not a number is refused`(_ text: String) {
        #expect(PhoneNumber(text) == nil)
    }

    @Test func `a hidden number shows four digits`() {
        #expect(PhoneNumber("+15555550100")?.obfuscated == "+*******0100")
    }

    @Test func `a secret is never printed`() {
        let secret = Secret("correct horse")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] { #expect(!text.contains("horse")) }
        #expect(secret.reveal() == "correct horse")
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_795_177_845_250, "2026-11-20T12:30:45.250Z", "Fri, 20 Nov 2026 12:30:45 GMT"),
            (-1, "1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
        ] as [(Int64, String, String)]
    )
    func `a moment is written for people and for HTTP`(_ milliseconds: Int64, _ rfc3339: String, _ http: String) {
        let civil = CivilTime(UnixTime(milliseconds: milliseconds))
        #expect(civil.rfc3339 == rfc3339)
        #expect(civil.httpDate == http)
    }

    @Test func `random text keeps to its alphabet and does not repeat`() {
        let texts = (0..<1000).map { _ in RandomSource.system.alphanumeric(28) }
        #expect(Set(texts).count == 1000)
        #expect(texts.allSatisfy { $0.utf8.count == 28 && $0.allSatisfy { $0.isLetter || $0.isNumber } })
        #expect(RandomSource.system.digits(6).utf8.count == 6)
    }

    @Test func `a lock lets one thread in at a time`() async {
        let counter = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<10_000 { counter.withLock { $0 += 1 } } } }
        }
        #expect(counter.withLock { $0 } == 80_000)
    }
}
