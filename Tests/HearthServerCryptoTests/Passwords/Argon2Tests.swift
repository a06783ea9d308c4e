import HearthCore
import HearthCrypto
import Testing

@testable import HearthServerCrypto

@Suite("Argon2")
struct Argon2Tests {
    @Test(arguments: [
        (Argon2Variant.argon2d, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
        (.argon2i, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
        (.argon2id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
    ])
    func `the vectors of RFC 9106 are computed`(_ variant: Argon2Variant, _ expected: String) throws {
        let derivation = try Argon2Derivation(
            variant,
            memory: 32,
            passes: 3,
            lanes: 4,
            associatedData: [UInt8](repeating: 4, count: 12)
        )
        let tag = try derivation.derive(
            [UInt8](repeating: 1, count: 32),
            salt: [UInt8](repeating: 2, count: 16),
            count: 32,
            key: [UInt8](repeating: 3, count: 8)
        )
        #expect(Hex.encode(tag) == expected)
    }

    @Test func `associated data and the edition are kept with the hash`() throws {
        let zeros = [UInt8](repeating: 0, count: 16)
        let hash = try PasswordHash.argon2(
            hash: zeros,
            salt: zeros,
            variant: .argon2i,
            version: .v10,
            memory: 64,
            passes: 1,
            lanes: 2,
            associatedData: [1, 2, 3]
        )
        let text = hash.text.reveal()
        #expect(text == "$argon2i$v=16$m=64,t=1,p=2,data=AQID$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
        #expect(try PasswordHash(text: text).text.reveal() == text)
    }
}
