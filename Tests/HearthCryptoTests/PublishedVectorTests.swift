import HearthCore
import Testing

@testable import HearthCrypto

/// Answers that others have published for the same questions.
@Suite("Published vectors")
struct PublishedVectorTests {
    private static func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    // The Galois/Counter Mode of Operation (McGrew, Viega), appendix B, test cases 13 to 16.
    private struct Sealed {
        var key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
        var nonce = "cafebabefacedbaddecaf888"
        var plain: String
        var data = ""
        var sealed: String
    }

    private static let sealed = [
        Sealed(
            key: String(repeating: "0", count: 64),
            nonce: String(repeating: "0", count: 24),
            plain: "",
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        Sealed(
            key: String(repeating: "0", count: 64),
            nonce: String(repeating: "0", count: 24),
            plain: String(repeating: "0", count: 32),
            sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        ),
        Sealed(
            plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b391aafd255",
            sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                + "c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c"
        ),
        Sealed(
            plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b39",
            data: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ]

    @Test(arguments: sealed.indices)
    func `AES-256-GCM seals as its authors do, and opens nothing else`(_ index: Int) throws {
        let vector = Self.sealed[index]
        let cipher = try AES256GCM(key: Secret(try Self.bytes(vector.key)))
        let nonce = try Self.bytes(vector.nonce)
        let plain = try Self.bytes(vector.plain)
        let data = try Self.bytes(vector.data)
        let message = try cipher.seal(plain, authenticating: data, random: RandomSource { _ in nonce })
        #expect(Hex.encode(message) == vector.nonce + vector.sealed)
        #expect(try cipher.open(message, authenticating: data) == plain)
        for length in 0..<message.count {
            #expect(throws: CryptoError.self) { try cipher.open(Array(message.prefix(length)), authenticating: data) }
        }
        for bit in 0..<8 * message.count {
            var changed = message
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.self) { try cipher.open(changed, authenticating: data) }
        }
    }

    // RFC 6979, appendix A.2.5.
    private static let x = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    private static let y = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    private static let signatures = [
        "sample": (
            r: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
            s: "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        ),
        "test": (
            r: "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
            s: "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
        ),
    ]

    private static func key() throws -> P256PublicKey {
        try P256PublicKey(x: bytes(x), y: bytes(y))
    }

    @Test(arguments: signatures.keys.sorted())
    func `ECDSA on P-256 verifies in both forms`(_ message: String) throws {
        let (r, s) = try #require(Self.signatures[message])
        let key = try Self.key()
        let text = Array(message.utf8)
        #expect(key.verifyES256(try Self.bytes(r + s), over: text))
        #expect(!key.verifyES256(try Self.bytes(s + r), over: text))
        #expect(!key.verifyES256(try Self.bytes(r + s), over: text + [0]))
        let der = DER.sequence(DER.unsigned(try Self.bytes(r)) + DER.unsigned(try Self.bytes(s)))
        #expect(key.verify(derSignature: der, over: text))
        // JOSE has the two numbers side by side, and nothing else.
        #expect(!key.verifyES256(der, over: text))
        #expect(!key.verify(derSignature: try Self.bytes(r + s), over: text))
    }

    @Test func `a signature whose numbers are out of range is none, whatever it is over`() throws {
        let key = try Self.key()
        let (r, s) = try #require(Self.signatures["sample"])
        let zero = String(repeating: "0", count: 64)
        let above = String(Self.order.dropLast()) + "2"
        let unit = String(repeating: "0", count: 63) + "1"
        let most = String(repeating: "f", count: 64)
        for (one, other) in [
            (zero, zero), (zero, s), (r, zero), (Self.order, s), (r, Self.order), (Self.order, Self.order),
            (above, above), (most, most), (unit, unit),
        ] {
            for text in ["sample", "", "test"] {
                #expect(!key.verifyES256(try Self.bytes(one + other), over: Array(text.utf8)))
            }
        }
        for length in [0, 1, 32, 63, 65, 128] {
            let padded = try Self.bytes(r + s) + [UInt8](repeating: 0, count: 64)
            #expect(!key.verifyES256(Array(padded.prefix(length)), over: Array("sample".utf8)))
        }
    }

    @Test func `a key of the standard survives, and a point beside it is none`() throws {
        let point = try Self.key().coordinates()
        #expect(Hex.encode(point.x) == Self.x && Hex.encode(point.y) == Self.y)
        var y = try Self.bytes(Self.y)
        y[31] ^= 1
        let beside = y
        #expect(throws: CryptoError.self) { try P256PublicKey(x: Self.bytes(Self.x), y: beside) }
    }
}

/// What X.690 says of lengths and numbers.
@Suite("DER")
struct DERTests {
    @Test(
        arguments: [
            (0, [0x00]), (1, [0x01]), (127, [0x7F]), (128, [0x81, 0x80]), (255, [0x81, 0xFF]),
            (256, [0x82, 0x01, 0x00]),
            (65_535, [0x82, 0xFF, 0xFF]), (65_536, [0x83, 0x01, 0x00, 0x00]),
        ] as [(Int, [UInt8])]
    )
    func `writes the shortest length, and reads it back`(_ count: Int, _ length: [UInt8]) throws {
        let content = [UInt8](repeating: 0xAB, count: count)
        let written = DER.element(.octetString, content)
        #expect(written == [0x04] + length + content)
        #expect(DER.elements(in: written) == [DER.Element(tag: 0x04, content: content)])
        #expect(DER.elements(in: Array(written.dropLast())) == nil)
    }

    @Test(
        arguments: [
            ([], [0x00]), ([0], [0x00]), ([0, 0, 1], [0x01]), ([0x7F], [0x7F]), ([0x80], [0x00, 0x80]),
            ([0x01, 0x00, 0x01], [0x01, 0x00, 0x01]), ([0, 0xFF, 0xFF], [0x00, 0xFF, 0xFF]),
        ] as [([UInt8], [UInt8])]
    )
    func `writes numbers that are not negative`(_ number: [UInt8], _ content: [UInt8]) {
        #expect(DER.unsigned(number) == [0x02, UInt8(content.count)] + content)
        #expect(DER.integers(in: DER.sequence(DER.unsigned(number))) == [Array(number.drop { $0 == 0 })])
    }

    @Test(
        arguments: [
            [0x30], [0x30, 0x01], [0x30, 0x80], [0x30, 0x81], [0x30, 0x85, 0, 0, 0, 0, 0],
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x30, 0x03, 0x02, 0x02, 0x01], [0x02, 0x01, 0x01], [0x30, 0x02, 0x02, 0x00],
            [0x30, 0x03, 0x04, 0x01, 0x01],
            [0x30, 0x00, 0x30, 0x00],
        ] as [[UInt8]]
    )
    func `is no sequence of numbers where a byte is missing or another`(_ document: [UInt8]) {
        #expect(DER.integers(in: document) == nil)
    }
}
