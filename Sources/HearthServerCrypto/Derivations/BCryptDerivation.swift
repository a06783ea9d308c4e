internal import HearthCrypto

/// The bcrypt hash, where the system's libcrypt knows it.
///
/// Salt and hash are kept in bcrypt's own letters.
struct BCryptDerivation: PasswordDerivation {
    static let names = ["bcrypt"]
    static let saltLetters = 22
    static let outputLetters = 31
    // bcrypt looks at no more; what comes after it would be accepted whatever it is.
    private static let maximumPasswordBytes = 72

    let revision: String
    let cost: Int

    init(revision: String, cost: Int) throws(CryptoError) {
        guard ["2a", "2b", "2y"].contains(revision) else { throw CryptoError(.malformed, "an unknown bcrypt") }
        guard (4...14).contains(cost) else { throw CryptoError(.parameterOutOfRange, "bcrypt: cost \(cost); 4 to 14") }
        self.revision = revision
        self.cost = cost
    }

    init(reading text: PHCString) throws(CryptoError) {
        try self.init(revision: text["rev"] ?? "", cost: text.number("c"))
    }

    var head: PHCString {
        PHCString("bcrypt", [("rev", revision), ("c", String(cost))])
    }

    /// Whether a byte is one of bcrypt's letters for six bits.
    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// Letters, because the salt is kept as such.
    func decoySalt(_ count: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: "."), count: count)
    }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        // No bytes are equal to no stored hash: such a password is wrong, not an error.
        guard password.count <= Self.maximumPasswordBytes, !password.contains(0) else { return [] }
        let setting = Array("$\(revision)$\(cost < 10 ? "0" : "")\(cost)$".utf8) + salt
        // The last letter of a salt has four bits too many; the library answers with another letter of the same two.
        guard let text = try SystemCrypt.crypt(password, setting: setting), text.starts(with: setting.dropLast()) else {
            throw CryptoError(.malformed, "bcrypt: not a salt")
        }
        return Array(text.dropFirst(setting.count))
    }
}
