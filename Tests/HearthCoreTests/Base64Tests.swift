import HearthCore
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func `the vectors of RFC 4648 go both ways`(_ plain: String, _ text: String) {
        #expect(Base64.encode(Array(plain.utf8), .standard) == text)
        #expect(Base64.decode(text.utf8, .standard) == Array(plain.utf8))
    }

    @Test(arguments: ["Zg==", "Z", "Zh", "Zm9v\n", "Zm+v", "Zm/v", " Zg"])
    func `text that is not canonical base64url is refused`(_ text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test func `the lenient reader takes either alphabet`() {
        #expect(Base64.decodeLeniently("-_8=") == Base64.decodeLeniently("+/8"))
        #expect(Base64.decodeLeniently("?") == nil)
    }

    @Test(arguments: [Base64.Alphabet.url, .standard])
    func `bytes of every length survive a round trip`(_ alphabet: Base64.Alphabet) {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
            let text = Base64.encode(bytes, alphabet)
            #expect(Base64.decode(text.utf8, alphabet) == bytes)
            #expect(text.utf8.count == (alphabet == .url ? (count * 4 + 2) / 3 : (count + 2) / 3 * 4))
        }
    }

    @Test(arguments: 0..<5)
    func `a character of no alphabet is refused wherever it stands`(_ place: Int) {
        for character: UInt8 in [0x00, 0x20, 0x2E, 0x3D, 0x7F, 0x80, 0xFF] {
            for length in [6, 7, 8] {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: length)
                text[place] = character
                #expect(Base64.decode(text) == nil)
                text[place] = UInt8(ascii: "A")
                text[length - 1] = character
                #expect(Base64.decode(text) == nil)
            }
        }
    }

    @Test(arguments: ["Zg=", "Zg", "Z===", "====", "=", "Zg==Zg==", "Zm=v", "Zm9v=", "Zh=="])
    func `padding that is not canonical is refused`(_ text: String) {
        #expect(Base64.decode(text.utf8, .standard) == nil)
    }
}
