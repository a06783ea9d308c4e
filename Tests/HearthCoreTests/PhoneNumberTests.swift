import HearthCore
import HearthJSON
import Testing

@Suite("A telephone number")
struct PhoneNumberTests {
    @Test(
        arguments: [
            ("+15555550100", "+15555550100"), ("+1 555 555 0100", "+15555550100"), ("+1(555)555-0100", "+15555550100"),
            ("+1.555.555.0100", "+15555550100"), ("+1234567", "+1234567"), ("+123456789012345", "+123456789012345"),
            ("+49 (30) 1234-567", "+49301234567"), ("+()-. 1234567", "+1234567"), ("+1234567 ", "+1234567"),
        ]
    )
    func `is kept without what people write between its digits`(_ typed: String, _ text: String) {
        #expect(PhoneNumber(typed)?.text == text)
        #expect(PhoneNumber(typed)?.description == text)
        #expect(PhoneNumber(typed) == PhoneNumber(text))
    }

    // E.164: a country code does not begin with zero, and the whole has 15 digits at most.
    @Test(
        arguments: [
            "", "+", "++15555550100", "15555550100", " +15555550100", "+123456", "+1234567890123456", "+01234567",
            "+1555\u{0}5550100", "+1555\n5550100", "+1555\t5550100", "+1555/5550100", "+1555x100", "+١٥٥٥٥٥٥٠١٠٠",
            "+１５５５５５５０１００", "+1555\u{A0}5550100", "＋15555550100", "+15555550100\u{301}", "tel:+15555550100",
            "+1555555010e", "+-1234567+",
        ]
    )
    func `is refused in any other form`(_ typed: String) {
        #expect(PhoneNumber(typed) == nil)
    }

    @Test func `is at most 64 bytes as it is typed`() {
        let spaces = String(repeating: " ", count: 56)
        #expect(PhoneNumber("+1234567" + spaces)?.text == "+1234567")
        #expect(PhoneNumber("+1234567" + spaces + " ") == nil)
        #expect(PhoneNumber("+" + String(repeating: "1", count: 1_000_000)) == nil)
        #expect(PhoneNumber(lenient: "+" + String(repeating: "x", count: 63)) != nil)
        #expect(PhoneNumber(lenient: "+" + String(repeating: "x", count: 64)) == nil)
    }

    @Test(
        arguments: [
            ("+1", "+1"), ("+", "+"), ("+0", "+0"), ("+abc", "+abc"), ("+1 (555) 555-0100", "+15555550100"),
            ("+1555555010012345678", "+1555555010012345678"), ("+1-2", "+1-2"),
        ]
    )
    func `is taken leniently where tests make numbers up`(_ typed: String, _ text: String) {
        #expect(PhoneNumber(lenient: typed)?.text == text)
    }

    @Test(arguments: ["", "1", "abc", "+1\n", "+1\u{7F}", "+ü", "+1 2", " +1", "+\u{0}"])
    func `is never any text at all`(_ typed: String) {
        #expect(PhoneNumber(lenient: typed) == nil)
    }

    @Test(
        arguments: [
            ("+15555550100", "+*******0100"), ("+1234567", "+***4567"), ("+123456789012345", "+***********2345"),
            ("+1", "+1"), ("+abc", "+abc"), ("+12a34b56", "+**a34b56"),
        ]
    )
    func `hides all but its last four digits`(_ typed: String, _ shown: String) {
        #expect(PhoneNumber(lenient: typed)?.obfuscated == shown)
    }

    @Test(arguments: ["+15555550100", "+1", "no number", "", "\u{0}", "+1 (555) 555-0100"])
    func `that is stored is read back, by whatever rules it was taken`(_ stored: String) {
        let number = PhoneNumber(stored: stored)
        #expect(number.text == (stored.contains("(") ? "+15555550100" : stored))
        #expect(PhoneNumber(stored: number.text) == number)
    }

    @Test func `is text in JSON, and refused there as anywhere`() throws {
        let number = try JSON.decode(PhoneNumber.self, from: Array(#""+1 555 555-0100""#.utf8))
        #expect(try JSON.encode(number) == Array(#""+15555550100""#.utf8))
        for text in [#""5550100""#, "15555550100", "null", #""""#] {
            #expect(throws: JSONError.self) { try JSON.decode(PhoneNumber.self, from: Array(text.utf8)) }
        }
    }
}
