import HearthCore
import HearthCrypto
import HearthServerCrypto
import Testing

@Suite("RSA keys")
struct RSAKeyTests {
    private let key: RSAPrivateKey
    private let message = Array("a message".utf8)

    init() throws {
        key = try RSAPrivateKey.generate()
    }

    @Test func `a signature is valid for its message and its key alone`() throws {
        let signature = try key.signRS256(message)
        #expect(key.publicKey.verifyRS256(signature, over: message))
        #expect(!key.publicKey.verifyRS256(signature, over: message + [0]))
        #expect(!key.publicKey.verifyRS256(signature + [0], over: message))
        #expect(!key.publicKey.verifyRS256(Array(signature.dropLast()), over: message))
        #expect(!key.publicKey.verifyRS256([], over: message))
        var changed = signature
        changed[17] ^= 1
        #expect(!key.publicKey.verifyRS256(changed, over: message))
        #expect(try !RSAPrivateKey.generate().publicKey.verifyRS256(signature, over: message))
    }

    @Test func `a key survives PEM and JWK`() throws {
        let again = try RSAPrivateKey(pem: key.pem())
        let signature = try again.signRS256(message)
        let forms = try [
            RSAPublicKey(pem: key.publicKey.pem()),
            RSAPublicKey(modulus: key.publicKey.modulus, exponent: key.publicKey.exponent),
        ]
        for form in forms {
            #expect(form == key.publicKey)
            #expect(form.verifyRS256(signature, over: message))
        }
        #expect(key.publicKey.exponent == [1, 0, 1])
        #expect(key.publicKey.modulus.count == 256)
    }

    @Test func `many threads sign with one key`() async throws {
        let key = key
        let message = message
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<32 { group.addTask { try key.signRS256(message) } }
            for try await signature in group { #expect(key.publicKey.verifyRS256(signature, over: message)) }
        }
    }

    @Test func `the thumbprint is the one of RFC 7638`() throws {
        let modulus = """
            0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n\
            3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zg\
            dAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFC\
            ur-kEgU8awapJzKnqDKgw
            """
        let bytes = try #require(Base64.decode(modulus.utf8))
        let key = try RSAPublicKey(modulus: bytes, exponent: [1, 0, 1])
        #expect(key.keyIdentifier == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    @Test func `a short key is refused`() throws {
        let error = #expect(throws: CryptoError.self) { try RSAPrivateKey.generate(bits: 1024) }
        #expect(error?.code == .weakKey)
        let modulus = [0xC1] + [UInt8](repeating: 0x55, count: 127)
        let other = #expect(throws: CryptoError.self) { try RSAPublicKey(modulus: modulus, exponent: [1, 0, 1]) }
        #expect(other?.code == .weakKey)
    }

    @Test(arguments: [[1], [2], [0], [], [1, 0, 0], [UInt8](repeating: 1, count: 9)])
    func `an exponent that no one should use is refused`(_ exponent: [UInt8]) {
        #expect(throws: CryptoError.self) {
            try RSAPublicKey(modulus: key.publicKey.modulus, exponent: exponent)
        }
    }

    @Test(arguments: ["", "x", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    func `what is not a key is refused`(_ text: String) {
        #expect(throws: CryptoError.self) { try RSAPrivateKey(pem: Secret(text)) }
        #expect(throws: CryptoError.self) { try RSAPublicKey(pem: text) }
        #expect(throws: CryptoError.self) { try Certificate(pem: text) }
    }

    @Test func `a key of another algorithm is refused`() throws {
        let other = try P256PrivateKey.generate()
        #expect(throws: CryptoError.self) { try RSAPrivateKey(pem: other.pem()) }
        #expect(throws: CryptoError.self) { try RSAPublicKey(pem: other.publicKey.pem()) }
        #expect(throws: CryptoError.self) { try P256PrivateKey(pem: key.pem()) }
    }

    @Test func `a certificate holds its key`() throws {
        let certificate = try Certificate.selfSigned(
            commonName: "securetoken.hearth.local",
            key: key,
            from: UnixTime(seconds: 1_700_000_000),
            until: UnixTime(seconds: 1_800_000_000)
        )
        #expect(certificate.pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(certificate.publicKey == key.publicKey)
        #expect(try Certificate(pem: certificate.pem) == certificate)
        #expect(try RSAPublicKey(pem: certificate.pem) == key.publicKey)
    }

    @Test func `a certificate needs a name and a lifetime`() {
        let moment = UnixTime(seconds: 0)
        #expect(throws: CryptoError.self) {
            try Certificate.selfSigned(commonName: "", key: key, from: moment, until: moment + .seconds(1))
        }
        #expect(throws: CryptoError.self) {
            try Certificate.selfSigned(commonName: "a", key: key, from: moment, until: moment)
        }
    }
}
