public import HearthCore

/// Makes a key for AES-256 of what a person can remember.
public enum PassphraseKey {
    // https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#pbkdf2
    private static let rounds = 600_000

    /// Derives a key with PBKDF2 and HMAC-SHA-256, 600 000 rounds: a quarter of a second, the same on every system.
    ///
    /// - Parameters:
    ///   - passphrase: What the person remembers.
    ///   - salt: 16 random bytes, kept beside what the key seals.
    /// - Returns: 32 bytes.
    /// - Throws: ``CryptoError`` if the library fails.
    public static func derive(_ passphrase: Secret<String>, salt: [UInt8]) throws(CryptoError) -> Secret<[UInt8]> {
        let passphrase = Array(passphrase.reveal().utf8)
        return Secret(try SystemDerivation.pbkdf2(passphrase, salt: salt, .sha256, rounds: rounds, count: 32))
    }
}
