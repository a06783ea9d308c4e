import HearthCore
import Testing

@Suite("Base 16")
struct HexTests {
    // RFC 4648 §10, in lower case.
    @Test(
        arguments: [
            ("", ""), ("f", "66"), ("fo", "666f"), ("foo", "666f6f"), ("foob", "666f6f62"), ("fooba", "666f6f6261"),
            ("foobar", "666f6f626172"),
        ]
    )
    func `goes both ways as the standard lists it`(_ plain: String, _ text: String) {
        #expect(Hex.encode(Array(plain.utf8)) == text)
        #expect(Hex.decode(text) == Array(plain.utf8))
        #expect(Hex.decode(text.uppercased()) == Array(plain.utf8))
    }

    @Test func `has two digits for every byte, the higher first`() {
        let digits = Array("0123456789abcdef")
        for byte in UInt8.min...UInt8.max {
            let text = String([digits[Int(byte) / 16], digits[Int(byte) % 16]])
            #expect(Hex.encode([byte]) == text)
            #expect(Hex.decode(text) == [byte])
        }
    }

    @Test func `has a value for 22 characters, and for no other`() {
        let values = Dictionary(
            uniqueKeysWithValues: Array("0123456789abcdef".utf8).enumerated().map { ($1, UInt8($0)) }
                + Array("ABCDEF".utf8).enumerated().map { ($1, UInt8($0 + 10)) }
        )
        for byte in UInt8.min...UInt8.max { #expect(Hex.value(byte) == values[byte]) }
    }

    @Test(arguments: ["0", "000", "0x00", "0g", "g0", " 00", "00 ", "0 0", "-1", "+1", "é", "٠٠", "００", "\u{0}\u{0}"])
    func `is refused if it is anything else`(_ text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test func `takes a part of an array`() {
        let bytes: [UInt8] = [0, 1, 0xAB, 0xCD, 2]
        #expect(Hex.encode(bytes[2...3]) == "abcd")
        #expect(Hex.encode(bytes.lazy.map { $0 / 2 }) == "0000556601")
    }
}
