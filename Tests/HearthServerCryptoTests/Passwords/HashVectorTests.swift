import HearthCore
import HearthCrypto
import Testing

@testable import HearthServerCrypto

/// Hashes of standards, of bcrypt's own tests, and of Python's `hashlib` and `hmac` for the same passwords.
@Suite("Hashes that others made")
struct HashVectorTests {
    private let hasher = PasswordHasher(scheme: .development)

    private func expect(_ hash: PasswordHash, isOf password: String, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        #expect(try await hasher.verify(Secret(password), against: hash), sourceLocation: sourceLocation)
        #expect(try await !hasher.verify(Secret(password + " "), against: hash), sourceLocation: sourceLocation)
        // What is kept of it is read back as the same hash.
        let again = try PasswordHash(text: hash.text.reveal())
        #expect(again.text.reveal() == hash.text.reveal(), sourceLocation: sourceLocation)
        #expect(try await hasher.verify(Secret(password), against: again), sourceLocation: sourceLocation)
        #expect(try await !hasher.verify(Secret(password), against: hash.decoy), sourceLocation: sourceLocation)
    }

    // RFC 7914 §12, without the one that takes a gigabyte.
    @Test(
        arguments: [
            (
                "", "", 16, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 1024, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                    + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ]
    )
    func `by scrypt`(_ password: String, _ salt: String, _ n: Int, _ r: Int, _ p: Int, _ output: String) async throws {
        let hash = try PasswordHash.scrypt(
            hash: #require(Hex.decode(output)),
            salt: Array(salt.utf8),
            cost: n,
            blockSize: r,
            parallelization: p
        )
        try await expect(hash, isOf: password)
    }

    // The vectors that jBCrypt and others test themselves with.
    @Test(
        arguments: [
            ("a", "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe"),
            ("abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"),
            ("abcdefghijklmnopqrstuvwxyz", "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC"),
            ("~!@#$%^&*()      ~!@#$%^&*()PNBFRD", "$2a$06$fPIsBO8qRqkjj273rfaOI.HtSV9jLDpTbZn782DC6/t7qT67P6FfO"),
        ]
    )
    func `by bcrypt`(_ password: String, _ text: String) async throws {
        try await expect(.bcrypt(text), isOf: password)
    }

    // The last letter of a salt has six bits of which two count: other writers leave the rest as it comes.
    @Test(arguments: Array("uvwxyz01234567"))
    func `by bcrypt, whatever the bits of the salt's last letter that mean nothing`(_ last: Character) async throws {
        let hash = try PasswordHash.bcrypt("$2a$06$If6bvum7DFjUnE9p2uDeD\(last)0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i")
        #expect(try await hasher.verify("abc", against: hash))
        #expect(try await !hasher.verify("abd", against: hash))
    }

    @Test(
        arguments: [
            "", "$2a$06$", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0",
            "2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0iX",
            "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0!",
            "$2a$06$:f6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2x$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$6$$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$15$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$03$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$0x$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h\u{E9}",
        ]
    )
    func `by bcrypt have sixty letters of its alphabet`(_ text: String) {
        #expect(throws: CryptoError.self) { try PasswordHash.bcrypt(text) }
    }

    // hmac.new(b"signer key", salt + password) and the other way round, for "pässword" and b"salt".
    @Test(
        arguments: [
            (Digest.md5, SaltOrder.saltFirst, "9c411fecba5e83786c7f01d80f4f17ce"),
            (.md5, .passwordFirst, "a1a8ff8601ec34d62845724f1dc2ca28"),
            (.sha1, .saltFirst, "15501bb39da5d6d608401462036e5d8dba06323e"),
            (.sha1, .passwordFirst, "b4542d4c5170bd00d281938080b59cc596a00259"),
            (.sha256, .saltFirst, "a3b7c952fd3e6e28bdbc97780e0ea7c6ab1c2602fb72fe5ec7662069f1cda900"),
            (.sha256, .passwordFirst, "9322c98aeed2c49cb532f71bc4c7fef840ac4d90fc3d5652d6bc2cec0b94ecd3"),
        ]
    )
    func `by a keyed digest`(_ digest: Digest, _ order: SaltOrder, _ output: String) async throws {
        let bytes = try #require(Hex.decode(output))
        func hash(_ order: SaltOrder, key: String) throws -> PasswordHash {
            try .hmac(hash: bytes, salt: Array("salt".utf8), digest: digest, key: Secret(Array(key.utf8)), order: order)
        }
        try await expect(hash(order, key: "signer key"), isOf: "pässword")
        let other: SaltOrder = order == .saltFirst ? .passwordFirst : .saltFirst
        #expect(try await !hasher.verify("pässword", against: hash(other, key: "signer key")))
        #expect(try await !hasher.verify("pässword", against: hash(order, key: "signer kez")))
        // The same letters in another composition are another password.
        #expect(try await !hasher.verify("pa\u{308}ssword", against: hash(order, key: "signer key")))
        #expect(throws: CryptoError.self) {
            try PasswordHash.hmac(hash: bytes + [0], salt: [], digest: digest, key: Secret([1]), order: order)
        }
    }

