import HearthCore
import HearthCrypto
import HearthServerCrypto
import Testing

@Suite("Imported password hashes")
struct ImportedHashTests {
    private static let password: Secret<String> = "correct horse"
    private static let salt = Array("salt-of-16-bytes".utf8)
    private let hasher = PasswordHasher(scheme: .development)

    /// A hash made elsewhere, with the password that it was made of.
    struct Answer: Sendable, CustomTestStringConvertible {
        var password: Secret<String>
        var hash: PasswordHash
        var testDescription: String { hash.algorithm }
    }

    // Firebase's import formats.
    @Test(arguments: try known() + firebase() + argon2())
    func `a known answer verifies, a wrong password does not`(_ answer: Answer) async throws {
        #expect(try await hasher.verify(answer.password, against: answer.hash))
        #expect(try await !hasher.verify(Secret(answer.password.reveal() + "x"), against: answer.hash))
        #expect(try await !hasher.verify("", against: answer.hash))
        #expect(hasher.needsUpgrade(answer.hash))
        let again = try PasswordHash(text: answer.hash.text.reveal())
        #expect(again.text.reveal() == answer.hash.text.reveal())
        #expect(try await hasher.verify(answer.password, against: again))
    }

    // ASVS 6.2.9, OWASP Password Storage.
    @Test func `bcrypt does not accept seventy-two bytes and anything`() async throws {
        let long = String(repeating: "a", count: 72)
        let hash = try PasswordHash.bcrypt("$2a$05$abcdefghijklmnopqrstuuGUnCqbfgs3htOkLrFduUjAyLBw1Rq/u")
        #expect(try await hasher.verify(Secret(long), against: hash))
        #expect(try await !hasher.verify(Secret(long + "x"), against: hash))
        #expect(try await !hasher.verify("a\0b", against: hash))
    }

    // ASVS 2.4.1: no request may occupy the server.
    @Test func `a cost that would occupy the server is refused`() {
        let parameters = FirebaseScryptParameters(signerKey: Secret([1]), saltSeparator: [], memoryCost: 15)
        let attempts: [() throws -> PasswordHash] = [
            { try .scrypt(cost: 1 << 30, blockSize: 8, parallelization: 1) },
            { try .scrypt(cost: 1 << 14, blockSize: 8, parallelization: 1 << 20) },
            { try .scrypt(cost: 1000, blockSize: 8, parallelization: 1) },
            { try .scrypt(cost: Int.max, blockSize: Int.max, parallelization: 1) },
            { try .scrypt(cost: 0, blockSize: 0, parallelization: 0) },
            { try .firebaseScrypt(hash: Self.bytes, salt: [], parameters: parameters) },
            { try .argon2(memory: 1 << 20, passes: 1, lanes: 1) },
            { try .argon2(memory: 1024, passes: 1 << 20, lanes: 1) },
            { try .argon2(memory: 1024, passes: 1, lanes: 1000) },
            { try .pbkdf2(hash: Self.bytes, salt: [], digest: .sha256, rounds: 1 << 30) },
            {
                try .digest(hash: Self.bytes, salt: [], digest: .sha256, rounds: 8193, order: .saltFirst)
            },
            { try .bcrypt("$2b$31$" + String(repeating: "a", count: 53)) },
            { try PasswordHash(text: "$scrypt$n=1073741824,r=8,p=1$AAAA$AAAAAAAAAAAAAAA") },
            {
                try PasswordHash(text: "$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAA$AAAAAAAAAAAAAAA")
            },
        ]
        for attempt in attempts {
            let error = #expect(throws: CryptoError.self) { try attempt() }
            #expect(error?.code == .parameterOutOfRange)
        }
    }

