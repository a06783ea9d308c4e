public import HearthCore

/// Makes a key for AES-256 of what a person can remember.
public enum PassphraseKey {
    /// Derives a key with scrypt, N = 2¹⁵, r = 8, p = 1: 32 MiB and about a tenth of a second.
    ///
    /// - Parameters:
    ///   - passphrase: What the person remembers.
    ///   - salt: 16 random bytes, kept beside what the key seals.
    /// - Returns: 32 bytes.
    /// - Throws: ``CryptoError`` if the library fails.
    public static func derive(_ passphrase: Secret<String>, salt: [UInt8]) throws(CryptoError) -> Secret<[UInt8]> {
        let scrypt = try Scrypt(cost: 1 << 15, blockSize: 8, parallelization: 1)
        return Secret(try scrypt.derive(Array(passphrase.reveal().utf8), salt: salt, count: 32))
    }
}
