import HearthCore
import Testing

@testable import HearthBackend

@Suite("CBOR")
struct CBORReaderTests {
    /// Examples of [RFC 8949, appendix A](https://www.rfc-editor.org/rfc/rfc8949#appendix-A), and some at the edges.
    static let values: [(String, CBOR)] = [
        ("00", 0), ("01", 1), ("17", 23), ("1818", 24), ("18ff", 255), ("190100", 256), ("1903e8", 1000),
        ("1a00010000", 65_536), ("1a000f4240", 1_000_000), ("1b0000000100000000", 4_294_967_296),
        ("1b000000e8d4a51000", 1_000_000_000_000), ("1b7fffffffffffffff", .integer(.max)), ("20", -1), ("29", -10),
        ("3863", -100), ("3903e7", -1000), ("3b7fffffffffffffff", .integer(.min)), ("40", .bytes([])),
        ("4401020304", .bytes([1, 2, 3, 4])), ("60", ""), ("6449455446", "IETF"), ("62c3bc", "ü"), ("64f0908591", "𐅑"),
        ("80", .array([])), ("83010203", .array([1, 2, 3])),
        ("8301820203820405", .array([1, .array([2, 3]), .array([4, 5])])), ("a0", .map([:])),
        ("a201020304", .map([1: 2, 3: 4])), ("a26161016162820203", .map(["a": 1, "b": .array([2, 3])])),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("8181818100", nested(4)),
    ]

    private static func nested(_ depth: Int) -> CBOR {
        depth == 0 ? 0 : .array([nested(depth - 1)])
    }

    @Test(arguments: values)
    func `what is written in its shortest form is read`(_ text: String, _ value: CBOR) throws {
        #expect(try CBORReader.document(#require(Hex.decode(text))) == value)
    }

    static let refused: [(String, CBORError)] = [
        // A number or a length that fits a shorter form.
        ("1800", .notShortest), ("1817", .notShortest), ("190017", .notShortest), ("1900ff", .notShortest),
        ("1a0000ffff", .notShortest), ("1b00000000ffffffff", .notShortest), ("3817", .notShortest),
        ("5800", .notShortest), ("580101", .notShortest), ("7900016a", .notShortest), ("9800", .notShortest),
        ("b80100f6", .notShortest), ("5b000000000000000100", .notShortest),
        // A length that is not told in front.
        ("5f4101ff", .indefiniteLength), ("7f6161ff", .indefiniteLength), ("9f01ff", .indefiniteLength),
        ("bf0102ff", .indefiniteLength), ("ff", .indefiniteLength),
        // What authenticators have no use for.
        ("1c", .unsupported), ("1d", .unsupported), ("1e", .unsupported), ("c11a514b67b0", .unsupported),
        ("d74401020304", .unsupported), ("f7", .unsupported), ("f0", .unsupported), ("f818", .unsupported),
        ("f93c00", .unsupported), ("fa47c35000", .unsupported), ("fb3ff199999999999a", .unsupported),
        ("1b8000000000000000", .unsupported), ("1bffffffffffffffff", .unsupported),
        ("3b8000000000000000", .unsupported), ("a14101f6", .unsupported), ("a18000", .unsupported),
        ("a1f600", .unsupported),
        // A key that stands twice.
        ("a201020103", .duplicateKey), ("a2616101616102", .duplicateKey),
        // Text that is not UTF-8.
        ("61ff", .invalidText), ("62c0af", .invalidText), ("63eda080", .invalidText), ("61c3", .invalidText),
        // More than one value.
        ("0000", .trailingBytes), ("a000", .trailingBytes), ("43010203f6", .trailingBytes),
        // Too deep.
        ("818181818100", .tooDeep), ("8181818180", .tooDeep), ("a100a100a100a100a0", .tooDeep),
        // Lengths beyond the end, up to the largest there is.
        ("", .truncated), ("41", .truncated), ("8101ff", .trailingBytes), ("81", .truncated), ("a1", .truncated),
        ("a100", .truncated), ("5affffffff", .truncated), ("5bffffffffffffffff", .truncated),
        ("7bffffffffffffffff", .truncated), ("9bffffffffffffffff", .truncated), ("bbffffffffffffffff", .truncated),
        ("9a00ffffff00", .truncated), ("ba00ffffff0000", .truncated), ("18", .truncated), ("1b00000001", .truncated),
    ]

    @Test(arguments: refused)
    func `what could be read in two ways, or not at all, is refused`(_ text: String, _ error: CBORError) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(throws: error) { try CBORReader.document(bytes) }
    }

    @Test(arguments: values)
    func `nothing shorter than a value is one`(_ text: String, _ value: CBOR) throws {
        let bytes = try #require(Hex.decode(text))
        for count in 0..<bytes.count {
            #expect(throws: CBORError.truncated) { try CBORReader.document(Array(bytes.prefix(count))) }
        }
    }

    @Test func `input beyond the limit is not looked at`() {
        let bytes = [UInt8](repeating: 0x80, count: CBORReader.maximumBytes + 1)
        #expect(throws: CBORError.tooLong) { try CBORReader.document(bytes) }
        #expect(throws: CBORError.tooDeep) {
            try CBORReader.document([UInt8](repeating: 0x81, count: CBORReader.maximumBytes))
        }
    }

    @Test func `a long list within the limit is read`() throws {
        let count = CBORReader.maximumBytes - 3
        let head: [UInt8] = [0x99, UInt8(count >> 8), UInt8(count & 0xFF)]
        let value = try CBORReader.document(head + [UInt8](repeating: 0, count: count))
        #expect(value == .array([CBOR](repeating: 0, count: count)))
    }
}
