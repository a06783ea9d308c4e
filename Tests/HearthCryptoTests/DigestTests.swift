import HearthCore
import HearthCrypto
import Testing

@Suite("Digests and keyed digests")
struct DigestTests {
    @Test(arguments: [
        (Digest.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (Digest.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (Digest.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (
            Digest.sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            Digest.sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
                + "454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func `the published digest of abc is computed`(_ digest: Digest, _ expected: String) {
        #expect(Hex.encode(digest.hash(Array("abc".utf8))) == expected)
        #expect(digest.hash([]).count == digest.byteCount)
    }

    @Test func `the vectors of RFC 4231 are computed`() {
        let code = HMAC(key: Secret([UInt8](repeating: 0x0B, count: 20))).authenticate(Array("Hi There".utf8))
        #expect(Hex.encode(code) == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        let other = HMAC(.sha512, key: Secret(Array("Jefe".utf8)))
        let message = Array("what do ya want for nothing?".utf8)
        #expect(Hex.encode(other.authenticate(message)).hasPrefix("164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd6"))
    }

    @Test func `an empty key is a key`() {
        let code = HMAC(key: Secret([])).authenticate([])
        #expect(Hex.encode(code) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func `a code is valid for its bytes alone`() {
        let function = HMAC(key: Secret([1, 2, 3]))
        let code = function.authenticate([4])
        #expect(function.isValid(code, for: [4]))
        #expect(!function.isValid(code, for: [5]))
        #expect(!function.isValid(Array(code.dropLast()), for: [4]))
    }

    @Test func `constant-time comparison compares`() {
        #expect(ConstantTime.equals([], []))
        #expect(ConstantTime.equals([1, 2], [1, 2]))
        #expect(!ConstantTime.equals([1, 2], [1, 3]))
        #expect(!ConstantTime.equals([1, 2], [1]))
        #expect(ConstantTime.equals(Secret("123456"), Secret("123456")))
        #expect(!ConstantTime.equals(Secret("123456"), Secret("123457")))
    }
}
