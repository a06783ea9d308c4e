import HearthCore
import HearthCrypto
import Testing

@Suite("P-256 keys")
struct P256KeyTests {
    private let message = Array("a message".utf8)

    @Test func `a signature is valid for its message and its key alone`() throws {
        let key = try P256PrivateKey.generate()
        let signature = try key.signES256(message)
        #expect(signature.count == 64)
        #expect(key.publicKey.verifyES256(signature, over: message))
        #expect(!key.publicKey.verifyES256(signature, over: []))
        #expect(!key.publicKey.verifyES256([UInt8](repeating: 0, count: 64), over: message))
        #expect(!key.publicKey.verifyES256(signature + [0], over: message))
        #expect(try !P256PrivateKey.generate().publicKey.verifyES256(signature, over: message))
    }

    @Test func `a key survives PEM and coordinates`() throws {
        let key = try P256PrivateKey.generate()
        let signature = try P256PrivateKey(pem: key.pem()).signES256(message)
        let point = try key.publicKey.coordinates()
        #expect(point.x.count == 32 && point.y.count == 32)
        #expect(try P256PublicKey(x: point.x, y: point.y).verifyES256(signature, over: message))
        #expect(try P256PublicKey(pem: key.publicKey.pem()).verifyES256(signature, over: message))
    }

    @Test func `the vector of RFC 7515 A.3 is verified`() throws {
        let x = try #require(Base64.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU".utf8))
        let y = try #require(Base64.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0".utf8))
        let text = """
            eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ij\
            p0cnVlfQ
            """
        let signature = try #require(
            Base64.decode("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q".utf8)
        )
        #expect(try P256PublicKey(x: x, y: y).verifyES256(signature, over: Array(text.utf8)))
    }

    @Test func `a point off the curve is refused`() {
        let ones = [UInt8](repeating: 1, count: 32)
        #expect(throws: CryptoError.self) { try P256PublicKey(x: ones, y: ones) }
        #expect(throws: CryptoError.self) { try P256PublicKey(x: [1], y: ones) }
    }
}