    @Test(
        arguments: [
            (Digest.md5, 0, "eab0a408420f4b8a0fef8b03356228fb"), (.md5, 1, "eab0a408420f4b8a0fef8b03356228fb"),
            (.md5, 2, "e4458160f6af84451d9f48b45ea869b7"), (.md5, 100, "de58182981ac391888022bbd68664a48"),
            (.sha1, 1, "659300c06fd0790609170cc728ce169cab66f3fd"),
            (.sha1, 2, "d5c3fac4416a3b45aa3d436f8c3bfbb13ea5d2bd"),
            (.sha1, 100, "6746fa466a4a5571eecfdcb19a17e624bbbb00d7"),
            (.sha256, 0, "ea2b11b852d53f56fcab0e6f2e8444fa89437e36c944cbb2933668e9752513b8"),
            (.sha256, 2, "53dc77379d01911d36742fca436383817df568a3d2dbb7d479fa241cebf83724"),
            (.sha256, 100, "cc540164c6007d678304784a6635d1ef60fa5560ad66376b16e83597bfaf1436"),
        ]
    )
    func `by a repeated digest`(_ digest: Digest, _ rounds: Int, _ output: String) async throws {
        let hash = try PasswordHash.digest(
            hash: #require(Hex.decode(output)),
            salt: Array("salt".utf8),
            digest: digest,
            rounds: rounds,
            order: .saltFirst
        )
        try await expect(hash, isOf: "pässword")
    }
}

@Suite("The text of a stored hash")
struct StoredHashTests {
    @Test(
        arguments: [
            ("$a$b$AAAA$AAAA", "a", nil, ["b"]), ("$a$AAAA$AAAA", "a", nil, []), ("$a$v=19$AAAA$AAAA", "a", "19", []),
            ("$a$v=19$m=1,t=2$AAAA$AAAA", "a", "19", ["m", "t"]), ("$a$v=1,m=2$AAAA$AAAA", "a", nil, ["v", "m"]),
            ("$a$k=a=b$AA$AA", "a", nil, ["k"]), ("$a$$AA", "a", nil, []),
        ] as [(String, String, String?, [String])]
    )
    func `is taken apart at its signs`(_ text: String, _ name: String, _ version: String?, _ names: [String]) throws {
        // A parameter without a value is none.
        guard text != "$a$b$AAAA$AAAA" else {
            #expect(throws: CryptoError.self) { try PHCString(parsing: text) }
            return
        }
        let parts = try PHCString(parsing: text)
        #expect(parts.name == name && parts.version == version && parts.parameters.map(\.name) == names)
        #expect(parts.text == text)
    }

    @Test(
        arguments: [
            "", "$", "$$", "$$$", "$a", "$a$AAAA", "a$AAAA$AAAA", "$a$A$AAAA", "$a$AAAA$A", "$a$AA==$AAAA",
            "$a$AAAA$AAA=",
            "$a$AB$AAAA", "$a$AA-_$AAAA", "$a$x=1,x=2$AAAA$AAAA", "$a$x=1$y=2$AAAA$AAAA", "$a$=$AAAA$é",
            "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAA", " $a$AAAA$AAAA",
        ]
    )
    func `is refused in any other form`(_ text: String) {
        #expect(throws: CryptoError.self) { try PHCString(parsing: text) }
        #expect(throws: CryptoError.self) { try PasswordHash(text: text) }
    }

    @Test(arguments: ["-1", "+1", "01", "1.0", "", " 1", "9223372036854775808", "0x1", "١"])
    func `has numbers in one spelling`(_ number: String) {
        let error = #expect(throws: CryptoError.self) {
            try PasswordHash(text: "$scrypt$ln=\(number),r=8,p=1$AAAA$AAAAAAAAAAAAAAAA")
        }
        #expect(error?.code == .malformed)
    }

    @Test func `is at most four kilobytes, and of a known kind`() {
        let long = "$development$AAAA$" + String(repeating: "A", count: 5000)
        #expect(throws: CryptoError.self) { try PasswordHash(text: long) }
        for name in ["md4", "argon2", "ARGON2ID", "pbkdf2-sha384", "hmac-", ""] {
            #expect(throws: CryptoError.self, "\(name)") {
                try PasswordHash(text: "$\(name)$i=1,o=sp,k=AAAA$AAAA$AAAAAAAAAAAAAAAA")
            }
        }
    }

    @Test func `shows nothing of itself`() throws {
        let hash = try PasswordHash.pbkdf2(hash: Array(0...31), salt: [9], digest: .sha256, rounds: 10)
        var dumped = ""
        dump(hash.output, to: &dumped)
        dump(hash.text, to: &dumped)
        #expect("\(hash)" == "password hash (pbkdf2-sha256)" && !dumped.contains("31"))
        // A decoy costs the same and holds nothing of it.
        #expect(hash.decoy.scheme.reveal() == hash.scheme.reveal())
        #expect(hash.decoy.salt == [0] && hash.decoy.output.reveal() == [UInt8](repeating: 0, count: 32))
    }
}
