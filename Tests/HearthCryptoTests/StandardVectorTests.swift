import HearthCore
import Testing

@testable import HearthCrypto

/// Answers of standards, and where they list a part only, Python's `hashlib` for the same questions.
@Suite("Digests, codes and keys of the standards")
struct StandardVectorTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

    // FIPS 180-4's examples and RFC 1321: nothing, two blocks, and a million times the letter a.
    @Test(
        arguments: [
            (
                Digest.sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
            (
                .sha384,
                "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
                "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f5fe95b1fe3c8452b",
                "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"
            ),
            (
                .sha512,
                "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                    + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
                "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
                    + "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445",
                "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
                    + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
            ),
            (
                .sha1, "da39a3ee5e6b4b0d3255bfef95601890afd80709", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
                "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
            ),
            (
                .md5, "d41d8cd98f00b204e9800998ecf8427e", "8215ef0796a20bcaaae116d3876c664a",
                "7707d6ae4e027c70eea2a935c2296f21"
            ),
        ]
    )
    func `a digest of nothing, of two blocks and of a million letters`(
        _ digest: Digest,
        _ ofNothing: String,
        _ ofTwoBlocks: String,
        _ ofMillion: String
    ) {
        #expect(Hex.encode(digest.hash([])) == ofNothing)
        #expect(Hex.encode(digest.hash(Self.bytes(Self.twoBlocks))) == ofTwoBlocks)
        #expect(Hex.encode(digest.hash([UInt8](repeating: 0x61, count: 1_000_000))) == ofMillion)
        #expect(digest.byteCount * 2 == ofNothing.utf8.count)
    }

    private struct Keyed: Sendable {
        var key: [UInt8]
        var message: [UInt8]
        var codes: [Digest: String]
    }

    // RFC 4231 §4.2 to §4.7 without the shortened one; RFC 2202 for SHA-1 and MD5.
    private static let keyed = [
        Keyed(
            key: [UInt8](repeating: 0x0B, count: 20),
            message: bytes("Hi There"),
            codes: [
                .sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
                .sha384:
                    "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
                .sha512: "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                    + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
                .sha1: "b617318655057264e28bc0b6fb378c8ef146be00",
            ]
        ),
        Keyed(
            key: bytes("Jefe"),
            message: bytes("what do ya want for nothing?"),
            codes: [
                .sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                .sha384:
                    "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
                .sha512: "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                    + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
                .sha1: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", .md5: "750c783e6ab0b503eaa86e310a5db738",
            ]
        ),
        Keyed(
            key: [UInt8](repeating: 0xAA, count: 20),
            message: [UInt8](repeating: 0xDD, count: 50),
            codes: [
                .sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
                .sha384:
                    "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
                .sha512: "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
                    + "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
            ]
        ),
        Keyed(
            key: Array(1...25),
            message: [UInt8](repeating: 0xCD, count: 50),
            codes: [
                .sha256: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
                .sha384:
                    "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e6801dd23c4a7d679ccf8a386c674cffb",
                .sha512: "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
                    + "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
            ]
        ),
        // A key that is longer than a block is hashed first.
        Keyed(
            key: [UInt8](repeating: 0xAA, count: 131),
            message: bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
            codes: [
                .sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                .sha384:
                    "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
                .sha512: "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                    + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
            ]
        ),
        Keyed(
            key: [UInt8](repeating: 0xAA, count: 80),
            message: bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
            codes: [
                .sha1: "aa4ae5e15272d00e95705637ce8a3b55ed402112", .md5: "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd",
            ]
        ),
    ]

    @Test(arguments: keyed.indices)
    func `a keyed digest, under every key and function`(_ index: Int) {
        let vector = Self.keyed[index]
        for (digest, code) in vector.codes {
            let hmac = HMAC(digest, key: Secret(vector.key))
            let found = hmac.authenticate(vector.message)
            #expect(Hex.encode(found) == code, "\(digest)")
            #expect(hmac.isValid(found, for: vector.message))
            #expect(!hmac.isValid(found, for: vector.message + [0]))
            #expect(!hmac.isValid(Array(found.dropLast()), for: vector.message))
            #expect(!hmac.isValid([], for: vector.message))
            for bit in 0..<8 {
                var changed = found
                changed[changed.count - 1] ^= 1 << UInt8(bit)
                #expect(!hmac.isValid(changed, for: vector.message))
            }
        }
    }

    // RFC 6070 for SHA-1, RFC 7914 §11 for SHA-256.
    @Test(
        arguments: [
            (Digest.sha1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
            (.sha1, "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
            (.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
            (
                .sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
                "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
            ),
            (.sha1, "pass\0word", "sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
            (
                .sha256, "passwd", "salt", 1,
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                    + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
            ),
            (
                .sha256, "Password", "NaCl", 80_000,
                "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                    + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
            ),
        ]
    )
    func `a key of a password`(_ digest: Digest, _ password: String, _ salt: String, _ rounds: Int, _ key: String)
        throws
    {
        let derived = try SystemDerivation.pbkdf2(
            Self.bytes(password),
            salt: Self.bytes(salt),
            digest,
            rounds: rounds,
            count: key.utf8.count / 2
        )
        #expect(Hex.encode(derived) == key)
    }

    @Test(arguments: [0, -1, Int(Int32.max) + 1, .min, .max])
    func `a number of rounds that no library counts is refused`(_ rounds: Int) {
        let error = #expect(throws: CryptoError.self) {
            try SystemDerivation.pbkdf2([1], salt: [2], .sha256, rounds: rounds, count: 32)
        }
        #expect(error?.code == .parameterOutOfRange)
    }

    @Test func `a passphrase makes the key that Python makes`() throws {
        let key = try PassphraseKey.derive("pässphräse", salt: Array(0...15))
        #expect(Hex.encode(key.reveal()) == "4909f844a008d66e44b52921f98a27e58c53620cd231107335c3d1f87acc7ece")
    }

    // RFC 4226, appendix D.
    @Test func `codes by a counter are those of the standard`() {
        let totp = TOTP(key: Secret(Self.bytes("12345678901234567890")))
        let codes = (0..<10).map { totp.code(at: $0).reveal() }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ]
        )
        // A counter is 64 bits, whatever its sign.
        #expect([-1, -2, .max, .min].map { totp.code(at: $0).reveal() } == ["094451", "488204", "181742", "959616"])
    }

    @Test(
        arguments: [
            (0, 0), (29, 0), (30, 1), (59, 1), (60, 2), (-1, -1), (-30, -1), (-31, -2),
            (.max, 307_445_734_561_825), (.min, -307_445_734_561_826),
        ] as [(Int64, Int64)]
    )
    func `a step is thirty seconds, before 1970 and at the ends of time`(_ seconds: Int64, _ step: Int64) {
        let moment = UnixTime(seconds: seconds)
        #expect(TOTP.step(at: moment) == step)
        let totp = TOTP(key: Secret([1, 2, 3]))
        #expect(totp.acceptedStep(of: totp.code(at: step), at: moment, after: nil) == step)
        #expect(totp.acceptedStep(of: totp.code(at: step), at: moment, after: step) == nil)
    }

    @Test func `a code is accepted within reach, which is never more than ten steps`() {
        let totp = TOTP(key: Secret(Self.bytes("12345678901234567890")))
        let moment = UnixTime(seconds: 1_111_111_111)
        let present = TOTP.step(at: moment)
        for (adjacent, reach) in [(0, 0), (1, 1), (5, 5), (10, 10), (11, 10), (.max, 10), (-1, 0), (.min, 0)] {
            for offset in -12...12 as ClosedRange<Int64> {
                let code = totp.code(at: present + offset)
                let found = totp.acceptedStep(of: code, at: moment, after: nil, adjacent: adjacent)
                #expect(found == (abs(offset) <= Int64(reach) ? present + offset : nil))
            }
        }
    }
}

@Suite("Signatures on P-256 that are none")
struct ForgedP256SignatureTests {
    // The signature of RFC 6979, appendix A.2.5, in DER.
    private static let r = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    private static let s = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"

    private func key() throws -> P256PublicKey {
        try P256PublicKey(
            x: #require(Hex.decode("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")),
            y: #require(Hex.decode("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"))
        )
    }

    // One signature has one spelling: a server that remembers signatures must not see a second one.
    @Test(
        arguments: [
            ("as it is", "3046022100\(r)022100\(s)", true), ("a byte behind it", "3046022100\(r)022100\(s)00", false),
            ("a length in two bytes", "308146022100\(r)022100\(s)", false),
            ("a zero before a number", "304702220000\(r)022100\(s)", false),
            ("a number that is negative", "30450220\(r)022100\(s)", false),
            ("a number alone", "3023022100\(r)", false),
            ("a third number", "3049022100\(r)022100\(s)020101", false),
            ("a set in place of the sequence", "3146022100\(r)022100\(s)", false),
            ("a length of no end", "3080022100\(r)022100\(s)0000", false),
            ("a length that is too small", "3045022100\(r)022100\(s)", false),
            ("a length that is too large", "3047022100\(r)022100\(s)", false), ("nothing", "", false),
            ("zeros", "3006020100020100", false),
        ] as [(String, String, Bool)]
    )
    func `in another spelling are refused`(_ what: String, _ der: String, _ isGenuine: Bool) throws {
        let signature = try #require(Hex.decode(der))
        #expect(try key().verify(derSignature: signature, over: Array("sample".utf8)) == isGenuine, "\(what)")
    }

    @Test func `by a key of one's own are refused, and those of a key are its own`() throws {
        let message = Array("sample".utf8)
        let own = try P256PrivateKey.generate()
        let read = try P256PrivateKey(pem: own.pem())
        for signer in [own, read] {
            let raw = try signer.signES256(message)
            #expect(raw.count == 64)
            #expect(own.publicKey.verifyES256(raw, over: message))
            #expect(try own.publicKey.verify(derSignature: signer.derSignature(over: message), over: message))
            #expect(try !key().verifyES256(raw, over: message))
            for index in stride(from: 0, to: 64, by: 5) {
                var changed = raw
                changed[index] ^= 0x10
                #expect(!own.publicKey.verifyES256(changed, over: message))
            }
        }
        let point = try own.publicKey.coordinates()
        #expect(try P256PublicKey(x: point.x, y: point.y).verifyES256(own.signES256([]), over: []))
    }

    // The point at infinity, coordinates beyond the field, and points of other curves.
    @Test(
        arguments: [
            (String(repeating: "0", count: 64), String(repeating: "0", count: 64)),
            (String(repeating: "f", count: 64), String(repeating: "f", count: 64)),
            (
                "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
                "0000000000000000000000000000000000000000000000000000000000000001"
            ),
            // The generator of secp256k1.
            (
                "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"
            ),
        ]
    )
    func `need a point on the curve`(_ x: String, _ y: String) throws {
        let (x, y) = (try #require(Hex.decode(x)), try #require(Hex.decode(y)))
        let error = #expect(throws: CryptoError.self) { try P256PublicKey(x: x, y: y) }
        #expect(error?.code == .malformed)
    }
}
