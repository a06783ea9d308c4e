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
}
