import HearthCore
import Testing

@Suite("Text of bytes")
struct UTF8TextTests {
    // RFC 3629, and the ill-formed sequences of the Unicode Standard, chapter 3.9.
    @Test(
        arguments: [
            ([], ""), ([0x41, 0xE2, 0x89, 0xA2, 0xCE, 0x91, 0x2E], "A≢Α."), ([0xED, 0x9F, 0xBF], "\u{D7FF}"),
            ([0xEE, 0x80, 0x80], "\u{E000}"), ([0xF4, 0x8F, 0xBF, 0xBF], "\u{10FFFF}"), ([0x00], "\0"),
            ([0xEF, 0xBF, 0xBD], "\u{FFFD}"), ([0xEF, 0xBB, 0xBF, 0xF0, 0xA3, 0x8E, 0xB4], "\u{FEFF}𣎴"),
        ] as [([UInt8], String)]
    )
    func `is what UTF-8 says`(_ bytes: [UInt8], _ text: String) {
        #expect(String(utf8Bytes: bytes).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xE2, 0x89], [0xED, 0xA0, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0x41, 0xF0, 0x90, 0x80], [0xC2, 0x41],
        ] as [[UInt8]]
    )
    func `is none where a byte is out of place`(_ bytes: [UInt8]) {
        #expect(String(utf8Bytes: bytes) == nil)
        #expect(String(utf8Bytes: Array("before".utf8) + bytes + Array("after".utf8)[...]) == nil)
    }
}
