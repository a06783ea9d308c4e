import HearthHTTP
import Testing

@Suite("Forms")
struct FormParametersTests {
    @Test(
        arguments: [
            ("", [:]), ("a=1", ["a": "1"]), ("a=1&b=2", ["a": "1", "b": "2"]), ("&&a=1&&b&", ["a": "1", "b": ""]),
            ("=x", ["": "x"]), ("a==b", ["a": "=b"]), ("a%3D=%26", ["a=": "&"]), ("a+b=c+d", ["a b": "c d"]),
            ("a=%", ["a": "%"]), ("a=%4", ["a": "%4"]), ("%C3%A9=%e2%82%ac", ["é": "€"]),
            ("a=1%&b=%2", ["a": "1%", "b": "%2"]),
        ] as [(String, FormParameters)]
    )
    func `reads names and values`(_ text: String, _ expected: FormParameters) throws {
        #expect(FormParameters(decoding: text) == expected)
        #expect(try FormParameters(parsing: text.utf8) == expected)
        #expect(try HTTPRequest(.post, target: "/", body: Array(text.utf8)).form() == expected)
    }

    @Test func `a name is found by its bytes, not by what looks like it`() {
        // The Kelvin sign equals the letter K as a character.
        let form: FormParameters = ["\u{212A}ey": "sign", "Key": "letter"]
        #expect(form["Key"] == "letter")
    }

    @Test func `as many parameters as the limit are read, and one more is an error`() throws {
        let many = Array(repeating: "a", count: FormParameters.defaultLimit).joined(separator: "&")
        #expect(try FormParameters(parsing: many.utf8).all.count == 1000)
        let error = #expect(throws: FormError.self) { try FormParameters(parsing: (many + "&&b").utf8) }
        #expect(error?.code == .tooManyParameters)
        #expect(FormParameters(decoding: many + "&b").all.count == 1000)
        #expect(throws: FormError(.tooManyParameters)) { try FormParameters(parsing: "a&b&c".utf8, limit: 2) }
        #expect(try FormParameters(parsing: "&&&&".utf8, limit: 0).all.isEmpty)
    }

    @Test(arguments: ["%FF=1", "a=%C3", "a=1&b=%FF"])
    func `what is not UTF-8 is an error, or left out where it may be`(_ text: String) throws {
        #expect(throws: FormError(.notUTF8)) { try FormParameters(parsing: text.utf8) }
        #expect(FormParameters(decoding: text)["b"] == nil)
    }

    @Test(arguments: ["a&", "a=1&", "%61=%62&", "&", "a", "%"])
    func `every byte is looked at once, whatever the form is made of`(_ pattern: String) {
        for size in [1_000, 64_000] {
            let bytes = CountedBytes(Array(String(repeating: pattern, count: size / pattern.utf8.count).utf8))
            _ = try? FormParameters(parsing: bytes, limit: .max)
            #expect(bytes.count.value <= bytes.bytes.count + 1)
        }
    }

    @Test func `reading stops at the limit`() {
        let bytes = CountedBytes(
            Array(repeating: [UInt8(ascii: "a"), UInt8(ascii: "&")], count: 1 << 20).flatMap { $0 }
        )
        #expect(throws: FormError(.tooManyParameters)) { try FormParameters(parsing: bytes) }
        #expect(bytes.count.value <= 2 * 1001)
    }

    /// Counts how often its bytes are read.
    private struct CountedBytes: Sequence {
        final class Count { var value = 0 }

        let bytes: [UInt8]
        let count = Count()

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        func makeIterator() -> some IteratorProtocol<UInt8> {
            var index = 0
            return AnyIterator<UInt8> {
                count.value += 1
                defer { index += 1 }
                return index < bytes.count ? bytes[index] : nil
            }
        }
    }
}
