import HearthCore
import HearthCrypto
import HearthServerCrypto
import Testing

@Suite("Hashing passwords")
struct PasswordHasherTests {
    @Test(arguments: [PasswordScheme.argon2id, .development])
    func `the right password is right and any other is wrong`(_ scheme: PasswordScheme) async throws {
        let hasher = PasswordHasher(scheme: scheme)
        let hash = try await hasher.hash("correct horse")
        let kept = try PasswordHash(text: hash.text.reveal())
        #expect(try await hasher.verify("correct horse", against: kept))
        #expect(try await !hasher.verify("correct hors", against: kept))
        #expect(try await !hasher.verify("", against: kept))
        #expect(!hasher.needsUpgrade(kept))
    }

    @Test func `argon2id is kept as every library reads it`() async throws {
        let random = RandomSource { count in (0..<count).map { UInt8($0) } }
        let hash = try await PasswordHasher(random: random).hash("correct horse")
        let text = hash.text.reveal()
        #expect(text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$"))
        #expect(hash.algorithm == "argon2id")
    }

    @Test func `two hashes of one password differ`() async throws {
        let hasher = PasswordHasher(scheme: .development)
        let one = try await hasher.hash("same")
        let other = try await hasher.hash("same")
        #expect(one.text.reveal() != other.text.reveal())
    }

    // ASVS 6.2.9, OWASP Password Storage.
    @Test func `unicode, zero bytes and long passwords count to the last byte`() async throws {
        let hasher = PasswordHasher()
        for password in ["пароль-🔑-пароль", "a\0b", String(repeating: "a", count: 4095)] {
            let hash = try await hasher.hash(Secret(password + "1"))
            #expect(try await hasher.verify(Secret(password + "1"), against: hash))
            #expect(try await !hasher.verify(Secret(password + "2"), against: hash))
        }
    }

    // ASVS 6.2.9, OWASP Password Storage.
    @Test func `a password over 4096 bytes is refused before it is hashed`() async throws {
        let hasher = PasswordHasher()
        let long = Secret(String(repeating: "a", count: 4097))
        let hash = try await hasher.hash("short")
        let errors = [
            await #expect(throws: CryptoError.self) { try await hasher.hash(long) },
            await #expect(throws: CryptoError.self) { try await hasher.verify(long, against: hash) },
            await #expect(throws: CryptoError.self) { try await hasher.verifyAgainstNothing(long) },
        ]
        for error in errors { #expect(error?.code == .passwordTooLong) }
    }

    @Test func `a hash of another scheme or cost is to be replaced`() async throws {
        let cheap = try await PasswordHasher(scheme: .development).hash("a")
        #expect(PasswordHasher().needsUpgrade(cheap))
        let weaker = try PasswordHash(text: "$argon2id$v=19$m=8192,t=2,p=1$AAAAAAAAAAAAAAA$AAAAAAAAAAAAAAA")
        #expect(PasswordHasher().needsUpgrade(weaker))
    }

    // ASVS 6.3.8: no user is given away, by time neither.
    @Test func `a password of no one costs an argon2id`() async throws {
        let clock = ContinuousClock()
        let hasher = PasswordHasher()
        let hash = try await hasher.hash("someone")
        var known = Duration.seconds(3600)
        var unknown = Duration.seconds(3600)
        // The two run in turn, so that what else the machine does falls on both; one quiet moment for each suffices.
        for round in 1...40 {
            known = min(known, try await clock.measure { _ = try await hasher.verify("wrong", against: hash) })
            unknown = min(unknown, try await clock.measure { try await hasher.verifyAgainstNothing("wrong") })
            if round >= 5, unknown > known / 2, unknown < known * 2 { return }
        }
        Issue.record("checking a known password took \(known), one of nobody \(unknown)")
    }

    @Test func `a flood of hashing is refused, not queued for ever`() async throws {
        let hasher = PasswordHasher(pool: WorkerPool(threads: 1, waiting: 1))
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do {
                        _ = try await hasher.hash("a")
                        return false
                    } catch {
                        return CryptoError.Code.overloaded ~= error
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused > 0)
        #expect(refused < 50)
    }

    @Test(arguments: [
        "", "$", "$$$", "plain", "$argon2id$", "$nothing$AAAA$AAAAAAAAAAA", "$hearth-dev$AA=$AAAAAAAAAAAAAAA",
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAA", "$argon2id$v=19$m=19456,t=2$AAAAAAAAAAAAAAA$AAAAAAAAAAAAAAA",
        "$argon2id$v=99$m=19456,t=2,p=1$AAAAAAAAAAAAAAA$AAAAAAAAAAAAAAA",
        "$argon2id$v=19$m=19456,t=2,p=1,p=2$AAAAAAAAAAAAAAA$AAAAAAAAAAAAAAA",
        "$argon2id$v=19$m=+19456,t=2,p=1$AAAAAAAAAAAAAAA$AAAAAAAAAAAAAAA",
    ])
    func `text that is not a hash is refused`(_ text: String) {
        let error = #expect(throws: CryptoError.self) { try PasswordHash(text: text) }
        #expect(error?.code == .malformed)
    }

    @Test func `a hash does not print itself`() async throws {
        let hash = try await PasswordHasher(scheme: .development).hash("a")
        #expect("\(hash)" == "password hash (hearth-dev)")
        #expect(!"\(hash.text)".contains("$"))
    }
}
