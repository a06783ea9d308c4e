import HearthCore
import HearthCrypto
import HearthServerCrypto
import HearthTestSupport
import Testing

/// Certificates that are made here, and bytes that are none.
@Suite("A certificate")
struct CertificateTests {
    private static let key = Result { try RSAPrivateKey.generate() }
    private static let start = UnixTime(seconds: 1_700_000_000)
    private static let end = UnixTime(seconds: 1_700_086_400)

    private func certificate(
        _ name: String = "hearth",
        from start: UnixTime = start,
        until end: UnixTime = end,
        serial: [UInt8]? = nil
    ) throws -> Certificate {
        let random = serial.map { bytes in RandomSource { count in Array(bytes.prefix(count)) } } ?? .system
        return try .selfSigned(commonName: name, key: Self.key.get(), from: start, until: end, random: random)
    }

    private func der(_ certificate: Certificate) throws -> [UInt8] {
        let lines = certificate.pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return try #require(Base64.decode(lines.joined().utf8, .standard))
    }

    // RFC 5280, §4.1.2.5: from notBefore through notAfter, inclusive.
    @Test(
        arguments: [
            (Duration.seconds(-86_400), false), (.seconds(-1), false), (.milliseconds(-1), false), (.zero, true),
            (.milliseconds(1), true), (.seconds(43_200), true), (.seconds(86_399), true), (.seconds(86_400), true),
            (.seconds(86_401), false), (.seconds(400 * 86_400), false),
        ] as [(Duration, Bool)]
    )
    func `is valid from its first second to its last`(offset: Duration, isValid: Bool) throws {
        #expect(try certificate().isValid(at: Self.start + offset) == isValid)
    }

    @Test func `is valid on no day at the ends of time`() throws {
        let certificate = try certificate()
        for milliseconds in [Int64.min, .min + 1, .max - 1, .max] {
            #expect(!certificate.isValid(at: UnixTime(milliseconds: milliseconds)))
        }
    }

    @Test(
        arguments: [
            // The last moment that is written with two digits of a year, and the first one with four.
            (Int64(2_524_607_999), Int64(2_524_608_000)), (-631_152_000, 0), (0, 1), (951_782_400, 951_868_800),
            (4_107_542_400, 4_107_542_401), (253_402_300_798, 253_402_300_799),
        ] as [(Int64, Int64)]
    )
    func `is valid at both ends in any century`(first: Int64, last: Int64) throws {
        let certificate = try certificate(from: UnixTime(seconds: first), until: UnixTime(seconds: last))
        #expect(certificate.isValid(at: UnixTime(seconds: first)))
        #expect(certificate.isValid(at: UnixTime(seconds: last)))
        #expect(!certificate.isValid(at: UnixTime(seconds: first - 1)))
        #expect(!certificate.isValid(at: UnixTime(seconds: last + 1)))
    }

    @Test(
        arguments: [(253_402_300_800, 253_402_300_900), (Int64.min / 1000, 0), (0, Int64.max / 1000)]
            as [(Int64, Int64)]
    )
    func `is of no year beyond 9999 and before year zero`(first: Int64, last: Int64) {
        #expect(throws: CryptoError.self) {
            try certificate(from: UnixTime(seconds: first), until: UnixTime(seconds: last))
        }
    }

    @Test(
        arguments: [
            ("", false), ("a", true), (String(repeating: "n", count: 64), true),
            (String(repeating: "n", count: 65), false),
            (String(repeating: "é", count: 32), true), (String(repeating: "é", count: 33), false), ("a/CN=b", true),
            ("e\u{301} 字 🎮", true), ("a\u{0}b", true), ("a\nb", true),
        ] as [(String, Bool)]
    )
    func `has a name of 1 to 64 bytes, as it was given`(name: String, isOne: Bool) throws {
        guard isOne else {
            let error = #expect(throws: CryptoError.self) { try certificate(name) }
            #expect(error?.code == .malformed)
            return
        }
        let bytes = try der(certificate(name))
        let text = Array(name.utf8)
        // Once as the issuer and once as the subject: behind the identifier of a common name and the type of the text. A
        // short name alone may stand anywhere in a key.
        let places = bytes.indices.count { place in
            bytes[place...].starts(with: [0x06, 0x03, 0x55, 0x04, 0x03])
                && bytes[place...].dropFirst(6).starts(with: [UInt8(text.count)] + text)
        }
        #expect(places == 2)
    }

    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 16), [UInt8]([0x40]) + [UInt8](repeating: 0, count: 15)),
            ([UInt8](repeating: 0xFF, count: 16), [UInt8]([0x7F]) + [UInt8](repeating: 0xFF, count: 15)),
            ([0x80] + [UInt8](repeating: 1, count: 15), [UInt8]([0x40]) + [UInt8](repeating: 1, count: 15)),
        ] as [([UInt8], [UInt8])]
    )
    func `has a serial number that is positive, and of sixteen bytes`(random: [UInt8], serial: [UInt8]) throws {
        let bytes = try der(certificate(serial: random))
        // An INTEGER behind the version, which is 3: RFC 5280, §4.1.
        let version: [UInt8] = [0xA0, 0x03, 0x02, 0x01, 0x02]
        let element = version + [0x02, 0x10] + serial
        #expect(bytes.indices.contains { bytes[$0...].starts(with: element) })
    }

    @Test func `holds the public key and signs itself with the private one`() throws {
        let key = try Self.key.get()
        let certificate = try certificate()
        #expect(certificate.publicKey == key.publicKey)
        let bytes = try der(certificate)
        // SEQUENCE { signed, algorithm, BIT STRING of 257 bytes }: the signature stands at the end.
        let signed = Array(bytes[4..<(8 + Int(bytes[6]) << 8 + Int(bytes[7]))])
        #expect(key.publicKey.verifyRS256(Array(bytes.suffix(256)), over: signed))
    }

    @Test func `is read from DER as from PEM`() throws {
        let certificate = try certificate()
        let bytes = try der(certificate)
        let read = try Certificate(der: bytes)
        #expect(read.publicKey == certificate.publicKey && read.isValid(at: Self.start))
        #expect(try der(read) == bytes)
    }

    @Test func `is none in DER that is cut off, or goes on behind it`() throws {
        let bytes = try der(certificate())
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: CryptoError.self, "\(count) bytes") { try Certificate(der: Array(bytes.prefix(count))) }
        }
        #expect(throws: CryptoError.self) { try Certificate(der: Array(bytes.dropLast())) }
        for rest: [UInt8] in [[0], [0, 0], bytes, [0x30, 0]] {
            #expect(throws: CryptoError.self) { try Certificate(der: bytes + rest) }
        }
    }

    @Test(arguments: 1...12) func `with bytes changed is none, or one whose times can be asked for`(
        seed: Int
    ) throws {
        var random = SeededRandom(seed)
        let whole = try der(certificate())
        for _ in 0..<40 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let read = try? Certificate(der: bytes) else { continue }
            #expect(RSAPublicKey.acceptedBits.contains(read.publicKey.modulus.count * 8))
            _ = read.isValid(at: Self.start)
        }
    }

    @Test(
        arguments: [
            "", "-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n",
            "-----BEGIN CERTIFICATE-----\n" + String(repeating: "A", count: 100_000) + "\n-----END CERTIFICATE-----\n",
        ] as [String]
    )
    func `is none in other text`(text: String) {
        let error = #expect(throws: CryptoError.self) { try Certificate(pem: text) }
        #expect(error?.code == .malformed)
    }
}
