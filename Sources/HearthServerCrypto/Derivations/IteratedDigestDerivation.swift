internal import HearthCrypto

/// A digest of password and salt, and digests of that: `SHA256` and its like on the wire.
struct IteratedDigestDerivation: PasswordDerivation {
    static let names = ["md5", "sha1", "sha256", "sha512"]
    // What Firebase accepts.
    private static let maximumRounds = 8192

    let digest: Digest
    let rounds: Int
    let order: SaltOrder

    init(_ digest: Digest, rounds: Int, order: SaltOrder) throws(CryptoError) {
        guard (0...Self.maximumRounds).contains(rounds) else {
            throw CryptoError(
                .parameterOutOfRange,
                "\(digest.rawValue): \(rounds) rounds; at most \(Self.maximumRounds)"
            )
        }
        self.digest = digest
        self.rounds = rounds
        self.order = order
    }

    init(reading text: PHCString) throws(CryptoError) {
        guard let digest = Digest(rawValue: text.name), let order = text["o"].flatMap(SaltOrder.init) else {
            throw CryptoError(.malformed, "an unknown digest or order")
        }
        try self.init(digest, rounds: text.number("i"), order: order)
    }

    var head: PHCString {
        PHCString(digest.rawValue, [("i", String(rounds)), ("o", order.rawValue)])
    }

    var isInstant: Bool { rounds <= 16 }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        var output = digest.hash(order.join(password, salt))
        for _ in 1..<max(1, rounds) { output = digest.hash(output) }
        return output
    }
}
