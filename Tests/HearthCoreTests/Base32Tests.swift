import HearthCore
import Testing

@Suite("Base32")
struct Base32Tests {
    /// The vectors of RFC 4648 §10, without padding.
    @Test(
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ]
    )
    func `writes and reads what the standard lists`(_ text: String, _ encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(Base32.decode(encoded) == Array(text.utf8))
    }

    @Test(arguments: ["mzxw6ytboi", "MZXW 6YTB OI", "MZXW6YTBOI======"])
    func `reads what a person may have typed`(_ text: String) {
        #expect(Base32.decode(text) == Array("foobar".utf8))
    }

    @Test(arguments: ["M", "MZX", "MZXW6Y", "MZ1W", "MZ0W", "MZ", "é"])
    func `refuses what has no whole bytes, other characters or bits left over`(_ text: String) {
        #expect(Base32.decode(text) == nil)
    }
}
