internal import HearthCrypto

/// PBKDF2 ([RFC 8018](https://www.rfc-editor.org/rfc/rfc8018)), `PBKDF2_SHA256` and `PBKDF_SHA1` on the wire.
struct PBKDF2Derivation: PasswordDerivation {
    static let names = ["pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512"]
    // A quarter of a second of a core. Firebase stops at 120000, but hashes from elsewhere have 600000 today.
    private static let maximumRounds = 1_000_000

    let digest: Digest
    let rounds: Int

    init(_ digest: Digest, rounds: Int) throws(CryptoError) {
        guard (0...Self.maximumRounds).contains(rounds) else {
            throw CryptoError(.parameterOutOfRange, "pbkdf2: \(rounds) rounds; at most \(Self.maximumRounds)")
        }
        self.digest = digest
        self.rounds = rounds
    }

    init(reading text: PHCString) throws(CryptoError) {
        guard let digest = Digest(rawValue: String(text.name.dropFirst("pbkdf2-".count))) else {
            throw CryptoError(.malformed, "an unknown digest")
        }
        try self.init(digest, rounds: text.number("i"))
    }

    var head: PHCString {
        PHCString("pbkdf2-" + digest.rawValue, [("i", String(rounds))])
    }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        // Firebase allows zero rounds, which nothing but one can mean.
        try SystemDerivation.pbkdf2(password, salt: salt, digest, rounds: max(1, rounds), count: count)
    }
}
