import HearthCore
import HearthCrypto
import HearthTestSupport
import Testing

@testable import HearthServerCrypto

/// Hashes as they come back from a database, whole and damaged.
@Suite("A stored hash")
struct StoredHashLawTests {
    private static let scryptKey = FirebaseScryptParameters(
        signerKey: Secret([UInt8](repeating: 7, count: 64)),
        saltSeparator: [1]
    )
    private static let bcrypt = "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"

    private static func hashes(_ random: inout SeededRandom) throws -> [PasswordHash] {
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
        let order = SaltOrder.saltFirst
        return [
            try .argon2(hash: bytes(32), salt: bytes(8), variant: .argon2id, memory: 8, passes: 1, lanes: 1),
            try .argon2(
                hash: bytes(8),
                salt: bytes(16),
                variant: .argon2d,
                version: .v10,
                memory: 128,
                passes: 16,
                lanes: 16,
                associatedData: bytes(3)
            ),
            try .firebaseScrypt(hash: bytes(64), salt: bytes(10), parameters: scryptKey),
            try .scrypt(hash: bytes(64), salt: [], cost: 2, blockSize: 1, parallelization: 1),
            try .pbkdf2(hash: bytes(20), salt: bytes(1), digest: .sha1, rounds: 0),
            try .pbkdf2(hash: bytes(64), salt: bytes(64), digest: .sha512, rounds: 1_000_000),
            try .hmac(hash: bytes(16), salt: bytes(4), digest: .md5, key: Secret([]), order: .passwordFirst),
            try .hmac(hash: bytes(64), salt: bytes(4), digest: .sha512, key: Secret(bytes(1024)), order: order),
            try .digest(hash: bytes(32), salt: bytes(5), digest: .sha256, rounds: 8192, order: order),
            try .digest(hash: bytes(20), salt: [], digest: .sha1, rounds: 0, order: .passwordFirst),
            try .bcrypt(bcrypt),
        ]
    }