    @Test func `a refusal of a cost says what was asked for and what is allowed`() {
        let error = #expect(throws: CryptoError.self) {
            try PasswordHash.pbkdf2(hash: Self.bytes, salt: [], digest: .sha256, rounds: 1_000_001)
        }
        #expect(error?.reason == "pbkdf2: 1000001 rounds; at most 1000000")
    }

    // ASVS 6.3.8: no user is given away, by time neither.
    @Test(arguments: try known() + firebase() + argon2())
    func `a decoy has the algorithm, the cost and the lengths of a hash, and nothing else of it`(
        _ answer: Answer
    ) async throws {
        let decoy = answer.hash.decoy
        let kept = answer.hash.text.reveal().split(separator: "$")
        let other = decoy.text.reveal().split(separator: "$")
        // Name, version and parameters; then the salt and the output.
        #expect(kept.dropLast(2) == other.dropLast(2))
        #expect(kept.suffix(2).map(\.count) == other.suffix(2).map(\.count))
        #expect(kept.last != other.last && kept.dropLast().last != other.dropLast().last)
        // It can be kept, and is worked on as a wrong password is: to its end, and in vain.
        let again = try PasswordHash(text: decoy.text.reveal())
        #expect(try await !hasher.verify(answer.password, against: again))
        #expect(try await !hasher.verify(answer.password, against: nil, imitating: [decoy]))
        #expect(hasher.needsUpgrade(decoy) == hasher.needsUpgrade(answer.hash))
    }

    @Test func `a hash that cannot be one is refused`() {
        #expect(throws: CryptoError.self) { try PasswordHash.bcrypt("$1$abc$def") }
        #expect(throws: CryptoError.self) { try PasswordHash.bcrypt("$2x$10$" + String(repeating: "a", count: 53)) }
        #expect(throws: CryptoError.self) {
            try PasswordHash.digest(hash: [1], salt: [], digest: .md5, rounds: 1, order: .saltFirst)
        }
        #expect(throws: CryptoError.self) {
            try PasswordHash.pbkdf2(hash: Self.bytes, salt: [], digest: .md5, rounds: 1)
        }
        #expect(throws: CryptoError.self) {
            try PasswordHash.pbkdf2(hash: [], salt: [], digest: .sha256, rounds: 1)
        }
    }

    private static let bytes = [UInt8](repeating: 0, count: 32)

    private static func hex(_ text: String) throws -> [UInt8] {
        try #require(Hex.decode(text))
    }

    private static func known() throws -> [Answer] {
        let scrypt = """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        let hashes = try [
            PasswordHash.pbkdf2(
                hash: hex("0c6675e16d003a760c3aa7a629411f83ecccbcb421bdd5f4cbfffafd99c08671"),
                salt: salt,
                digest: .sha256,
                rounds: 1000
            ),
            .pbkdf2(hash: hex("e68680c864045a8e3945f82c911b8b035fcc141b"), salt: salt, digest: .sha1, rounds: 1000),
            .bcrypt("$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e"),
        ]
        let keyed = try [
            (Digest.md5, "056f92a19a9f9108d53dbee8639ffe8b"),
            (.sha1, "091b59fa8b27358e47bfc4aad2186bf5a24b61b4"),
            (.sha256, "d57984e0c9012025c8aba0f52cf5569b9461d92205543b3bf28ce277cc4a47da"),
            (
                .sha512,
                "567d12599ccb03dd00e294d94244f652031cbe872d339f879694168d18c09b4e"
                    + "e8dd0eeff966a59f794fa98a1e7ce8c4e93a64b3ded592daa612ed8582ca146f"
            ),
        ].map { digest, text in
            let key = Secret(Array("signer".utf8))
            return try PasswordHash.hmac(hash: hex(text), salt: salt, digest: digest, key: key, order: .saltFirst)
        }
        let iterated = try [
            (Digest.md5, "fcd8caeca462c0fb49cd2565b03684c6"),
            (.sha1, "af34da60eb396d7401092ae01a33023ef8a37c28"),
            (.sha256, "d79bc11d8afb9f93ff61c497de984b96d5a88ce07e3786ec4a1b5287cd224a62"),
            (
                .sha512,
                "803a22b8268e43c05d7fa6e0d869410911d9f04b6d13424cbb3677b38d29a9fa"
                    + "6d7f87cbe2c0087f378293dcc81826375748ca5dbc0cf5b0da062c2bf7e5e7d3"
            ),
        ].map { digest, text in
            try PasswordHash.digest(hash: hex(text), salt: salt, digest: digest, rounds: 5, order: .passwordFirst)
        }
        let rfc7914 = try PasswordHash.scrypt(
            hash: hex(scrypt),
            salt: Array("SodiumChloride".utf8),
            cost: 16_384,
            blockSize: 8,
            parallelization: 1
        )
        return (hashes + keyed + iterated).map { Answer(password: password, hash: $0) } + [
            Answer(password: "pleaseletmein", hash: rfc7914),
            Answer(
                password: "U*U",
                hash: try .bcrypt("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
            ),
        ]
    }

    /// Known answers of Argon2's reference implementation.
    private static func argon2() throws -> [Answer] {
        try [
            (Argon2Variant.argon2id, 256, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
            (.argon2id, 256, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
            (.argon2i, 256, 1, "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"),
            (.argon2i, 256, 2, "4ff5ce2769a1d7f4c8a491df09d41a9fbe90e5eb02155a13e4c01e20cd4eab61"),
        ].map { variant, memory, lanes, text in
            let hash = try PasswordHash.argon2(
                hash: hex(text),
                salt: Array("somesalt".utf8),
                variant: variant,
                memory: memory,
                passes: 2,
                lanes: lanes
            )
            return Answer(password: "password", hash: hash)
        }
    }

    /// Public known answers of Firebase's modified scrypt.
    private static func firebase() throws -> [Answer] {
        let key = """
            jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==
            """
        let parameters = FirebaseScryptParameters(
            signerKey: Secret(try #require(Base64.decode(key.utf8, .standard))),
            saltSeparator: [7]
        )
        return try [
            (
                "user1password", "42xEC+ixf3L2lw==",
                "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
            ),
            (
                "password", "TmFDbA==",
                "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw=="
            ),
        ].map { password, salt, hash in
            let hash = try PasswordHash.firebaseScrypt(
                hash: #require(Base64.decode(hash.utf8, .standard)),
                salt: #require(Base64.decode(salt.utf8, .standard)),
                parameters: parameters
            )
            return Answer(password: Secret(password), hash: hash)
        }
    }
}

extension PasswordHash {
    fileprivate static func scrypt(cost: Int, blockSize: Int, parallelization: Int) throws(CryptoError) -> Self {
        try scrypt(
            hash: [UInt8](repeating: 0, count: 32),
            salt: [],
            cost: cost,
            blockSize: blockSize,
            parallelization: parallelization
        )
    }

    fileprivate static func argon2(memory: Int, passes: Int, lanes: Int) throws(CryptoError) -> Self {
        let zeros = [UInt8](repeating: 0, count: 32)
        return try argon2(
            hash: zeros,
            salt: zeros,
            variant: .argon2id,
            memory: memory,
            passes: passes,
            lanes: lanes
        )
    }
}
