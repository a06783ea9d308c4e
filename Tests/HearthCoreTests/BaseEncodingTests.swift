import HearthCore
import Testing

/// The encodings of RFC 4648 against the same written as strings of bits.
@Suite("Base 32 and base 64, against bits")
struct BaseEncodingTests {
    private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let lower = "abcdefghijklmnopqrstuvwxyz"

    /// Cuts the bits of bytes into groups, the last one filled with zeros.
    private static func model(_ bytes: [UInt8], bits: Int, alphabet: String) -> String {
        let characters = Array(alphabet)
        var text = ""
        var group = 0
        var count = 0
        for byte in bytes {
            for bit in (0..<8).reversed() {
                group = group * 2 + Int(byte >> UInt8(bit) & 1)
                count += 1
                guard count == bits else { continue }
                text.append(characters[group])
                (group, count) = (0, 0)
            }
        }
        guard count > 0 else { return text }
        for _ in count..<bits { group *= 2 }
        return text + String(characters[group])
    }

    /// Bytes that do not repeat soon, the same every time.
    private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var walk = Walk(state: seed)
        return (0..<count).map { _ in UInt8(walk.below(256 as Int)) }
    }

    @Test func `random bytes are written as their bits are, and read again`() {
        for count in 0..<130 {
            let bytes = Self.bytes(count, seed: UInt64(count) + 4648)
            let digits = Self.upper + Self.lower + "0123456789"
            let url = Self.model(bytes, bits: 6, alphabet: digits + "-_")
            let standard = Self.model(bytes, bits: 6, alphabet: digits + "+/")
            let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
            let base32 = Self.model(bytes, bits: 5, alphabet: Self.upper + "234567")
            #expect(Base64.encode(bytes) == url && Base64.decode(url.utf8) == bytes)
            #expect(Base64.encode(bytes, .standard) == standard + padding)
            #expect(Base64.decode((standard + padding).utf8, .standard) == bytes)
            #expect(Base64.encodeToBytes(bytes) == Array(url.utf8))
            #expect(Base32.encode(bytes) == base32 && Base32.decode(base32) == bytes)
            for text in [url, standard, url + padding, standard + padding, standard + "\r\n"] {
                #expect(Base64.decodeLeniently(text) == bytes)
            }
        }
    }

    // A text that ends inside of a byte has 2, 4 or more bits that mean nothing: other spellings of the same bytes.
    @Test func `text has one spelling`() {
        let digits = Array((Self.upper + Self.lower + "0123456789-_").utf8)
        for length in [2, 3] {
            for last in digits {
                let text = [UInt8](repeating: UInt8(ascii: "A"), count: length - 1) + [last]
                if let bytes = Base64.decode(text) { #expect(Base64.encodeToBytes(bytes) == text) }
            }
            let accepted = digits.filter { last in
                Base64.decode([UInt8](repeating: UInt8(ascii: "A"), count: length - 1) + [last]) != nil
            }
            #expect(accepted.count == (length == 2 ? 4 : 16))
        }
        let base32 = Array((Self.upper + "234567").utf8)
        for (length, count) in [(2, 8), (4, 2), (5, 16), (7, 4)] {
            let accepted = base32.filter { last in
                let text = [UInt8](repeating: UInt8(ascii: "A"), count: length - 1) + [last]
                return Base32.decode(String(decoding: text, as: UTF8.self)) != nil
            }
            #expect(accepted.count == count, "\(length)")
        }
    }

    @Test func `the two alphabets of base 64 are not mixed`() {
        for (text, alphabet) in [("-_-_", Base64.Alphabet.standard), ("+/+/", .url), ("+_", .url), ("-/==", .standard)]
        {
            #expect(Base64.decode(text.utf8, alphabet) == nil)
        }
        // 62 63 62 63 in groups of six bits.
        #expect(Base64.decodeLeniently("+_-/") == [0xFB, 0xFF, 0xBF])
    }

    @Test func `a part of a larger text is read in its place`() {
        let text = ContiguousArray("header.Zm9vYmE.signature".utf8)
        #expect(Base64.decode(text.span.extracting(7..<14)) == Array("fooba".utf8))
        #expect(Base64.decode(text.span.extracting(7..<13)) == nil)
        #expect(Base64.decode(text.span.extracting(6..<13)) == nil)
    }

    // Two encoded texts in a row: read as one, the second begins in the middle of a byte.
    @Test(arguments: ["Zg==Zg==", "Z=g", "=Zg", "Zm8=Zm8", "Zg=\nZg", "====A"])
    func `the lenient reader takes padding at the end alone`(_ text: String) {
        #expect(Base64.decodeLeniently(text) == nil)
    }

    @Test(arguments: ["Zm9vYmFy", "Zm9v\r\nYmFy", "Zm9v\nYmFy\n", "Zm9vYmFy=", "Zm9vYmFy===="])
    func `the lenient reader takes lines and padding that is not needed`(_ text: String) {
        #expect(Base64.decodeLeniently(text) == Array("foobar".utf8))
    }

    @Test(arguments: ["Zm9v YmFy", "Zm9v\tYmFy", "Zm9v\u{0}", "Zm9v.", "Z", "Zm9vY", "Zé", "Zm９v"])
    func `the lenient reader refuses what neither alphabet has`(_ text: String) {
        #expect(Base64.decodeLeniently(text) == nil)
    }

    @Test(arguments: ["MZXW6===", "mzxw6", "MZ XW 6", " MZXW6 ", "MzXw6="])
    func `a key is read as people type it`(_ text: String) {
        #expect(Base32.decode(text) == Array("foo".utf8))
    }

    @Test(arguments: ["MZ=XW6", "MZXW6=A", "MZXW8", "MZXW-6", "MZXW6\n", "MZXW６", "MZXW0", "MZXWO1"])
    func `a key with other characters is refused`(_ text: String) {
        #expect(Base32.decode(text) == nil)
    }
}
