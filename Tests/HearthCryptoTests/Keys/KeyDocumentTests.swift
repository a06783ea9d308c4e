import HearthCore
import Testing

@testable import HearthCrypto

/// The documents are OpenSSL's: what reads and writes them on Apple's systems is held to them here.
@Suite("Key documents")
struct KeyDocumentTests {
    @Test func `the numbers of a public key are found, and written back the same`() throws {
        let key = try RSAPrivateKey.generate().publicKey
        let document = try PEM.document(in: key.pem())
        let whole = try #require(DER.elements(in: document)?.first)
        let parts = try #require(DER.elements(in: whole.content))
        let numbers = Array(try #require(parts.last).content.dropFirst())
        #expect(DER.integers(in: numbers) == [key.modulus, key.exponent])
        #expect(DER.sequence(DER.unsigned(key.modulus) + DER.unsigned(key.exponent)) == numbers)
    }

    @Test func `a private key is wrapped in an octet string, behind its version`() throws {
        let key = try RSAPrivateKey.generate()
        let document = try PEM.document(in: key.pem().reveal())
        let whole = try #require(DER.elements(in: document)?.first)
        let parts = try #require(DER.elements(in: whole.content))
        #expect(
            parts.map(\.tag) == [DER.Tag.integer.rawValue, DER.Tag.sequence.rawValue, DER.Tag.octetString.rawValue]
        )
        let numbers = try #require(DER.integers(in: parts[2].content))
        #expect(numbers.count == 9)
        #expect(numbers[1] == key.publicKey.modulus)
        #expect(numbers[2] == key.publicKey.exponent)
    }

    @Test func `text is written as OpenSSL writes it`() throws {
        let pem = try RSAPrivateKey.generate().publicKey.pem()
        #expect(try PEM.text("PUBLIC KEY", PEM.document(in: pem)) == pem)
    }

    @Test(
        arguments: [
            [0x02, 0x01], [0x02, 0x81], [0x02, 0x80], [0x02, 0x85, 1, 1, 1, 1, 1], [0x30, 0x82, 0xFF, 0xFF, 0], [0x02],
        ] as [[UInt8]]
    )
    func `what ends too early is no element`(_ bytes: [UInt8]) {
        #expect(DER.elements(in: bytes) == nil)
    }

    @Test(arguments: [
        "", "-----BEGIN X-----", "-----END X-----\n-----BEGIN X-----", "-----BEGIN X-----\n*\n-----END X-----",
    ])
    func `what is no document is refused`(_ text: String) {
        let error = #expect(throws: CryptoError.self) { try PEM.document(in: text) }
        #expect(error?.code == .malformed)
    }

    @Test(
        arguments: [
            ([], [0x02, 1, 0]), ([0], [0x02, 1, 0]), ([0x7F], [0x02, 1, 0x7F]), ([0x80], [0x02, 2, 0, 0x80]),
            ([0, 0, 5], [0x02, 1, 5]),
        ] as [([UInt8], [UInt8])]
    )
    func `a number that is not negative stays so`(_ number: [UInt8], _ element: [UInt8]) {
        #expect(DER.unsigned(number) == element)
    }
}