    @Test(arguments: 1...10) func `is the same after each reading`(seed: Int) throws {
        var random = SeededRandom(seed)
        for hash in try Self.hashes(&random) {
            let text = hash.text.reveal()
            let read = try PasswordHash(text: text)
            #expect(read.text.reveal() == text && read.salt == hash.salt)
            #expect(read.output.reveal() == hash.output.reveal())
            #expect(read.algorithm == hash.algorithm && read.scheme.reveal() == hash.scheme.reveal())
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }

    @Test(arguments: 1...20) func `that is damaged is refused, or means one thing`(seed: Int) throws {
        var random = SeededRandom(seed)
        let letters = Array("$,=+/-.:019avmzAZ é".utf8)
        for hash in try Self.hashes(&random) {
            let whole = Array(hash.text.reveal().utf8)
            for _ in 0..<60 {
                var text = whole
                for _ in 0..<Int.random(in: 1...2, using: &random) where !text.isEmpty {
                    let place = Int.random(in: 0..<text.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: text.remove(at: place)
                    case 1: text.insert(letters.randomElement(using: &random) ?? 0, at: place)
                    default: text[place] = letters.randomElement(using: &random) ?? 0
                    }
                }
                guard let read = try? PasswordHash(text: String(decoding: text, as: UTF8.self)) else { continue }
                let again = try PasswordHash(text: read.text.reveal())
                #expect(again.text.reveal() == read.text.reveal())
                #expect((8...512).contains(read.output.reveal().count))
            }
        }
    }

    @Test(
        arguments: [
            "$2a$+6$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$-6$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2a$ 6$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2A$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2$006$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
            "$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0$",
            "\n2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
        ] as [String]
    )
    func `by bcrypt has a cost of two digits, and its revision in small letters`(text: String) {
        #expect(throws: CryptoError.self) { try PasswordHash.bcrypt(text) }
    }

    @Test func `is as long as documented`() throws {
        for count in [8, 512] {
            #expect(throws: Never.self) {
                try PasswordHash.scrypt(
                    hash: [UInt8](repeating: 1, count: count),
                    salt: [UInt8](repeating: 1, count: 1024),
                    cost: 2,
                    blockSize: 1,
                    parallelization: 1
                )
            }
        }
        for (output, salt) in [(7, 0), (513, 0), (0, 0), (8, 1025)] {
            let error = #expect(throws: CryptoError.self) {
                try PasswordHash.pbkdf2(
                    hash: [UInt8](repeating: 1, count: output),
                    salt: [UInt8](repeating: 1, count: salt),
                    digest: .sha256,
                    rounds: 1
                )
            }
            #expect(error?.code == .parameterOutOfRange)
        }
    }

    @Test(
        arguments: [
            (Digest.md5, 15), (.md5, 17), (.sha1, 16), (.sha256, 31), (.sha256, 64), (.sha512, 32), (.sha384, 48),
        ] as [(Digest, Int)]
    )
    func `of a digest has the digest's length`(digest: Digest, count: Int) {
        let output = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptoError.self) {
            try PasswordHash.digest(hash: output, salt: [], digest: digest, rounds: 1, order: .saltFirst)
        }
        #expect(throws: CryptoError.self) {
            try PasswordHash.hmac(hash: output, salt: [], digest: digest, key: Secret([]), order: .saltFirst)
        }
    }

    // Python: hashlib.md5(b"a"), and that of its sixteen bytes; the salt is empty.
    @Test(
        arguments: [
            (0, "0cc175b9c0f1b6a831c399e269772661"), (1, "0cc175b9c0f1b6a831c399e269772661"),
            (2, "b6ff9a06b7e20bcb2858c5b8ff744aea"),
        ] as [(Int, String)]
    )
    func `of a repeated digest counts the first time`(rounds: Int, output: String) throws {
        let derivation = try IteratedDigestDerivation(.md5, rounds: rounds, order: .saltFirst)
        #expect(Hex.encode(try derivation.derive(Array("a".utf8), salt: [], count: 16)) == output)
    }

    @Test(arguments: [Int.min, -1, 8193, .max] as [Int]) func `of a digest that is repeated out of bounds is none`(
        rounds: Int
    ) {
        #expect(throws: CryptoError.self) {
            try PasswordHash.digest(
                hash: [UInt8](repeating: 1, count: 32),
                salt: [],
                digest: .sha256,
                rounds: rounds,
                order: .saltFirst
            )
        }
    }

    @Test(
        arguments: [
            (Int.max, 1, 1), (1 << 20, 1 << 20, 1 << 20), (1 << 21, 1, 1), (1, 1, 1), (0, 1, 1), (3, 1, 1), (-2, 1, 1),
            (2, 0, 1), (2, 1, 0), (2, Int.max, 1), (2, 1, Int.min), (1 << 19, 2, 2), (Int.min, Int.min, Int.min),
        ] as [(Int, Int, Int)]
    )
    func `by scrypt has a cost that is a power of two, and a bounded product`(n: Int, r: Int, p: Int) {
        let error = #expect(throws: CryptoError.self) { try Scrypt(cost: n, blockSize: r, parallelization: p) }
        #expect(error?.code == .parameterOutOfRange)
    }

    @Test(
        arguments: [
            (7, 1, 1), (8, 1, 0), (8, 1, 17), (8, 17, 1), (8, 0, 1), (32_769, 1, 1), (15, 1, 2), (-8, 1, 1),
            (Int.max, 1, 1), (8, Int.max, 1), (Int.min, Int.min, Int.min),
        ] as [(Int, Int, Int)]
    )
    func `by argon2 has eight kilobytes a lane, and no more of anything than Firebase takes`(
        memory: Int,
        passes: Int,
        lanes: Int
    ) {
        let error = #expect(throws: CryptoError.self) {
            try Argon2Derivation(.argon2id, memory: memory, passes: passes, lanes: lanes)
        }
        #expect(error?.code == .parameterOutOfRange)
    }
}
