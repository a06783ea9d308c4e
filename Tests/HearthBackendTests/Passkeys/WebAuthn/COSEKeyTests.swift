import HearthCore
import HearthCrypto
import Testing

@testable import HearthBackend

@Suite("COSE keys")
struct COSEKeyTests {
    private static let coordinate = CBOR.bytes([UInt8](repeating: 1, count: 32))

    /// What is put in place of the members of a key on P-256.
    static let flaws: [(String, [CBOR: CBOR], WebAuthnRejection)] = [
        ("no type", [1: .null], .malformedKey), ("no algorithm", [3: .null], .malformedKey),
        ("another curve", [-1: 2], .malformedKey), ("a short coordinate", [-2: .bytes([1])], .malformedKey),
        ("a sign for a coordinate", [-3: .bool(true)], .malformedKey),
        ("a point beside the curve", [-2: coordinate, -3: coordinate], .malformedKey),
        ("a member too many", [2: .bytes([1])], .malformedKey),
        ("ES384", [3: -35], .unsupportedAlgorithm), ("EdDSA", [1: 1, 3: -8], .unsupportedAlgorithm),
        ("RS1", [3: -65_535], .unsupportedAlgorithm),
        ("a point for RS256", [3: -257], .unsupportedAlgorithm),
        ("an RSA key for ES256", [1: 3], .unsupportedAlgorithm),
        ("a point that says that it is an RSA key", [1: 3, 3: -257], .malformedKey),
    ]

    @Test(arguments: flaws)
    func `a key is of an algorithm that was offered, and fits it`(
        _ name: String,
        _ changes: [CBOR: CBOR],
        _ rejection: WebAuthnRejection
    ) throws {
        let point = try P256PrivateKey.generate().publicKey.coordinates()
        var map: [CBOR: CBOR] = [1: 2, 3: -7, -1: 1, -2: .bytes(point.x), -3: .bytes(point.y)]
        #expect(try COSEKey(.map(map)).algorithm == -7)
        map.merge(changes) { _, changed in changed }
        #expect(throws: rejection) { try COSEKey(.map(map)) }
    }

    @Test func `an RSA key has no member too many`() throws {
        let bytes = try #require(SpecificationVectors.assertions.last.flatMap { Hex.decode($0.key) })
        var map = try #require(try CBORReader.document(bytes).map)
        #expect(try COSEKey(.map(map)).algorithm == -257)
        map[2] = .bytes([1])
        #expect(throws: WebAuthnRejection.malformedKey) { try COSEKey(.map(map)) }
    }

    @Test(
        arguments: [
            // 1024 bits; an exponent of one; an even one.
            (128, [1, 0, 1]), (256, [1]), (256, [2]), (256, []),
        ] as [(Int, [UInt8])]
    )
    func `a weak RSA key is refused`(_ bytes: Int, _ exponent: [UInt8]) {
        let modulus = [UInt8](repeating: 0xFF, count: bytes)
        let map: [CBOR: CBOR] = [1: 3, 3: -257, -1: .bytes(modulus), -2: .bytes(exponent)]
        #expect(throws: WebAuthnRejection.malformedKey) { try COSEKey(.map(map)) }
    }
}
